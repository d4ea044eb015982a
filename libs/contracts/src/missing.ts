/** A service that answered with an error: it runs, and its log has why under the request's id. */
export interface FailedPart {
  readonly service: string;
  readonly request_id: string;
}

/** Whose part an answer of several services lacks. */
export interface Missing {
  /** All of them, by name. */
  readonly missing: readonly string[];
  /** Those of them that answered with an error; the others are away. */
  readonly failed: readonly FailedPart[];
}

/**
 * Who does not answer, and who failed with where to read why, a sentence of each for an operator: one that runs is not
 * to be restarted for it (docs/operators.md#merchants-and-keys).
 */
export const whyMissing = ({ missing, failed }: Missing): string[] =>
  missing.map((service) => {
    const part = failed.find((one) => one.service === service);
    return part === undefined
      ? `${service} does not answer`
      : `${service} failed, see its log, request ${part.request_id}`;
  });
