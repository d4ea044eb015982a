import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { exitCodeOf } from "../outcome.ts";
import { runChecks } from "./checks.ts";
import { addUp, write } from "./counts.ts";
import { LONG } from "./long.ts";
import { runSuites, SUITES } from "./suites.ts";

/** Each change of a file leaves one more; the whole tree is some two thousand, of 10 KB each. */
const COMPILED_MAX = 20_000;

process.env["NODE_COMPILE_CACHE"] ??= compiledModules();
for (const file of LONG)
  if (!existsSync(file)) throw new Error(`${file}, which make test leaves out, is gone`);
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const everything = process.argv.includes("--all");
const asked = process.argv.slice(2).filter((argument) => argument !== "--all");
const partly = asked.length === 0 && !everything;
// A pattern leaves them out as well; who wants one names it.
const left = everything ? [] : LONG.filter((file) => !asked.includes(file));
const env = {
  ...(partly ? { FLOWLIX_TEST_WIRINGS: "one" } : {}),
  // Drawn lives and crossed tables are most of an owner's tests; a fourth is gone through before every commit.
  ...(everything ? {} : { FLOWLIX_TEST_SHARE: "0.25" }),
};
const [suites, checks] = await Promise.all([
  runSuites(asked.length === 0 ? SUITES : asked, { seed, butFor: left, env }),
  asked.length === 0 ? runChecks({ everything }) : addUp([]),
]);
const { passed, failed, failures, skipped } = addUp([checks, suites]);

if (skipped.length > 0) write(`\nSkipped:\n${skipped.map((title) => `  ${title}`).join("\n")}`);
if (partly)
  write(
    `\nMost rules of whole installations were tried in one process, some over NATS; make test-all tries them in both, ${LONG.length} long files, and four times as many drawn cases.`,
  );
write(`\n${suites.slowest}\n\nWhat was drawn at random came from SEED=${seed}.`);
// Last, so that a log that is cut still names them.
if (failures.length > 0) write(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join("\n")}`);
write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = exitCodeOf({ passed, failed, skipped: skipped.length });

/** Where modules are kept compiled for all the processes that tests start; emptied when old versions fill it. */
function compiledModules(): string {
  const folder = resolve(".cache/compiled");
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder, { recursive: true }).length > COMPILED_MAX) rmSync(folder, { recursive: true });
  return folder;
}
