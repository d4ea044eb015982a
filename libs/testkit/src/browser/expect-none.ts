import { AssertionError } from "chai";

/** Fails with every one of them in full. */
export function expectNone(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new AssertionError(`${what}:\n${found.join("\n")}`);
}
