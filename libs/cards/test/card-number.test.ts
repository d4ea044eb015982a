import { expect } from "chai";
import { isCardNumber } from "../src/index.ts";

describe("a card's whole number", () => {
  for (const [rule, digits, expected] of [
    ["a Visa number of 13 digits", "4222222222222", true],
    ["a Visa number of 16 digits", "4242424242424242", true],
    ["a Visa number of 19 digits", "4000000000000000006", true],
    ["a Visa number of 14 digits", "42424242424242", false],
    ["a Mastercard number of the 2-series", "2223003122003222", true],
    ["an American Express number", "378282246310005", true],
    ["a Maestro number of 12 digits", "630400000000", true],
    ["a number of no brand that we know", "000000000000", true],
    ["a number of eleven digits", "00000000000", false],
    ["a number of twenty digits", "42424242424242424242", false],
    ["a wrong check digit", "4242424242424241", false],
    ["a number with a blank", "4242 424242424242", false],
    ["digits of another script", "४२४२४२४२४२४२४२४२", false],
    ["no digit", "", false],
  ] as const) {
    it(`${rule}: ${expected ? "yes" : "no"}`, () => {
      expect(isCardNumber(digits)).to.equal(expected);
    });
  }
});
