import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "./catalogue.ts";
import { problemsOf } from "./check.ts";
import { documentOf } from "./document.ts";
import { readProofs } from "./titles.ts";

/** `npm run specification`: writes the table of sentences and tests; with `--check` only says what is wrong. */
const ROOT = process.cwd();
const FILE = join(ROOT, "docs/specification-tests.md");

const catalogue = readCatalogue(ROOT);
const proofs = await readProofs(ROOT);
const problems = problemsOf(catalogue, proofs);
const page = documentOf(catalogue, proofs);
if (problems.length === 0 && process.argv.includes("--check")) {
  if (readFileSync(FILE, "utf8") !== page)
    problems.push("docs/specification-tests.md is out of date: run npm run specification and commit it");
} else if (problems.length === 0) {
  writeFileSync(FILE, page);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
// Test files may keep something open as soon as they are loaded.
process.exit(problems.length === 0 ? 0 : 1);
