/** What became of a command, as its exit code says it (README.md#exit-codes). */
export const EXIT = {
  ok: 0,
  /** Nobody answered, or the platform could not do it now. Try again. */
  unavailable: 1,
  /** Wrong arguments, or a request that the platform refuses as malformed. */
  usage: 2,
  notFound: 3,
  /** The platform understood the request and does not do it. */
  refused: 4,
  /** There is no key, or the key is not accepted or lacks a permission. */
  noKey: 5,
  /** What was waited for did not come. */
  notSeen: 6,
  /** Ctrl-C, where the command had more to do. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What the platform says about an error, beside its message. */
export interface ErrorFacts {
  readonly code: string;
  readonly status?: number;
  readonly param?: string;
  readonly doc_url?: string;
  readonly request_id?: string;
  readonly errors?: readonly { readonly message: string; readonly param?: string }[];
}

/** A command that could not be done. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly facts: ErrorFacts;
  /** How long the platform asked to wait before a repeat. */
  readonly retryAfterS: number | undefined;

  constructor(exitCode: ExitCode, message: string, facts: ErrorFacts, retryAfterS?: number) {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCode;
    this.facts = facts;
    this.retryAfterS = retryAfterS;
  }
}

/** Nobody can be asked as without a key. */
export const noKey = (what: string): Failure =>
  new Failure(EXIT.noKey, `${what}: run \`flowlix login\`, or set FLOWLIX_URL and FLOWLIX_KEY`, {
    code: "no_key",
  });

export const usage = (message: string): Failure => new Failure(EXIT.usage, message, { code: "usage" });
