import type { TObject } from "typebox";

/**
 * The names of the fields that a request's identity is made of: all of its body's but those left out
 * (docs/design/specification.md#idempotency-3). So a field that is added later counts, and the same key with another
 * value of it is refused.
 */
export function identityFields<Body extends TObject, const LeftOut extends keyof Body["properties"] = never>(
  body: Body,
  leftOut: readonly LeftOut[] = [],
): readonly Exclude<keyof Body["properties"] & string, LeftOut>[] {
  const counts = (name: string): name is Exclude<keyof Body["properties"] & string, LeftOut> =>
    !leftOut.some((left) => left === name);
  return Object.keys(body.properties).filter(counts);
}
