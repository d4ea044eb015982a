import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

/**
 * `make test-repeat TIMES=10 BESIDE=5`: all that `make test-all` runs so often, the last BESIDE of the runs beside a
 * build that takes every processor. Says of each run what that says at its end, and keeps its output in
 * .cache/test-runs. Exit code 0 when nothing failed in any.
 */
const TIMES = wholeNumber("TIMES", 10);
const BESIDE = wholeNumber("BESIDE", Math.floor(TIMES / 2));
/** Files, or everything where none is named; of both every case. */
const WHAT = ["--all", ...process.argv.slice(2)];
const LOGS = ".cache/test-runs";
/** From here on a run sums up, failures last. */
const SUMMARY = /^Slowest files:$/m;

mkdirSync(LOGS, { recursive: true });
let failed = 0;
for (let run = 1; run <= TIMES; run += 1) failed += (await runOnce(run, run > TIMES - BESIDE)) ? 0 : 1;
write(`\n${TIMES - failed} of ${TIMES} runs passed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runOnce(run: number, beside: boolean): Promise<boolean> {
  const build = beside ? startBuilding() : undefined;
  const begin = performance.now();
  const child = spawn(process.execPath, ["tools/test/main.ts", ...WHAT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const log = join(LOGS, `${run}.log`);
  child.stdout.pipe(createWriteStream(log));
  const ended = endOf(child);
  const output = await text(child.stdout);
  const code = await ended;
  const took = Math.round((performance.now() - begin) / 1_000);
  await build?.stop();
  write(`\nRun ${run}${beside ? " beside a build" : ""}: ${took} s, exit code ${code}, ${log}`);
  write(output.slice(output.search(SUMMARY)).trim());
  return code === 0;
}

/** Checks the types of a copy of the tree from nothing, again and again: what a developer's build is to a machine. */
function startBuilding(): { stop(): Promise<void> } {
  const copy = mkdtempSync(join(tmpdir(), "flowlix-build-"));
  for (const name of [
    "libs",
    "services",
    "tests",
    "loadtests",
    "charts",
    "observability",
    "tools",
    "package.json",
    "tsconfig.json",
  ])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  let wanted = true;
  let build: ChildProcess | undefined;
  const again = async () => {
    while (wanted) {
      build = spawn(process.execPath, ["node_modules/.bin/tsc", "-b", "--force", "."], {
        cwd: copy,
        stdio: "ignore",
        detached: true,
      });
      await endOf(build);
    }
  };
  const over = again();
  return {
    async stop() {
      wanted = false;
      // The compiler is a child of its own of what was started.
      if (build?.pid !== undefined && build.exitCode === null) process.kill(-build.pid, "SIGKILL");
      await over;
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

async function endOf(child: ChildProcess): Promise<number> {
  const ended = Promise.withResolvers<number>();
  child.once("error", ended.reject).once("exit", (code) => ended.resolve(code ?? 1));
  return await ended.promise;
}

function wholeNumber(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
  return value;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
