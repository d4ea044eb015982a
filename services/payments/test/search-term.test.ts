import { expect } from "chai";
import { matchesOf, type SearchMatch } from "../src/read/search-term.ts";

const ID = "pay_0B3xYzAAbbCCddEEffGGhh12";

const CASES: readonly (readonly [
  rule: string,
  search: string,
  currencies: string[],
  matches: SearchMatch[],
])[] = [
  ["a whole Payment ID", ID, [], [{ by: "id", id: ID }]],
  ["a Payment ID with white space around it", ` ${ID}\n`, [], [{ by: "id", id: ID }]],
  ["a Payment ID in another case is another ID", ID.toLowerCase(), [], [{ by: "id", id: ID.toLowerCase() }]],
  ["a part of a Payment ID is nothing", ID.slice(0, -1), [], []],
  ["an ID of another kind is nothing", ID.replace("pay_", "ref_"), [], []],
  ["a merchant reference", "1234567890", [], [{ by: "merchant_reference", reference: 1_234_567_890 }]],
  ["ten digits with a leading zero are no merchant reference", "0123456789", [], []],
  ["nine digits are no merchant reference", "123456789", [], []],
  [
    "a billing e-mail in any case",
    "Ada@Example.COM",
    [],
    [{ by: "billing_email", folded: "ada@example.com" }],
  ],
  ["four digits are a card's last four", "4242", [], [{ by: "card_last4", last4: "4242" }]],
  ["five digits are no card's last four", "42424", [], []],
  ["words are nothing: no name and no description is searched [D4-7]", "Ada Lovelace", ["EUR"], []],
  [
    "a wildcard is a character like any other",
    "%@example.com",
    [],
    [{ by: "billing_email", folded: "%@example.com" }],
  ],
  ["without a currency there are no amounts", "12.50", [], []],
  ["with two currencies there are no amounts [D4-8]", "12.50", ["EUR", "GBP"], []],
  ["an amount in major units with a point", "12.50", ["EUR"], [{ by: "amount", amount: 1_250 }]],
  ["an amount in major units with a comma [D4-8]", "12,50", ["EUR"], [{ by: "amount", amount: 1_250 }]],
  ["an amount with fewer decimals than the currency has", "12.5", ["EUR"], [{ by: "amount", amount: 1_250 }]],
  ["an amount without decimals", "12", ["EUR"], [{ by: "amount", amount: 1_200 }]],
  ["an amount below one", "0.01", ["EUR"], [{ by: "amount", amount: 1 }]],
  ["an amount with more decimals than the currency has is nothing [D4-8]", "12.505", ["EUR"], []],
  ["a point without decimals is nothing", "12.", ["EUR"], []],
  ["decimals without a whole are nothing", ".50", ["EUR"], []],
  ["two separators are nothing", "1,234.50", ["EUR"], []],
  ["a sign is nothing", "-12", ["EUR"], []],
  ["a currency's letters are nothing", "12 EUR", ["EUR"], []],
  ["digits of other scripts are nothing", "१२", ["EUR"], []],
  [
    "a currency without decimals takes none",
    "1250",
    ["JPY"],
    [
      { by: "card_last4", last4: "1250" },
      { by: "amount", amount: 1_250 },
    ],
  ],
  ["a decimal of a currency without any is nothing", "1250.0", ["JPY"], []],
  ["a currency of three decimals", "1.25", ["KWD"], [{ by: "amount", amount: 1_250 }]],
  ["a currency of four decimals", "0.125", ["CLF"], [{ by: "amount", amount: 1_250 }]],
  ["an amount beyond 2^53-1 is nothing", "90071992547409.92", ["EUR"], []],
  [
    "four digits with a currency may be either",
    "1250",
    ["EUR"],
    [
      { by: "card_last4", last4: "1250" },
      { by: "amount", amount: 125_000 },
    ],
  ],
  [
    "ten digits with a currency may be either",
    "1234567890",
    ["EUR"],
    [
      { by: "merchant_reference", reference: 1_234_567_890 },
      { by: "amount", amount: 123_456_789_000 },
    ],
  ],
];

describe("what a search of Payments may mean [D4-7]", () => {
  for (const [rule, search, currencies, matches] of CASES) {
    it(rule, () => {
      expect(matchesOf(search, currencies)).to.deep.equal(matches);
    });
  }
});
