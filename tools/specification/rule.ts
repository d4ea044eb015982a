/** A test, or several of a table: every one of a file whose full title holds this text. */
export interface TestRef {
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** A sentence of the specification, in its own or close words, and the tests that prove it. */
export type Rule = readonly [sentence: string, ...tests: TestRef[]];

export interface Section {
  /** Document and heading. */
  readonly source: string;
  /** By an id that stays when others come and go. */
  readonly rules: Readonly<Record<string, Rule>>;
}

/** Sentences that nothing here proves, and why. */
export interface Unproved {
  readonly source: string;
  readonly sentences: readonly string[];
}

/** Names the tests of a file. */
export const testsOf =
  (file: string) =>
  (title: string): TestRef => ({ file, title });
