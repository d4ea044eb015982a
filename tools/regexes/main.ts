import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ID_PREFIXES, idPattern, type IdKind } from "@flowlix/contracts";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { ANY_PHRASE } from "../../libs/persistence/src/packed-text/pack-phrases.ts";
import { collect, readScripts, type Expression } from "./collect.ts";
import { cachedCheck } from "./check.ts";

/**
 * `make regexes`: checks every regular expression of the product and of its load tests, and fails where the time of a
 * match can grow faster than the text. Tests and tools are left out: they read no text of clients.
 */
const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["libs", "services", "loadtests", "docs", "deploy"];
const SCRIPT = /\.(?:ts|js|mjs|cjs)$/;

/** Runs in browsers alone, on what we wrote; its expressions are those of the site's generator and of Scalar. */
const BUILT_SITE = "libs/developer-pages/src/site/";

/** Expressions that are put together where the collector cannot follow, and what they are. */
const BUILT: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ["libs/contracts/src/ids.ts", idExpressions()],
  ["libs/contracts/src/services/statement-actions.ts", idExpressions()],
  ["services/payouts/src/read/search-match.ts", idExpressions("i")],
  ["libs/contracts/src/openapi/formats.ts", publishedExpressions()],
  ["libs/persistence/src/packed-text/pack-phrases.ts", [ANY_PHRASE]],
  // Read out of the document with the others.
  ["libs/contracts/src/openapi/headers.ts", []],
  ["libs/runtime/src/formats.ts", []],
]);

/** What ajv brings along and our schemas use; its dates and URIs are functions with expressions of one shape. */
const LIBRARY: readonly RegExp[] = [fullFormats.uuid, fullFormats.email].filter(
  (one) => one instanceof RegExp,
);

function idExpressions(flags = ""): RegExp[] {
  return Object.keys(ID_PREFIXES)
    .filter(isKind)
    .map((kind) => new RegExp(idPattern(kind), flags));
}

function isKind(name: string): name is IdKind {
  return name in ID_PREFIXES;
}

/** The patterns of the OpenAPI document, which is written by the contracts. */
function publishedExpressions(): RegExp[] {
  const text = readFileSync(join(ROOT, "libs/contracts/src/openapi.json"), "utf8");
  const patterns = new Set<string>();
  JSON.parse(text, (name: string, value: unknown) => {
    if (name === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  return [...patterns].map((pattern) => new RegExp(pattern, "u"));
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...FOLDERS], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => SCRIPT.test(path) && !path.includes("/test/") && !path.startsWith(BUILT_SITE));

const asExpression = (at: string, { source, flags }: RegExp): Expression => ({ source, flags, at });

const collected = collect(readScripts(ROOT, files));
const expressions = [
  ...collected.expressions,
  ...[...BUILT].flatMap(([path, built]) => built.map((one) => asExpression(path, one))),
  ...LIBRARY.map((one) => asExpression("ajv-formats", one)),
];
const unread = collected.unread.filter((at) => !BUILT.has(at.slice(0, at.lastIndexOf(":"))));

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(ROOT, "node_modules/recheck/package.json"), "utf8"),
);
const verdictOf = cachedCheck(join(ROOT, ".cache/regexes.json"), version);

const problems = unread.map(
  (at) => `${at}: an expression that is not written here cannot be checked; see tools/regexes/main.ts`,
);
for (const expression of expressions) {
  const verdict = await verdictOf(expression);
  if (verdict !== "linear")
    problems.push(`${expression.at}: ${verdict}: /${expression.source}/${expression.flags}`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${expressions.length} regular expressions checked, ${problems.length} worse than linear or unread\n`,
);
process.exit(problems.length > 0 ? 1 : 0);
