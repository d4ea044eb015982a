import type { PayoutListRequest } from "@flowlix/contracts";
import { FIRST_SECOND } from "./generate.ts";

export type Asked = Partial<Omit<PayoutListRequest, "scope">>;

export interface Question {
  readonly name: string;
  readonly asked: Asked;
  /** How long the list of the merchant of many may take, in ms. */
  readonly allowed: number;
}

/** Some Payout of the merchant's: what is searched for by whole values is really there. */
export interface Sample {
  readonly id: string;
  readonly merchant_reference: string;
  readonly last_name: string;
  readonly first_name: string;
}

const COUNTERS = 20;
const INDEX = 1_500;
const SHORT = 5_000;

/** Everything that a list can be asked, of a merchant whose Payouts are spread over so many seconds. */
export function questions(seconds: number, sample: Sample): readonly Question[] {
  const at = (share: number) => FIRST_SECOND + Math.floor(seconds * share);
  const of = (allowed: number, asked: Readonly<Record<string, Asked>>) =>
    Object.entries(asked).map(([name, one]) => ({ name, asked: one, allowed }));
  return [
    ...of(COUNTERS, {
      nothing: {},
      "limit 100": { limit: 100 },
      "from the middle on, older": { starting_after: sample.id },
      "from the middle on, newer": { ending_before: sample.id },
      "status SUCCEEDED": { status: ["SUCCEEDED"] },
      "status PENDING (1 in 100,000)": { status: ["PENDING"] },
      "status FAILED or PROCESSING": { status: ["FAILED", "PROCESSING"] },
      "currency CZK": { currency: ["CZK"] },
      "currency of none": { currency: ["JPY"] },
      "status, currency, brand": { status: ["FAILED"], currency: ["EUR"], card_brand: ["visa"] },
    }),
    ...of(INDEX, {
      "created: last tenth": { created: { gte: at(0.9), lte: null } },
      "created: all of it": { created: { gte: at(0), lte: null } },
      "created: all of it, CZK": { created: { gte: at(0), lte: null }, currency: ["CZK"] },
      "created: half, FAILED": { created: { gte: null, lte: at(0.5) }, status: ["FAILED"] },
      card_last4: { card_last4: "4242" },
      "card_last4 of half the time": { card_last4: "4242", created: { gte: null, lte: at(0.5) } },
      "amount of exactly": { amount: { gte: 123_457, lte: 123_457 } },
      "amount: the upper half": { amount: { gte: 450_000, lte: null } },
      "amount: seven tenths": { amount: { gte: 270_000, lte: null } },
      "amount: nearly all": { amount: { gte: 200, lte: null } },
      "amount: nearly all, FAILED": { amount: { gte: 200, lte: null }, status: ["FAILED"] },
      "amount: half, created: half": {
        amount: { gte: 450_000, lte: null },
        created: { gte: at(0.25), lte: at(0.75) },
      },
      "amount, status and brand": {
        amount: { gte: 1_000, lte: 2_000 },
        status: ["FAILED"],
        card_brand: ["visa"],
      },
      "search: an ID": { search: sample.id.toUpperCase() },
      "search: a reference": { search: sample.merchant_reference },
      "search: five digits of references": { search: "47381" },
      "search: three digits of references": { search: "473" },
      "search: four digits, last four too": { search: "4242" },
      "search: an amount": { search: "1234,57", currency: ["EUR"] },
      "search: a whole last name": { search: sample.last_name },
      "search: a first and a last name": { search: `${sample.first_name} ${sample.last_name}` },
      "search: a frequent first name": { search: "katarzyna" },
      "search: five letters": { search: "kowal" },
      "search: three letters": { search: "zan" },
      "search: three frequent letters": { search: "ski" },
      "search: the most frequent three": { search: "ann" },
      "search: three letters of none": { search: "qxq" },
      "search: five letters, FAILED": { search: "kowal", status: ["FAILED"] },
      "search: three letters, half the time": { search: "ski", created: { gte: null, lte: at(0.5) } },
      "search: three frequent letters, oldest": { search: "ski", ending_before: sample.id },
      "search: three letters of Greek": { search: "ΠΑΠ" },
      "search: of none": { search: "qqqxyz" },
    }),
    ...of(SHORT, {
      "search: one letter": { search: "a" },
      "search: one digit": { search: "7" },
      "search: two letters": { search: "ze" },
      "search: two letters of few": { search: "øy" },
      "search: two letters of none": { search: "qx" },
      "search: one letter, PENDING": { search: "a", status: ["PENDING"] },
      "search: two letters, FAILED": { search: "ze", status: ["FAILED"] },
      "search: one Han letter": { search: "王" },
      "search: a percent sign": { search: "%" },
      "search: a letter, a space, a letter": { search: "a k" },
    }),
  ];
}
