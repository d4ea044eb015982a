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
            if (typeof given !== "string") {
              const own: unknown = message ?? utils.flag(this, "message");
              const what = `expected a text to match ${String(pattern)}, not ${utils.inspect(given)}`;
              throw new AssertionError(typeof own === "string" ? `${own}: ${what}` : what);
            }
            match.call(this, pattern, message);
          },
      );
  });
}
