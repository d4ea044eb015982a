/** What became of a command, as its exit code says it. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  incomplete: 5,
  differs: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that could not be done: one line for people, one JSON document for programs. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly argument: string | undefined;

  constructor(exitCode: ExitCode, code: string, message: string, argument?: string) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
    this.code = code;
    this.argument = argument;
  }
}

export const usageError = (message: string, argument?: string): CliError =>
  new CliError(EXIT.usage, "usage", message, argument);
