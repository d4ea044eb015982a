import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE } from "./catalogue.ts";
import { problemsOf } from "./check.ts";
import { documentOf } from "./document.ts";
import { titlesOf } from "./titles.ts";

/** `npm run specification`: writes the table of sentences and tests; with `--check` only says what is wrong. */
const ROOT = join(import.meta.dirname, "../..");
const FILE = "docs/specification-tests.md";

const { proved } = CATALOGUE;
const files = new Set(
  proved.flatMap(({ rules }) =>
    Object.values(rules).flatMap(([, ...tests]) => tests.map(({ file }) => file)),
  ),
);
const problems = problemsOf(proved, await titlesOf(ROOT, [...files].toSorted()));
const page = documentOf(CATALOGUE);
if (problems.length === 0 && process.argv.includes("--check")) {
  if (readFileSync(join(ROOT, FILE), "utf8") !== page)
    problems.push(`${FILE} is out of date: run npm run specification and commit it`);
} else if (problems.length === 0) {
  writeFileSync(join(ROOT, FILE), page);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
// Test files may keep something open as soon as they are loaded.
process.exit(problems.length === 0 ? 0 : 1);
