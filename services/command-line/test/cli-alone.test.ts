import { PLATFORM_VERSION } from "@flowlix/contracts";
import { expect } from "chai";
import { runCli } from "../src/run-cli.ts";

describe("the command-line tool without an installation", () => {
  it("says which release it is", async () => {
    expect(await runCli(["--version"], {})).to.include({
      exitCode: 0,
      stdout: `flowlix ${PLATFORM_VERSION}`,
    });
    const { stdout } = await runCli(["--json", "--version"], {});
    expect(JSON.parse(stdout)).to.deep.equal({ version: PLATFORM_VERSION });
  });

  it("says in the help of key roll that it ends every older secret, those of earlier rolls too", async () => {
    const { stdout } = await runCli(["key", "roll", "--help"], {});
    expect(stdout).to.contain("every older secret ends after the overlap at the latest");
    expect(stdout).to.contain("How long older secrets still work, those of earlier rolls too, at most");
  });

  it("helps on every level", async () => {
    for (const [argv, text] of [
      [["--help"], "Usage: flowlix <group> <command>"],
      [["help"], "Usage: flowlix <group> <command>"],
      [["key", "--help"], "Usage: flowlix key <command>"],
      [["key", "create", "--help"], "Usage: flowlix key create --merchant ID --mode sandbox|live"],
      [["key", "create", "-h"], "--expires-at TIME"],
    ] as const) {
      const { exitCode, stdout } = await runCli(argv, {});
      expect(exitCode).to.equal(0);
      expect(stdout).to.contain(text);
    }
  });

  it("a command that does not exist is exit code 2", async () => {
    for (const argv of [[], ["shop"], ["merchant"], ["merchant", "destroy"]]) {
      const { exitCode, stderr } = await runCli(argv, {});
      expect([exitCode, stderr.includes("--help lists them")]).to.deep.equal([2, true]);
    }
  });
});
