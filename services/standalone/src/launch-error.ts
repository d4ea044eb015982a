/**
 * Exit codes of the launchers: a wrong setting (sysexits' EX_CONFIG), what was compared differs, and everything else.
 */
export const EXIT_CONFIG = 78;
export const EXIT_FAILURE = 1;
export const EXIT_DIFFERS = 6;

/** A start that cannot go on, in words for the one who typed the command: one line a problem, no stack. */
export class LaunchError extends Error {
  readonly lines: readonly string[];
  readonly exitCode: number;

  constructor(lines: string | readonly string[], exitCode: number = EXIT_FAILURE, options?: ErrorOptions) {
    const all = typeof lines === "string" ? [lines] : lines;
    super(all.join("\n"), options);
    this.name = "LaunchError";
    this.lines = all;
    this.exitCode = exitCode;
  }
}

/** The code of a system error such as EACCES; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
