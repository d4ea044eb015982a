import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** A program of the tools, which no package may import. */
const CHECK = fileURLToPath(new URL("../../tools/citations/main.ts", import.meta.url));

// Put together here, so that this file cites nothing.
const DESIGN = "docs/design";
const RECORDS = "docs/decisions";
const SIGN = "§";
const NUMBER = 5;

const PAGES = {
  CODEOWNERS: "",
  [`${RECORDS}/index.md`]: "",
  [`${DESIGN}/architecture.md`]: '# Architecture\n\n## Ways to run\n\n1. <a id="rule-1"></a>One.\n',
};

/** Stands in a page for the commit that its tree has. */
const OWN_COMMIT = "OWN_COMMIT";

function commitIn(tree: string): string {
  const author = ["-c", "user.name=a", "-c", "user.email=a"];
  execFileSync("git", [...author, "commit", "-qm", "a", "--allow-empty"], { cwd: tree });
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: tree, encoding: "utf8" }).trim();
}

describe("citations", () => {
  const trees: string[] = [];

  after("remove the trees", () => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  function problemsOf(files: Readonly<Record<string, string>>): string[] {
    const tree = mkdtempSync(join(tmpdir(), "citations-"));
    trees.push(tree);
    for (const [path, text] of Object.entries({ ...PAGES, ...files })) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    symlinkSync("docs", join(tree, "linked"));
    execFileSync("git", ["init", "--quiet", tree]);
    const page = files["CONTRIBUTING.md"];
    if (page !== undefined)
      writeFileSync(join(tree, "CONTRIBUTING.md"), page.replaceAll(OWN_COMMIT, commitIn(tree)));
    const { status, stdout } = spawnSync(process.execPath, ["--no-warnings", CHECK], {
      cwd: tree,
      encoding: "utf8",
    });
    const problems = stdout.split("\n").filter((line) => line !== "");
    expect(status).to.equal(problems.length === 0 ? 0 : 1);
    return problems;
  }

  it("hold where the page and the anchor exist, by a mark or by a heading", () => {
    const problems = problemsOf({
      "src/a.ts": `/** One (${DESIGN}/architecture.md#rule-1, #ways-to-run and\n * #architecture). */\n`,
      "docs/b.md": "[a](design/architecture.md#rule-1), [b](design/architecture.md), [c](#d)\n\n# D\n",
      "src/migrations/1-a.ts": `// decisions ${SIGN}4\n`,
    });
    expect(problems).to.deep.equal([]);
  });

  const REFUSED: readonly (readonly [what: string, path: string, text: string, problem: RegExp])[] = [
    ["an anchor that is not there", "a.ts", `// ${DESIGN}/architecture.md#rule-2`, /#rule-2 .* has none/],
    [
      "one on the next line",
      "a.ts",
      ` * ${DESIGN}/architecture.md#rule-1 and\n * #rule-2`,
      /a\.ts:1 .*#rule-2/,
    ],
    ["a page that is not there", "a.ts", `// ${DESIGN}/stack.md#rule-1`, /stack\.md, which does not exist/],
    ["a whole page in code", "a.ts", `// ${DESIGN}/architecture.md`, /names no anchor/],
    [
      "a section by its number",
      "a.ts",
      `\n// architecture ${SIGN}2 rule 4`,
      /a\.ts:2 names a section by its number/,
    ],
    ["an issue", "a.md", `what issue ${NUMBER} allows`, /names an issue/],
    ["a record that is not there", "a.ts", `// ${RECORDS}/0001`, /0001, which does not exist/],
    ["a link to no file", "a.md", "[a](b.png)", /links to b\.png, which does not exist/],
    [
      "a name of no file",
      "a.md",
      "see `libs/cards/src/a.ts`",
      /names libs\/cards\/src\/a\.ts, which does not exist/,
    ],
    ["a package that nobody owns", "libs/a/package.json", "{}", /CODEOWNERS has no line for \/libs\/a\//],
    ["an owner of a path that is gone", "CODEOWNERS", "/libs/a/ @one", /CODEOWNERS names \/libs\/a\/, which/],
    ["a link to no anchor", "docs/a.md", "[a](design/architecture.md#rule-2)", /#rule-2 .* has none/],
  ];
  for (const [what, path, text, problem] of REFUSED)
    it(`refuse ${what}`, () => {
      expect(problemsOf({ [path]: text }).join("\n")).to.match(problem);
    });

  it("refuse a commit to read that a clone does not have", () => {
    const page = "\n- `0123abc` feat: a\n- `OWN_COMMIT` feat: b\n";
    expect(problemsOf({ "CONTRIBUTING.md": page })).to.deep.equal([
      "CONTRIBUTING.md:2 names the commit 0123abc, which does not exist",
    ]);
  });

  it("ask for no commit where the page stands in another history, as in an export", () => {
    expect(problemsOf({ "CONTRIBUTING.md": "\n- `0123abc` feat: a\n" })).to.deep.equal([]);
  });
});
