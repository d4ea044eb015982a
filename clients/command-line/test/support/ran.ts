import { Readable, Writable } from "node:stream";
import { run } from "../../src/run.ts";

/** What a run left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RanOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whether standard output and error are terminals. */
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  /** Told of everything that is printed, as it comes. */
  readonly onPrinted?: (text: string) => void;
}

/** Of a key's shape, and nobody's. */
export const KEY = "api_test_sk_0123456789abcdefghijABCDEFGHIJ";

/** Runs the program in this process. */
export async function ran(argv: readonly string[], options: RanOptions = {}): Promise<Ran> {
  const { env = {}, stdin = "", terminal = false, onPrinted } = options;
  const texts = { stdout: "", stderr: "" };
  const keeping = (name: "stdout" | "stderr") =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _, done) {
          texts[name] += chunk.toString();
          onPrinted?.(chunk.toString());
          done();
        },
      }),
      { isTTY: terminal },
    );
  const code = await run(argv, {
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: false }),
    stdout: keeping("stdout"),
    stderr: keeping("stderr"),
    env,
    createForMs: 2_000,
    signal: options.signal ?? new AbortController().signal,
  });
  return { code, ...texts };
}
