import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { problemsOfOwners } from "./code-owners.ts";
import { problemsOfCommits } from "./commits.ts";
import { problemsOfRecords, readRecords, RECORDS } from "./decision-records.ts";

/**
 * Says which citations lead nowhere, and exits 1 where there is one: a page, an anchor, a decision record or a file of
 * a page that does not exist, a whole page of the design where code means a sentence of it, a section by its number, or
 * an issue. A clone of this repository must be enough to open what it cites. The decision records with their index, the
 * file of owners and the commits that contributors are to read are checked as well.
 */
/** Further anchors may stand on the next line of a comment. */
const CITATION =
  /docs\/design\/(?<page>[\w-]+\.md)(?<anchors>#[\w-]+(?:(?:,| and)\s(?:[ \t]*(?:\*|\/\/) )?#[\w-]+)*)?/g;
/** By its number alone, or by its file. */
const RECORD = /docs\/decisions\/(?<record>\d[\w-]*(?:\.md)?)/g;
/** A file of the tree in a page, named from its root. */
const NAMED =
  /`(?<file>(?:libs|services|tests|charts|docs|k8s|deploy|loadtests|observability|tools|\.ci)\/[\w./-]+\.\w+)`/g;
const LINK = /\]\((?<path>[^\s()#:]+)?(?<anchor>#[^\s()]+)?\)/g;
const UNREADABLE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:architecture|decisions|stack|operations|specification)(?:\.md)? \(?§/gi,
    "names a section by its number",
  ],
  [/\bissue #?\d/gi, "names an issue"],
];
const ANCHOR = /<a id="(?<id>[^"]+)"><\/a>/g;
const HEADING = /^#{1,6} (?<title>.+)$/gm;

const anchorsOf = new Map<string, ReadonlySet<string> | null>();
const records = readRecords();
const problems = [
  ...trackedFiles().flatMap(problemsOf),
  ...problemsOfOwners(),
  ...problemsOfCommits(),
  ...problemsOfRecords(records).map((problem) => `${RECORDS}: ${problem}`),
];
if (problems.length > 0) {
  process.stdout.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}

function trackedFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  // A released migration has a checksum, its comments included.
  return listed
    .split("\0")
    .filter((path) => path !== "tools/citations/main.ts" && !path.includes("/migrations/") && isFile(path));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function problemsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const isPage = path.endsWith(".md");
  const found = [
    ...UNREADABLE.flatMap(([words, what]) => [...text.matchAll(words)].flatMap((match) => at(match, [what]))),
    ...[...text.matchAll(CITATION)].flatMap((citation) => at(citation, ofCitation(citation, isPage))),
    ...[...text.matchAll(RECORD)].flatMap((citation) => at(citation, ofRecord(citation))),
    ...(isPage ? [...text.matchAll(LINK)].flatMap((link) => at(link, ofLink(path, link))) : []),
    ...(isPage ? [...text.matchAll(NAMED)].flatMap((named) => at(named, ofName(named))) : []),
  ];
  return found.map(({ index, what }) => `${path}:${text.slice(0, index).split("\n").length} ${what}`);
}

function at({ index }: RegExpExecArray, whats: readonly string[]): { index: number; what: string }[] {
  return whats.map((what) => ({ index, what }));
}

function ofCitation({ groups = {} }: RegExpExecArray, mayBeWhole: boolean): string[] {
  const page = `docs/design/${groups["page"]}`;
  const cited = groups["anchors"]?.match(/#[\w-]+/g) ?? [];
  if (cited.length === 0 && !mayBeWhole && isFile(page)) return [`names no anchor of ${page}`];
  return missing(page, cited);
}

function ofRecord({ groups = {} }: RegExpExecArray): string[] {
  const cited = groups["record"] ?? "";
  const named = (name: string) => (cited.length === 4 ? name.startsWith(`${cited}-`) : name === cited);
  return [...records.keys()].some(named) ? [] : [`names ${RECORDS}/${cited}, which does not exist`];
}

function ofLink(from: string, { groups = {} }: RegExpExecArray): string[] {
  const { path, anchor } = groups;
  const target = path === undefined ? from : join(dirname(from), decodeURI(path));
  if (!target.endsWith(".md")) return existsSync(target) ? [] : [`links to ${target}, which does not exist`];
  return missing(target, anchor === undefined ? [] : [anchor]);
}

function ofName({ groups = {} }: RegExpExecArray): string[] {
  const file = groups["file"] ?? "";
  return existsSync(file) ? [] : [`names ${file}, which does not exist`];
}

function missing(page: string, cited: readonly string[]): string[] {
  const known = anchors(page);
  if (known === null) return [`names ${page}, which does not exist`];
  return cited
    .filter((anchor) => !known.has(anchor.slice(1)))
    .map((anchor) => `names ${anchor} of ${page}, which has none`);
}

function anchors(page: string): ReadonlySet<string> | null {
  const known = anchorsOf.get(page);
  if (known !== undefined) return known;
  const found = isFile(page) ? idsOf(readFileSync(page, "utf8")) : null;
  anchorsOf.set(page, found);
  return found;
}

function idsOf(text: string): ReadonlySet<string> {
  const explicit = [...text.matchAll(ANCHOR)].map(({ groups }) => groups?.["id"] ?? "");
  const headings = [...text.matchAll(HEADING)].map(({ groups }) => slugOf(groups?.["title"] ?? ""));
  return new Set([...explicit, ...headings]);
}

/** As the hosts of repositories make anchors of headings. */
function slugOf(title: string): string {
  const kept = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return kept.trim().replaceAll(/\s/g, "-");
}
