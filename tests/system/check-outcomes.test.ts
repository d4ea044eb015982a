import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A module of the tools, which no package may import. */
function outcome(expression: string): unknown {
  const script = `import * as o from ${JSON.stringify(`${ROOT}tools/outcome.ts`)}; console.log(JSON.stringify(${expression}))`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
}

describe("what a target of checks ends with", () => {
  it("is 1 where something failed or nothing was there, 69 where all was left out, else 0", () => {
    const counts = [
      [3, 1, 2],
      [0, 0, 0],
      [0, 0, 4],
      [3, 0, 4],
      [3, 0, 0],
    ].map(([passed, failed, skipped]) => ({ passed, failed, skipped }));
    expect(outcome(`${JSON.stringify(counts)}.map(o.exitCodeOf)`)).to.deep.equal([1, 1, 69, 0, 0]);
  });

  it("names each word of CHECKS that is in no title, and the titles", () => {
    expect(outcome(`o.unknownWords(["lint", "nosuch"], ["helm lint", "unit tests"])`)).to.deep.equal([
      'no check has "nosuch" in its title; there are\n  helm lint\n  unit tests',
    ]);
  });
});
