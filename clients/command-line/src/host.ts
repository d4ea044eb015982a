import type { Readable, Writable } from "node:stream";

/** Everything outside of the program that a command touches; a test gives its own. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and SIGTERM: what listens or waits ends in good order. */
  readonly signal: AbortSignal;
  /** For how long a create whose answer was lost is repeated, where the usual time is too long. */
  readonly createForMs?: number;
}
