import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** A program of the tools, which no package may import. */
const TOOL = fileURLToPath(new URL("../../tools/specification/main.ts", import.meta.url));

const PAGE = "docs/specification-tests.md";
const TESTS = "libs/a/test/a.test.ts";
/** Put together here, so that this file names no rule. */
const tagged = (title: string, ids: string): string => JSON.stringify(`${title} [${ids}]`);
const RULES =
  '{\n"proved": { "A page": {\n"A-1": "One | two.",\n"A-2": "Two."\n} }, "later": {}, "toReaders": {}\n}';
const SUITE = `describe(${tagged("a suite", "A-2")}, () => {
  for (const n of [1, 1, 2, 3, 4, 5]) it(\`row \${n}\${${tagged("", "A-1")}}\`, () => n);
  it(${tagged("another", "A-1, A-2")}, () => {});
});`;

describe("the page of the specification and its tests", () => {
  const trees: string[] = [];

  after("remove the trees", () => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  function run({ rules = RULES, suite = SUITE, page = "" }, ...args: string[]) {
    const tree = mkdtempSync(join(tmpdir(), "specification-"));
    trees.push(tree);
    const files = { "tools/specification/rules.json": rules, [TESTS]: suite, [PAGE]: page };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", TOOL, ...args], {
      cwd: tree,
      encoding: "utf8",
    });
    return { status, stderr, page: readFileSync(join(tree, PAGE), "utf8") };
  }

  it("names with each rule the tests and suites whose titles name it, and of a long table the first rows", () => {
    const { status, page } = run({});
    expect(status).to.equal(0);
    expect(page.split("\n").filter((line) => line.startsWith("| A"))).to.deep.equal([
      `| A-1 | One \\| two. | [a.test.ts](../${TESTS}): row 1<br>[a.test.ts](../${TESTS}): row 2<br>[a.test.ts](../${TESTS}): row 3<br>and 2 more<br>[a.test.ts](../${TESTS}): another |`,
      `| A-2 | Two. | [a.test.ts](../${TESTS}): a suite<br>[a.test.ts](../${TESTS}): another |`,
    ]);
    expect(run({ page }, "--check")).to.deep.equal({ status: 0, stderr: "", page });
  });

  it("is refused by a check where it is out of date, and not written", () => {
    const { status, stderr, page } = run({ page: "old" }, "--check");
    expect([status, page]).to.deep.equal([1, "old"]);
    expect(stderr).to.contain("out of date");
  });

  const none = `describe(${tagged("a suite", "A-2")}, () => {}); describe(${tagged("b", "A-1")}, () => it("c", () => {}));`;
  const REFUSED: readonly (readonly [
    string,
    { readonly rules?: string; readonly suite?: string },
    RegExp,
  ])[] = [
    ["a rule that no title names", { suite: SUITE.replaceAll("A-1", "A-2") }, /^A-1 stands in no title/],
    ["a rule that a suite without tests names", { suite: none }, /^A-2 stands in no title/],
    [
      "a title that names what is no rule",
      { suite: SUITE.replace("A-1", "A-3") },
      /^A-3 is no rule, but libs\/a/,
    ],
    ["two rules of one id", { rules: RULES.replace("A-2", "A-1") }, /two rules A-1/],
  ];
  for (const [what, tree, problem] of REFUSED)
    it(`is not written where there is ${what}`, () => {
      const { status, stderr, page } = run(tree);
      expect([status, page]).to.deep.equal([1, ""]);
      expect(stderr).to.match(problem);
    });
});
