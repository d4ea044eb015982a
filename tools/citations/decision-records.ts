import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const RECORDS = "docs/decisions";
const INDEX = "index.md";
/** Says what records are and how one is added. */
const ABOUT = "README.md";
const NAME = /^(?<number>\d{4})-[a-z0-9-]+\.md$/;
/** A line of the index: number, file, title, status, packages, date. */
const ROW = /^\| \[(?<number>\d{4})\]\((?<file>[^)]+)\) +\| (?<cells>.+) \|$/gm;
/** Each record has these, in this order. */
const PARTS =
  /^# (?<number>\d{4})\. (?<title>.+)\n\n- Status: (?<status>.+)\n- Date: (?<date>\d{4}-\d\d-\d\d)\n- Package: (?<packages>.+(?:\n {2}.+)*)\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/;
const STATUS = /^(?:accepted|superseded by \[\d{4}\]\((?<by>[^)]+)\))$/;

/** All pages of decision records by the name of their file, the index among them. */
export const readRecords = (): ReadonlyMap<string, string> =>
  new Map(readdirSync(RECORDS).map((name) => [name, readFileSync(join(RECORDS, name), "utf8")]));

/**
 * What is wrong with the records and their index, a line each: a record without a number of its own or without one of
 * its parts, one that is not in the index exactly once, and a line of the index that says something else than its
 * record.
 */
export function problemsOfRecords(pages: ReadonlyMap<string, string>): string[] {
  const rows = [...(pages.get(INDEX) ?? "").matchAll(ROW)].map(({ groups = {} }) => groups);
  const names = [...pages.keys()].filter((name) => name !== INDEX && name !== ABOUT);
  const numbers = names.map((name) => NAME.exec(name)?.groups?.["number"]);
  return [
    ...names.flatMap((name, index) => {
      const number = numbers[index];
      if (number === undefined) return [`${name} is not called NNNN-title.md`];
      return [
        ...(numbers.indexOf(number) === index ? [] : [`${number} is the number of two records`]),
        ...problemsOf(name, number, pages, rows),
      ];
    }),
    ...rows
      .map(({ file = "" }) => file)
      .filter((file) => !pages.has(file))
      .map((file) => `the index lists ${file}, which does not exist`),
  ];
}

type Groups = Readonly<Record<string, string | undefined>>;

function problemsOf(
  name: string,
  number: string,
  pages: ReadonlyMap<string, string>,
  rows: readonly Groups[],
): string[] {
  const record = PARTS.exec(pages.get(name) ?? "")?.groups;
  if (record === undefined) return [`${name} lacks a part, or has them in another order`];
  const { title = "", status = "", date = "" } = record;
  const packages = (record["packages"] ?? "").replaceAll("\n ", "");
  const listed = rows.filter(({ file }) => file === name);
  const successor = STATUS.exec(status)?.groups;
  const cells = (row: Groups) => (row["cells"] ?? "").split("|").map((cell) => cell.trim());
  return [
    ...(record["number"] === number ? [] : [`${name} calls itself ${record["number"]}`]),
    ...(STATUS.test(status)
      ? []
      : [`${name} has the status "${status}": accepted, or superseded by a record`]),
    ...(successor?.["by"] === undefined || pages.has(successor["by"])
      ? []
      : [`${name} is superseded by a page that does not exist`]),
    ...(listed.length === 1 ? [] : [`${name} is in the index ${listed.length} times`]),
    ...listed
      .filter(
        (row) =>
          row["number"] !== number || cells(row).join("|") !== [title, status, packages, date].join("|"),
      )
      .map(() => `${name} and its line in the index differ`),
  ];
}
