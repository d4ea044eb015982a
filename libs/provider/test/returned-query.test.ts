import { expect } from "chai";
import { RETURNED_VALUE_MAX, returnedQueryOf } from "../src/index.ts";

const LONGEST = "x".repeat(RETURNED_VALUE_MAX);

describe("what the payer comes back with", () => {
  it("is passed on by the names that the adapter gave, and no other", () => {
    expect(returnedQueryOf(["a", "b"], { a: "1", b: LONGEST, c: "3" })).to.deep.equal({ a: "1", b: LONGEST });
  });

  const refused: readonly (readonly [what: string, given: Readonly<Record<string, unknown>>])[] = [
    ["an empty value", { a: "" }],
    ["a value that is too long", { a: `${LONGEST}x` }],
    ["a value with a line's end", { a: "1\n" }],
    ["a value that is not ASCII", { a: "\u00e4" }],
    ["a value given twice", { a: ["1", "2"] }],
    ["nothing of it", {}],
  ];
  for (const [what, given] of refused)
    it(`is nothing where there is ${what}`, () => {
      expect(returnedQueryOf(["a"], given)).to.equal(null);
    });

  it("is not what every object has", () => {
    expect(returnedQueryOf(["constructor", "toString"], {})).to.equal(null);
  });
});
