import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { blocksOf } from "../../tools/documented-commands/commands.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What runs until it is stopped. */
const STAYS = /^(make start|node )/m;
/** What a comment says that is printed: `# "status": "FAILED", "failure_code": …`. */
const PROMISED = /"(?<name>\w+)": (?<value>"\w+"|\d+)(?=[^{}]*$)/g;

const blocksOfPage = (name: string): string[] =>
  blocksOf(readFileSync(join(ROOT, name), "utf8"))
    .map(({ text }) => text)
    .filter((text) => !STAYS.test(text));

/** In their order, such as `"status":"FAILED"`. */
const promisedIn = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line) => [...(line.split(/\s#\s/)[1] ?? "").matchAll(PROMISED)])
    .map(({ groups }) => `"${groups?.["name"] ?? ""}":${groups?.["value"] ?? ""}`);

describe("The first payment of the README and the tour", function () {
  this.timeout(START_TIMEOUT_MS);
  let installation: Installation;
  before(async () => {
    installation = await startStandalone();
  });
  after(() => installation.stop());

  it("run as pasted into one shell, and print what their comments say", async () => {
    const pasted = [...blocksOfPage("README.md"), ...blocksOfPage("docs/tour.md")].join("\n");
    const script = pasted
      .replaceAll(".data/", `${installation.dataDir}/`)
      .replaceAll("http://127.0.0.1:3000", installation.publicUrl);
    const { stdout, stderr } = await promisify(execFile)("sh", ["-e", "-c", script], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], HOME: installation.dataDir },
    });
    expect(stderr).to.equal("");
    const promised = promisedIn(pasted);
    expect(promised).to.include.members(['"failure_code":"insufficient_funds"', '"amount_refunded":1200']);
    for (const line of stdout.trimEnd().split("\n")) expect(line, "one answer a line").not.to.match(/\}[{h]/);
    expect(stdout.endsWith("\n"), "a prompt begins on a line of its own").to.equal(true);
    let from = 0;
    for (const one of promised) {
      const at = stdout.indexOf(one, from);
      expect(at, `${one} in ${stdout.slice(from)}`).to.be.greaterThan(-1);
      from = at;
    }
  });
});
