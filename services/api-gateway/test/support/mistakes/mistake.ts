/** What a beginner sends, and what the API answers to it. What is left out is as a create that is right has it. */
export interface Mistake {
  readonly mistake: string;
  readonly method?: string;
  readonly path?: string;
  /** Null takes a header away. `$KEY` is a key that works, `$BASIC` the same as curl's `-u` sends it. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** As it is sent where it is a text or bytes, else as JSON. */
  readonly body?: unknown;
  /** By path: what another value is put in the place of. */
  readonly changes?: Readonly<Record<string, unknown>>;
  /** The paths of fields that are left out. */
  readonly without?: readonly string[];
  /** What is right was sent under the same key before. */
  readonly isSecond?: true;
  /** Status, code, and `param` where there is one. */
  readonly answer: string;
  readonly message: string;
  /** The `param` of further faults, in their order. */
  readonly others?: readonly string[];
}
