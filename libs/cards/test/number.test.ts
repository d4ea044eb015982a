import { expect } from "chai";
import { last4, luhnValid } from "../src/index.ts";

describe("check digit of a card number", () => {
  const valid = [
    "4242424242424242",
    "4111111111111111",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "3056930009020004",
    "3566002020360505",
    "6200000000000005",
    "6304000000000000",
    "4000000000000000006",
    "000000000000",
  ];
  for (const number of valid) {
    it(`accepts ${number.length} digits ending in ${last4(number)}`, () => {
      expect(luhnValid(number)).to.equal(true);
    });

    it(`refuses ${number.length} digits ending in ${last4(number)} once any one digit is another [D2-2]`, () => {
      for (let at = 0; at < number.length; at += 1) {
        const other = (Number(number[at]) + 1) % 10;
        expect(luhnValid(number.slice(0, at) + other + number.slice(at + 1)), `digit ${at}`).to.equal(false);
      }
    });
  }

  for (const text of [
    "",
    "4242 4242 4242 4242",
    "4242-4242-4242-4242",
    "４２４２４２４２４２４２４２４２",
    "abc",
  ]) {
    it(`refuses ${JSON.stringify(text)}, which is not ASCII digits`, () => {
      expect(luhnValid(text)).to.equal(false);
    });
  }

  it("shows the last four digits of a number and no more", () => {
    expect(last4("4000000000000123456")).to.equal("3456");
  });
});
