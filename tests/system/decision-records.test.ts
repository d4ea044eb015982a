import { execFileSync } from "node:child_process";
import { expect } from "chai";

/** A module of the tools, which no package may import. */
const CHECK = new URL("../../tools/citations/decision-records.ts", import.meta.url).href;

const recordOf = (number: string, title: string, status = "accepted"): string =>
  `# ${number}. ${title}\n\n- Status: ${status}\n- Date: 2026-11-23\n- Package: payments\n\n` +
  "## Context\n\nThis was so.\n\n## Decision\n\nSo we do that.\n\n## Consequences\n\nThen this is so.\n";

const rowOf = (number: string, file: string, title: string, status = "accepted"): string =>
  `| [${number}](${file}) | ${title} | ${status} | payments | 2026-11-23 |\n`;

const FIRST = recordOf("0001", "One thing");
const FIRST_ROW = rowOf("0001", "0001-one.md", "One thing");

function problemsOf(pages: Readonly<Record<string, string>>): string[] {
  const script = `import { problemsOfRecords } from "${CHECK}"; console.log(JSON.stringify(problemsOfRecords(new Map(${JSON.stringify(Object.entries(pages))}))))`;
  const args = ["--no-warnings", "--input-type=module", "--eval", script];
  const problems: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  return Array.isArray(problems) ? problems.map(String) : [];
}

describe("the decision records and their index", () => {
  it("hold where every record has its parts and one line in the index", () => {
    const replaced = "superseded by [0001](0001-one.md)";
    expect(
      problemsOf({
        "0001-one.md": FIRST,
        "0002-two.md": recordOf("0002", "Another", replaced),
        "index.md": FIRST_ROW + rowOf("0002", "0002-two.md", "Another", replaced),
      }),
    ).to.deep.equal([]);
  });

  const REFUSED: readonly (readonly [
    what: string,
    pages: Readonly<Record<string, string>>,
    problem: RegExp,
  ])[] = [
    ["a record that is not listed", { "0001-one.md": FIRST, "index.md": "" }, /in the index 0 times/],
    [
      "a record that is listed twice",
      { "0001-one.md": FIRST, "index.md": FIRST_ROW + FIRST_ROW },
      /in the index 2 times/,
    ],
    [
      "a line for a record that is gone",
      { "index.md": FIRST_ROW },
      /lists 0001-one.md, which does not exist/,
    ],
    [
      "a line that says something else than its record",
      { "0001-one.md": FIRST, "index.md": rowOf("0001", "0001-one.md", "Another thing") },
      /its line in the index differ/,
    ],
    [
      "a record without one of its parts",
      { "0001-one.md": FIRST.replace("## Consequences", "## Then"), "index.md": FIRST_ROW },
      /lacks a part/,
    ],
    [
      "two records of one number",
      {
        "0001-one.md": FIRST,
        "0001-two.md": recordOf("0001", "Another"),
        "index.md": FIRST_ROW + rowOf("0001", "0001-two.md", "Another"),
      },
      /0001 is the number of two records/,
    ],
    [
      "a successor that does not exist",
      {
        "0001-one.md": recordOf("0001", "One thing", "superseded by [0002](0002-two.md)"),
        "index.md": rowOf("0001", "0001-one.md", "One thing", "superseded by [0002](0002-two.md)"),
      },
      /superseded by a page that does not exist/,
    ],
  ];
  for (const [what, pages, problem] of REFUSED)
    it(`refuse ${what}`, () => {
      const problems = problemsOf(pages);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });
});
