import { expect } from "chai";
import { checkCard } from "../src/card-check.ts";
import { CARD_RULES } from "../src/card-rules.ts";
import { readForm } from "../src/form-input.ts";
import { NOW_MS } from "./support/hosted-pages.ts";

const GOOD: Readonly<Record<string, string>> = {
  "card-number": "4111111111111111",
  "card-expiry": "12/34",
  "card-cvc": "123",
  "card-name": "Ada Lovelace",
};

const check = (changes: Readonly<Record<string, string>>, nowMs = NOW_MS) => {
  const fields = { ...GOOD, ...changes };
  return checkCard({ get: (name) => fields[name] ?? "" }, nowMs);
};

const errorsOf = (changes: Readonly<Record<string, string>>, nowMs?: number) =>
  Object.fromEntries(check(changes, nowMs).errors);

/** The digits with the check digit that makes them a card number. */
function numbered(digits: string): string {
  const good = Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(
    (number) => errorsOf({ "card-number": number })["card-number"] !== "number_check",
  );
  if (good === undefined) throw new Error(`no check digit for ${digits}`);
  return good;
}

describe("a card as typed on the page [D3-PAGE-2]", () => {
  it("is read as it is meant: blanks, dashes and any usual date", () => {
    const read = check({
      "card-number": " 4111-1111 1111\u00a01111 ",
      "card-expiry": "4 / 2029",
      "card-name": "  Ada  ",
    });
    expect(read.card).to.deep.equal({
      number: "4111111111111111",
      exp_month: 4,
      exp_year: 2029,
      cvc: "123",
      holder_name: "Ada",
    });
  });

  it("is not read where a field is longer than any field takes", () => {
    const blanks = " ".repeat(1_100);
    const sent = new URLSearchParams({
      ...GOOD,
      "card-expiry": `12${blanks}/34`,
      "card-name": `Ada${blanks}`,
    });
    const form = readForm("application/x-www-form-urlencoded", Buffer.from(sent.toString()));
    expect(form === null ? [] : checkCard(form, NOW_MS).errors).to.deep.equal([
      ["card-expiry", "expiry_format"],
      ["card-name", "name_invalid"],
    ]);
  });

  it("tells every fault at once, in the order of the form", () => {
    const empty = { "card-number": "", "card-expiry": " ", "card-cvc": "", "card-name": " " };
    expect(check(empty).errors).to.deep.equal([
      ["card-number", "number_missing"],
      ["card-expiry", "expiry_missing"],
      ["card-cvc", "cvc_missing"],
      ["card-name", "name_missing"],
    ]);
  });

  for (const [typed, error] of [
    ["4111111111111112", "number_check"],
    ["4111111111111a11", "number_check"],
    ["٤١١١١١١١١١١١١١١١", "number_check"],
    ["4111", "number_length"],
    ["41111111111111111", "number_length"],
    ["4".repeat(20), "number_length"],
    ["4242424242424242", undefined],
    ["４１１１　１１１１　１１１１　１１１１", undefined],
  ] as const)
    it(`number ${typed}: ${error ?? "good"}`, () =>
      expect(errorsOf({ "card-number": typed })["card-number"]).to.equal(error));

  for (const [typed, month, year] of [
    ["12/34", 12, 2034],
    ["1/29", 1, 2029],
    ["01 / 29", 1, 2029],
    ["01-29", 1, 2029],
    ["01.2029", 1, 2029],
    ["0129", 1, 2029],
    ["012029", 1, 2029],
    ["01 29", 1, 2029],
    ["2029-01", 1, 2029],
    ["０１／２９", 1, 2029],
  ] as const)
    it(`expiry ${typed}: ${month} of ${year}`, () =>
      expect(check({ "card-expiry": typed }).card).to.deep.include({ exp_month: month, exp_year: year }));

  for (const typed of [
    "13/29",
    "0/29",
    "1",
    "12/3",
    "12/034",
    "2029-13",
    "2134-01",
    "2029-1",
    "ab/cd",
    "12/2134",
    "٠١/29",
  ])
    it(`expiry ${typed} is no date of a card`, () =>
      expect(errorsOf({ "card-expiry": typed })).to.deep.equal({ "card-expiry": "expiry_format" }));

  it("is good to the last moment of its month anywhere on Earth", () => {
    const over = Date.UTC(2026, 5, 1, 12);
    expect(errorsOf({ "card-expiry": "05/26" }, over - 1)).to.deep.equal({});
    expect(errorsOf({ "card-expiry": "05/26" }, over)).to.deep.equal({ "card-expiry": "expiry_past" });
  });

  for (const [cvc, error] of [
    ["12", "cvc_3"],
    ["1234", "cvc_3"],
    ["12a", "cvc_3"],
    ["000", undefined],
    ["１２３", undefined],
  ] as const)
    it(`code ${cvc} of a Visa card: ${error ?? "good"}`, () =>
      expect(errorsOf({ "card-cvc": cvc })["card-cvc"]).to.equal(error));

  it("has a code of four digits on American Express, of three or four where the brand is not known", () => {
    const amex = numbered("37828224631000");
    expect(errorsOf({ "card-number": amex })["card-cvc"]).to.equal("cvc_4");
    expect(errorsOf({ "card-number": amex, "card-cvc": "1234" })).to.deep.equal({});
    const unknown = numbered("99999999999");
    for (const cvc of ["123", "1234"])
      expect(errorsOf({ "card-number": unknown, "card-cvc": cvc })).to.deep.equal({});
    expect(errorsOf({ "card-number": unknown, "card-cvc": "12" })["card-cvc"]).to.equal("cvc_3_or_4");
  });

  for (const [name, error] of [
    ["x".repeat(255), undefined],
    ["Ærøskøbing 李", undefined],
    ["x".repeat(256), "name_invalid"],
    ["a\nb", "name_invalid"],
    ["a\u0000b", "name_invalid"],
  ] as const)
    it(`name ${JSON.stringify(name).slice(0, 20)}: ${error ?? "good"}`, () =>
      expect(errorsOf({ "card-name": name })["card-name"]).to.equal(error));

  const BEGINNINGS = {
    visa: "4",
    mastercard: "55",
    amex: "37",
    discover: "6011",
    diners: "36",
    jcb: "3530",
    unionpay: "62",
    maestro: "67",
    unknown: "99",
  } as const;
  for (const [brand, beginning] of Object.entries(BEGINNINGS)) {
    it(`has as many digits as ${brand} cards have`, () => {
      const rule = Object.entries(CARD_RULES).find(([name]) => name === brand)?.[1];
      for (let length = 12; length <= 19; length += 1) {
        const error = errorsOf({ "card-number": numbered(beginning.padEnd(length - 1, "1")) })["card-number"];
        expect(error, `${length} digits`).to.equal(
          rule?.digits.includes(length) === true ? undefined : "number_length",
        );
      }
    });
  }
});
