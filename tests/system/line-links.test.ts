import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** A program of the tools, which no package may import. */
const TOOL = fileURLToPath(new URL("../../tools/citations/line-links.ts", import.meta.url));

const PAGE = "docs/a.md";
const SOURCE = [
  'import { one } from "./one.ts";',
  "export async function pay() {",
  "  one();",
  "}",
  "const table = {",
  "  begin: () => pay(),",
  "};",
].join("\n");

describe("links to lines", () => {
  const trees: string[] = [];

  after("remove the trees", () => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  function run(page: string, ...args: string[]): { problems: string; page: string } {
    const tree = mkdtempSync(join(tmpdir(), "line-links-"));
    trees.push(tree);
    for (const [path, text] of Object.entries({ [PAGE]: page, "src/a.ts": SOURCE })) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    execFileSync("git", ["init", "--quiet", tree]);
    const { status, stdout } = spawnSync(process.execPath, ["--no-warnings", TOOL, ...args], {
      cwd: tree,
      encoding: "utf8",
    });
    expect(status).to.equal(stdout === "" ? 0 : 1);
    return { problems: stdout, page: readFileSync(join(tree, PAGE), "utf8") };
  }

  it("hold where the line declares what the link is called, by a keyword or as a member", () => {
    const page = "[pay](../src/a.ts#L2), [`begin`](../src/a.ts#L6)\n";
    expect(run(page, "--check")).to.deep.equal({ problems: "", page });
  });

  it("are refused where the line only uses it, and are not written by a check", () => {
    const page = "\n[pay](../src/a.ts#L6)\n";
    const checked = run(page, "--check");
    expect(checked.problems).to.match(/docs\/a\.md:2 pay is declared in line 2/);
    expect(checked.page).to.equal(page);
  });

  it("are written anew where lines have moved, all of a page and nothing else of it", () => {
    const written = run("a [pay](../src/a.ts#L40) b\n[begin](../src/a.ts#L1) c\n");
    expect(written).to.deep.equal({
      problems: "",
      page: "a [pay](../src/a.ts#L2) b\n[begin](../src/a.ts#L6) c\n",
    });
  });

  const REFUSED: readonly (readonly [what: string, link: string, problem: RegExp])[] = [
    ["a symbol that the file imports", "[one](../src/a.ts#L1)", /one, which src\/a\.ts does not declare/],
    ["a longer name", "[pa](../src/a.ts#L2)", /pa, which src\/a\.ts does not declare/],
    ["a file that is gone", "[pay](../src/b.ts#L2)", /src\/b\.ts, which does not exist/],
    ["a text that is no symbol", "[how to pay](../src/a.ts#L2)", /"how to pay" names no symbol/],
  ];
  for (const [what, link, problem] of REFUSED)
    it(`are refused to ${what}, also when they are written`, () => {
      const written = run(`${link}\n`);
      expect(written.problems).to.match(problem);
      expect(written.page).to.equal(`${link}\n`);
    });
});
