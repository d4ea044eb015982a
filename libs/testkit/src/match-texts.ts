import { AssertionError, use } from "chai";

/** A pattern is held against texts alone: chai turns what is no text into one, so that `undefined` would match /./. */
export function matchTextsAlone(): void {
  use(({ Assertion }, utils) => {
    for (const name of ["match", "matches"])
      Assertion.overwriteMethod(
        name,
        (match: (this: Chai.AssertionStatic, pattern: RegExp, message?: string) => void) =>
          function (this: Chai.AssertionStatic, pattern: RegExp, message?: string) {
            const given: unknown = utils.flag(this, "object");
            if (typeof given !== "string")
              throw new AssertionError(
                `expected a text to match ${String(pattern)}, not ${utils.inspect(given)}`,
              );
            match.call(this, pattern, message);
          },
      );
  });
}
