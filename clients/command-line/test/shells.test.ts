import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardedFolder, skipBecause, startReceiver, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { KEY } from "./support/ran.ts";

const PACKAGE = fileURLToPath(new URL("../", import.meta.url));
const PROGRAM = join(PACKAGE, "bin/flowlix.mjs");
const TSC = join(PACKAGE, "../../node_modules/typescript/bin/tsc");
const has = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

/** Asks the function that the script registers, with the shell's own words for what was typed. */
const COMPLETED: Readonly<Record<string, string>> = {
  bash: `compopt() { :; }; eval "$(flowlix completion bash)"
    COMP_WORDS=(flowlix $0) COMP_CWORD=2; __flowlix_complete; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { : }; _describe() { print -l -- \${completions%%:*} }; eval "$(flowlix completion zsh)"
    words=(flowlix \${=0}) CURRENT=3; _flowlix`,
  fish: `flowlix completion fish | source; complete -C "flowlix $argv" | cut -f1`,
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  bash: ["--noprofile", "--norc", "-c"],
  zsh: ["-f", "-c"],
  fish: ["--no-config", "-c"],
};

describe("the merchants' command line in shells", function () {
  this.timeout(120_000);
  let folder: GuardedFolder;
  let env: Record<string, string>;
  before(() => {
    folder = guardedFolder("command-line-shells");
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    symlinkSync(PROGRAM, join(bin, "flowlix"));
    env = { PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`, HOME: folder.path };
  });
  after(() => folder.remove());

  for (const shell of ["bash", "zsh", "fish"])
    describe(shell, () => {
      before(function () {
        if (!has(shell, "--version")) skipBecause(this, `there is no ${shell}`);
      });

      for (const [typed, expected] of [
        ["payments l", ["list"]],
        ["trigger payout.p", ["payout.pending", "payout.processing"]],
        ["completion f", ["fish"]],
      ] as const)
        it(`completes "flowlix ${typed}" to ${expected.join(" and ")}`, () => {
          const printed = execFileSync(shell, [...(OPTIONS[shell] ?? []), COMPLETED[shell] ?? "", typed], {
            env,
            encoding: "utf8",
          });
          expect(printed.trim().split("\n")).to.deep.equal(expected);
        });
    });

  it("offers the shells of its page, and no other", () => {
    const offered = execFileSync("flowlix", ["complete", "--", "completion", ""], { env, encoding: "utf8" });
    expect([...offered.matchAll(/^\w+/gm)].map(([shell]) => shell)).to.deep.equal(["bash", "zsh", "fish"]);
  });

  it("runs as it is published, without the sources", () => {
    const published = join(folder.path, "published");
    cpSync(join(PACKAGE, "bin"), join(published, "bin"), { recursive: true });
    cpSync(join(PACKAGE, "package.json"), join(published, "package.json"));
    symlinkSync(join(PACKAGE, "../../node_modules"), join(folder.path, "node_modules"));
    const build = ["-p", join(PACKAGE, "tsconfig.build.json"), "--outDir", join(published, "dist")];
    execFileSync(process.execPath, [TSC, ...build], { stdio: "pipe" });
    const printed = execFileSync(join(published, "bin/flowlix.mjs"), ["--version"], {
      env,
      encoding: "utf8",
    });
    expect(printed).to.match(/^[0-9]+\.[0-9]+\.[0-9]+(-dev)?\n$/);
  });

  it("npx runs it in the repository, and its end is the program's", () => {
    const { status, stdout } = spawnSync("flowlix", ["paymnts"], { env, encoding: "utf8" });
    expect([status, stdout]).to.deep.equal([2, ""]);
    const linked = fileURLToPath(new URL("../../../node_modules/.bin/flowlix", import.meta.url));
    expect(spawnSync(linked, ["--version"], { env, encoding: "utf8" }).stdout).to.match(/^[0-9]+\.[0-9]+/);
  });

  describe("on a terminal of its own", () => {
    before(function () {
      if (!has("script", "-qec", "true", "/dev/null")) skipBecause(this, "there is no script of util-linux");
    });

    it("asks for address and key, shows no letter of the key, and colours what it prints", async () => {
      const api = await startReceiver(() => ({ status: 200, body: '{"data":[],"has_more":false}' }));
      const child = spawn(
        "script",
        ["-qec", "flowlix login && flowlix payments list", join(folder.path, "typescript")],
        {
          env: { ...env, TERM: "xterm", XDG_CONFIG_HOME: join(folder.path, "config") },
          stdio: ["pipe", "pipe", "inherit"],
        },
      );
      let shown = "";
      child.stdout.on("data", (chunk: Buffer) => void (shown += chunk.toString()));
      await waitFor("the first question", () => shown.includes("Address of the platform"));
      child.stdin.write(`${api.url}\r`);
      await waitFor("the second question", () => shown.includes("API key"));
      child.stdin.write(`${KEY}\r`);
      const [code] = await once(child, "exit");
      expect(code, shown).to.equal(0);
      expect(shown).to.contain("Logged in to").and.contain("\u001b[2mThere are none.");
      expect(shown).not.to.contain(KEY).and.not.contain(KEY.slice(12, 20));
      await api.close();
    });
  });

  it("listens until Ctrl-C, and ends in good order", async () => {
    const api = await startReceiver(() => ({ status: 200, body: '{"data":[],"has_more":false}' }));
    const account = { ...env, FLOWLIX_URL: api.url, FLOWLIX_KEY: KEY };
    const child = spawn("flowlix", ["listen"], { env: account, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
    await waitFor("it to listen", () => printed.includes("Listening") && api.requests.length > 0);
    child.kill("SIGINT");
    expect(await once(child, "exit")).to.deep.equal([0, null]);
    await api.close();
  });

  it("below npx it ends with the shell that npx runs it by, which does not hand a signal on", async () => {
    const api = await startReceiver(() => ({ status: 200, body: '{"data":[],"has_more":false}' }));
    const account = { ...env, FLOWLIX_URL: api.url, FLOWLIX_KEY: KEY, npm_lifecycle_event: "npx" };
    // A shell that waits, as npm's does; the program's number is in what it prints.
    const shell = spawn("sh", ["-c", "flowlix listen & echo $!; wait"], {
      env: account,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    shell.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
    await waitFor("it to listen", () => printed.includes("Listening"));
    const program = Number.parseInt(printed, 10);
    // Both have the pipe, which ends with the last of them.
    let isClosed = false;
    shell.once("close", () => (isClosed = true));
    try {
      shell.kill("SIGTERM");
      await waitFor("the program's end", () => isClosed);
    } finally {
      if (isThere(program)) process.kill(program);
      await api.close();
    }
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
