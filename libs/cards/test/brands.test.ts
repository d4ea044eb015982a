import { expect } from "chai";
import type { CardBrand } from "@flowlix/contracts";
import { brandOf, summaryOf } from "../src/index.ts";
import { IIN_RANGES } from "../src/brands.ts";

/** Both edges of every range the schemes publish, and what lies beside them. */
const TABLE: readonly (readonly [iin: string, brand: CardBrand])[] = [
  ["400000", "visa"],
  ["499999", "visa"],
  ["510000", "mastercard"],
  ["559999", "mastercard"],
  ["222099", "unknown"],
  ["222100", "mastercard"],
  ["272099", "mastercard"],
  ["272100", "unknown"],
  ["340000", "amex"],
  ["349999", "amex"],
  ["350000", "unknown"],
  ["370000", "amex"],
  ["300000", "diners"],
  ["305999", "diners"],
  ["306000", "unknown"],
  ["309500", "diners"],
  ["360000", "diners"],
  ["380000", "diners"],
  ["399999", "diners"],
  ["352799", "unknown"],
  ["352800", "jcb"],
  ["358999", "jcb"],
  ["359000", "unknown"],
  ["601100", "discover"],
  ["643999", "unknown"],
  ["644000", "discover"],
  ["650001", "discover"],
  ["659999", "discover"],
  ["620000", "unionpay"],
  ["629999", "unionpay"],
  ["810000", "unionpay"],
  ["817199", "unionpay"],
  ["817200", "unknown"],
  ["500000", "maestro"],
  ["506700", "unknown"],
  ["508500", "unknown"],
  ["560000", "maestro"],
  ["589999", "maestro"],
  ["590000", "unknown"],
  ["630400", "maestro"],
  ["639000", "maestro"],
  ["670000", "maestro"],
  ["679999", "maestro"],
  ["680000", "unknown"],
  ["000000", "unknown"],
  ["999999", "unknown"],
];

describe("brand of a card number", () => {
  for (const [iin, brand] of TABLE) {
    it(`is ${brand} for a number that begins with ${iin} [D2-12]`, () => {
      expect(brandOf(`${iin}0000000000`)).to.equal(brand);
    });
  }

  it("depends on the issuer identification number alone, whatever the length [D2-1]", () => {
    for (const length of [12, 13, 16, 19]) expect(brandOf("4".padEnd(length, "0"))).to.equal("visa");
  });

  it("has ranges whose edges are of one length and in order", () => {
    for (const [first, last] of IIN_RANGES) {
      expect(first.length).to.equal(last.length).and.to.be.at.most(6);
      expect(Number(first)).to.be.at.most(Number(last));
    }
  });
});

describe("summary of a card", () => {
  it("holds brand, last four and expiry, and nothing else of the card [PAY-11, D2-12]", () => {
    const card = { number: "5555555555554444", exp_month: 7, exp_year: 2031, cvc: "123", holder_name: "Ada" };
    expect(summaryOf(card)).to.deep.equal({
      brand: "mastercard",
      last4: "4444",
      exp_month: 7,
      exp_year: 2031,
    });
  });
});
