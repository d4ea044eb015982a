import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A launcher that was started, ready or not. */
export interface Launched {
  readonly pid: number;
  /** Everything it and its children printed so far. */
  output(): string;
  errors(): string;
  /** Resolves when standard output contains the text; rejects when the launcher ends before. */
  printed(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const MAINS = {
  standalone: "main.ts",
  distributed: "distributed-main.ts",
  migrate: "migrate-main.ts",
  backup: "backup-main.ts",
  restore: "restore-main.ts",
  database: "database-main.ts",
} as const;
export type Main = keyof typeof MAINS;

/** Ends a start that never comes off; a cold one takes minutes on a slow machine that is busy with other tests. */
export const START_TIMEOUT_MS = 600_000;

/** Free ports, so that tests never meet an installation of the developer's. */
export const FREE_PORTS = { PORT: "0", ADMIN_PORT: "0", CONTROL_PORT: "0", LOG_LEVEL: "info" };

/** Of our own environment only what programs need to run: settings of a developer must not leak in. */
const KEPT = [
  "PATH",
  "HOME",
  "TMPDIR",
  "XDG_CACHE_HOME",
  "NATS_SERVER",
  "NODE_V8_COVERAGE",
  "NODE_COMPILE_CACHE",
];

/** Starts a launcher with this environment alone. The argument lets the guard of a test folder find it. */
export function launch(main: Main, dataDir: string, env: Readonly<Record<string, string>>): Launched {
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const program = fileURLToPath(new URL(`../../src/${MAINS[main]}`, import.meta.url));
  const child = spawn(process.execPath, [program, `--test=${dataDir}`], {
    env: { ...kept, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return watched(child);
}

function watched(child: ChildProcess): Launched {
  const texts = { out: "", err: "" };
  const waiting: { readonly text: string; readonly found: () => void }[] = [];
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    texts.out += chunk;
    for (const { text, found } of waiting) if (texts.out.includes(text)) found();
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    texts.err += chunk;
  });
  const end = Promise.withResolvers<number | NodeJS.Signals>();
  child.once("error", end.reject);
  child.once("exit", (code, signal) => end.resolve(code ?? signal ?? -1));
  return {
    pid: child.pid ?? 0,
    output: () => texts.out,
    errors: () => texts.err,
    async printed(text) {
      const printed = Promise.withResolvers<void>();
      waiting.push({ text, found: () => printed.resolve() });
      if (texts.out.includes(text)) printed.resolve();
      const early = end.promise.then((code) => {
        throw new Error(
          `the launcher ended with ${code} before it printed "${text}":\n${texts.err}\n${texts.out}`,
        );
      });
      await Promise.race([printed.promise, early]);
    },
    kill: (signal) => void process.kill(child.pid ?? 0, signal),
    ended: end.promise,
  };
}
