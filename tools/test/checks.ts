import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { ALL_SKIPPED } from "../outcome.ts";
import { addUp, write, type Counts } from "./counts.ts";

/** The checks of `make check` and of rules and dashboards, as tests of their own. */
const CHECKS = [
  ["every file is formatted", "format:check"],
  ["the linter finds nothing", "lint"],
  ["every regular expression takes linear time", "regexes"],
  ["every comment keeps to the width", "comments"],
  ["types and import rules hold", "types"],
  ["every citation leads somewhere", "citations"],
  ["generated files are what their sources generate", "generated"],
  ["alert rules hold", "rules:check"],
  ["dashboards hold", "dashboards:check"],
] as const;
/** Prometheus computes hours of series for every alert, which takes longest: `make test-all` has it. */
const LONG_CHECKS = [["every alert fires and keeps quiet", "rules:test"]] as const;

/** One at a time on this tree: the type checker of a second `make test` would read half-written files. */
export async function runChecks({ everything }: { readonly everything: boolean }): Promise<Counts> {
  const release = await acquireLock(".cache/checks.lock");
  try {
    const results: Counts[] = [];
    for (const [title, script] of everything ? [...CHECKS, ...LONG_CHECKS] : CHECKS)
      results.push(await runCheck(title, script));
    return addUp(results);
  } finally {
    release();
  }
}

async function runCheck(title: string, script: string): Promise<Counts> {
  const { status, stdout, stderr } = await run("npm", ["run", "-s", script]);
  const state = status === 0 ? "ok" : status === ALL_SKIPPED ? "skipped" : "FAILED";
  write(`  ${state.padEnd(8)} ${title}`);
  if (state === "FAILED") write(`${stdout}${stderr}`.replace(/^/gm, "    "));
  // A part whose tool is missing does not hide behind those that passed.
  const leftOut = [...stdout.matchAll(/^skipped +(.*)$/gm)].map(([, what = ""]) => `${title}: ${what}`);
  const failures = state === "FAILED" ? [title] : [];
  return { passed: state === "ok" ? 1 : 0, failed: failures.length, failures, skipped: leftOut };
}

async function run(program: string, args: readonly string[]) {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = Promise.withResolvers<number | null>();
  child.once("error", ended.reject).once("close", ended.resolve);
  const [status, stdout, stderr] = await Promise.all([ended.promise, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

async function acquireLock(path: string): Promise<() => void> {
  mkdirSync(".cache", { recursive: true });
  const lock = new DatabaseSync(path);
  for (;;) {
    try {
      lock.exec("pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive");
      return () => lock.close();
    } catch {
      await pause(200);
    }
  }
}
