/** The groups of a section, by who reads them. */
export type Notes = Readonly<Record<"merchants" | "operators", string>>;

const UNRELEASED = "## Unreleased";
const EMPTY = `${UNRELEASED}\n\n### For merchants\n\n### For operators\n`;

/**
 * Makes what is unreleased the section of a release, and an empty one above it. Errors: where nothing is unreleased.
 */
export function released(changelog: string, version: string, date: string): string {
  const { merchants, operators } = notesOf(changelog, "Unreleased");
  if (merchants === "" && operators === "") throw new Error("CHANGELOG.md: nothing is unreleased");
  if (changelog.includes(`\n## ${version} (`))
    throw new Error(`CHANGELOG.md: ${version} is released already`);
  const groups = [
    ...(merchants === "" ? [] : [`### For merchants\n\n${merchants}\n`]),
    ...(operators === "" ? [] : [`### For operators\n\n${operators}\n`]),
  ];
  const section = `## ${version} (${date})\n\n${groups.join("\n")}`;
  const [before, after] = around(changelog, "Unreleased");
  return `${before}${EMPTY}\n${section}${after === "" ? "" : `\n${after}`}`;
}

/** What a section says to each, without its headings. */
export function notesOf(changelog: string, title: string): Notes {
  const [before, after] = around(changelog, title);
  const section = changelog.slice(before.length, changelog.length - after.length);
  const group = (name: string): string => {
    const [, text = ""] = section.split(`\n### For ${name}\n`);
    return (text.split("\n### ")[0] ?? "").trim();
  };
  return { merchants: group("merchants"), operators: group("operators") };
}

/**
 * What is before and after the section whose heading is the title, with or without a date. Errors: where there is none.
 */
function around(changelog: string, title: string): readonly [string, string] {
  const starts = [...changelog.matchAll(/^## .*$/gm)];
  const at = starts.findIndex(([line]) => line === `## ${title}` || line.startsWith(`## ${title} (`));
  const from = starts[at]?.index;
  if (from === undefined) throw new Error(`CHANGELOG.md: there is no section "${title}"`);
  const to = starts[at + 1]?.index ?? changelog.length;
  return [changelog.slice(0, from), changelog.slice(to)];
}
