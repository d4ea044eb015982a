import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** A program of the tools, which no package may import. */
const CHECK = fileURLToPath(new URL("../../tools/comments/main.ts", import.meta.url));

/** So many columns, of words. */
const wide = (start: string, columns: number, end = ""): string =>
  start + "word ".repeat(columns).slice(0, columns - start.length - end.length - 1) + `x${end}`;

describe("the check of comments", () => {
  let tree = "";

  before("a tree", () => {
    tree = mkdtempSync(join(tmpdir(), "comments-"));
    execFileSync("git", ["init", "--quiet", tree]);
  });

  after("remove the tree", () => {
    rmSync(tree, { recursive: true, force: true });
  });

  function problemsOf(path: string, text: string): string {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
    const { status, stdout } = spawnSync(process.execPath, ["--no-warnings", CHECK], {
      cwd: tree,
      encoding: "utf8",
    });
    rmSync(join(tree, path));
    expect(status).to.equal(stdout === "" ? 0 : 1);
    return stdout;
  }

  const COMMENTS: readonly (readonly [what: string, start: string, end?: string])[] = [
    ["a line comment", "  // "],
    ["a line of a block", "   * "],
    ["a block on one line", "/** ", " */"],
  ];
  for (const [what, start, end] of COMMENTS) {
    it(`takes ${what} of 120 columns`, () => {
      expect(problemsOf("a.ts", wide(start, 120, end))).to.equal("");
    });

    it(`refuses ${what} of 121 columns`, () => {
      expect(problemsOf("src/a.mjs", `\n${wide(start, 121, end)}`)).to.match(/^src\/a\.mjs:2 .*121 columns/);
    });
  }

  const TAKEN: readonly (readonly [what: string, path: string, text: string])[] = [
    ["a link alone, which cannot be broken", "a.ts", `// https://docs.example/${"a".repeat(120)}`],
    ["a directive of the linter", "a.ts", wide("// oxlint-disable-next-line no-eval -- ", 140)],
    ["code, which prettier breaks", "a.ts", wide('const a = "', 140, '";')],
    ["a migration, whose checksum covers its comments", "libs/a/src/migrations/1-a.ts", wide("// ", 140)],
    ["a page", "a.md", wide("* ", 140)],
  ];
  for (const [what, path, text] of TAKEN)
    it(`takes ${what}`, () => {
      expect(problemsOf(path, text)).to.equal("");
    });
});
