import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A module of the tools, which no package may import. */
function inCi(module: string, expression: string): unknown {
  const script = `import * as m from ${JSON.stringify(`${ROOT}tools/regexes/${module}.ts`)}; console.log(JSON.stringify(${expression}))`;
  const args = ["--no-warnings", "--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

const verdictsOf = (...expressions: RegExp[]): unknown =>
  inCi("check", `await Promise.all([${expressions.map(String).join(", ")}].map(m.check))`);

const collected = (text: string): unknown =>
  inCi("collect", `m.collect([{ path: "a.ts", text: ${JSON.stringify(text)} }])`);

describe("the check of regular expressions", () => {
  it("refuses a trim that begins again at every blank, and takes one that begins at the first", () => {
    // oxlint-disable-next-line no-useless-escape -- as it was
    expect(verdictsOf(/^[ \t]+|[ \t]+$/g, /^[ \t]+/)).to.deep.equal(["2nd degree polynomial", "linear"]);
  });

  it("refuses an expiry whose blanks can be divided in many ways, and takes one with one way", () => {
    expect(
      verdictsOf(
        /^(\d{1,2})\s*[/.\-\s]\s*(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/,
        /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/,
      ),
    ).to.deep.equal(["2nd degree polynomial", "linear"]);
  });

  it("refuses what takes exponential time", () => {
    expect(verdictsOf(/^(?:a|a)+$/)).to.deep.equal(["exponential"]);
  });

  it("meets literals, patterns of schemas, built expressions and texts that become one", () => {
    const script = [
      'const NAME: string = "[a-z]+";',
      "export const all = [/a/g, new RegExp(`^${NAME}$`, 'i'), { pattern: NAME + '!' }, 'x'.match('y')];",
    ].join("\n");
    expect(collected(script)).to.deep.equal({
      expressions: [
        { source: "a", flags: "g", at: "a.ts:2" },
        { source: "^[a-z]+$", flags: "i", at: "a.ts:2" },
        { source: "[a-z]+!", flags: "u", at: "a.ts:2" },
        { source: "y", flags: "", at: "a.ts:2" },
      ],
      unread: [],
    });
  });

  it("names the place of an expression that it cannot read", () => {
    expect(collected("export const of = (name) => new RegExp(name);")).to.deep.equal({
      expressions: [],
      unread: ["a.ts:1"],
    });
  });
});
