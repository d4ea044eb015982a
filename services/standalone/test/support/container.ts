import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a container's entry printed and how it ended. */
export interface EntryResult {
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningEntry {
  readonly pid: number;
  /** The first line of its log with this message; rejects when it ends before. */
  logged(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves when standard error contains the text; rejects when the entry ends before. */
  complained(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<EntryResult>;
}

type Values = Readonly<Record<string, string>>;

const MAIN = fileURLToPath(new URL("../../src/container/main.ts", import.meta.url));

/** What the image itself sets, and nothing of a developer's own environment. */
const OF_THE_IMAGE: Values = { HOST: "127.0.0.1", ADMIN_PORT: "0" };

/** Starts the entry of the image as a container would; `folder` is a guarded one, which ends what is left of it. */
export function startEntry(folder: string, env: Values, args: readonly string[] = []): RunningEntry {
  // Changes nothing; by it the guard of the folder finds the process.
  const child = spawn(process.execPath, [`--diagnostic-dir=${folder}`, MAIN, ...args], {
    env: { ...OF_THE_IMAGE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    texts.out += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    texts.err += text;
    for (const look of waiting) look();
  });
  const end = Promise.withResolvers<EntryResult>();
  child.once("error", end.reject);
  child.once("close", (code, signal) =>
    end.resolve({ code: code ?? signal ?? -1, stdout: texts.out, stderr: texts.err }),
  );
  const until = async <T>(what: string, find: () => T | undefined): Promise<T> => {
    const found = Promise.withResolvers<T>();
    const look = () => {
      const value = find();
      if (value !== undefined) found.resolve(value);
    };
    waiting.push(look);
    look();
    const early = end.promise.then(({ code }) => {
      throw new Error(`the entry ended with ${code} before ${what}: ${texts.err}${texts.out}`);
    });
    return await Promise.race([found.promise, early]);
  };
  return {
    pid: child.pid ?? 0,
    logged: (message) =>
      until(`it logged "${message}"`, () => linesOf(texts.out).find(({ msg }) => msg === message)),
    complained: async (text) =>
      void (await until(`it said "${text}"`, () => (texts.err.includes(text) ? text : undefined))),
    kill: (signal) => void child.kill(signal),
    ended: end.promise,
  };
}

/** Runs an entry that ends by itself. */
export async function runEntry(
  folder: string,
  env: Values,
  args: readonly string[] = [],
): Promise<EntryResult> {
  return await startEntry(folder, env, args).ended;
}

/** Whole lines that are JSON; others are for people. */
function linesOf(text: string): Readonly<Record<string, unknown>>[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): Record<string, unknown> => JSON.parse(line));
}
