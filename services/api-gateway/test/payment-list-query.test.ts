import { UNFILTERED } from "@flowlix/testkit";
import { expect } from "chai";
import { deadlineIn } from "@flowlix/provider";
import { isDomainError } from "@flowlix/runtime";
import type { PaymentListRequest } from "@flowlix/contracts";
import { createListPayments } from "../src/handlers/list-payments.ts";

const ID = `pay_${"1".repeat(24)}`;
const OTHER = `pay_${"2".repeat(24)}`;
const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false };
const MOST = Number.MAX_SAFE_INTEGER;

const ANYTHING: PaymentListRequest = {
  scope: SCOPE,
  ...UNFILTERED,
  integration_type: [],
  payment_method_type: [],
};

/** What the owner is asked for a query, or the code and param of its refusal. */
async function readingOf(query: string): Promise<Partial<PaymentListRequest> | string> {
  let asked: PaymentListRequest | undefined;
  const list = createListPayments({
    fillPageUrl: (payment) => payment,
    payments: {
      list: async (request) => {
        asked = request;
        return { data: [], has_more: false };
      },
    },
  });
  const account = {
    provisioned: true,
    hasAcquirer: false,
    hadAcquirer: false,
    paymentsEnabled: true,
    payoutsEnabled: true,
    cardAttempts: 1,
  };
  const caller = {
    keyId: `key_${"0".repeat(24)}`,
    merchantId: SCOPE.merchant_id,
    merchantName: "Shop",
    livemode: SCOPE.livemode,
    permissions: ["read"] as const,
    account,
  };
  const request = {
    requestId: "req_test",
    params: {},
    query,
    headers: {},
    body: Buffer.alloc(0),
    remoteAddress: "127.0.0.1",
    deadline: deadlineIn(1_000),
    caller,
    idempotencyKey: "",
  };
  try {
    await list(request);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return error.param === undefined ? error.type : `${error.type} ${error.param}`;
  }
  if (asked === undefined) throw new Error("the owner was not asked");
  return asked;
}

const ACCEPTED: readonly (readonly [rule: string, query: string, asked: Partial<PaymentListRequest>])[] = [
  ["without parameters it is the ten newest [D4-1]", "", {}],
  ["empty pairs say nothing", "&&limit=5&", { limit: 5 }],
  ["limit may be 1 [D4-1]", "limit=1", { limit: 1 }],
  ["limit may be 100 [D4-1]", "limit=100", { limit: 100 }],
  ["starting_after is a Payment's id", `starting_after=${ID}`, { starting_after: ID }],
  ["ending_before is a Payment's id", `ending_before=${ID}`, { ending_before: ID }],
  ["status is repeatable [D4-3]", "status=PENDING&status=FAILED", { status: ["PENDING", "FAILED"] }],
  [
    "currency is repeatable, in any case, once each [D4-3, D4-13]",
    "currency=eur&currency=GBP&currency=Eur",
    { currency: ["EUR", "GBP"] },
  ],
  ["white space around a currency is nothing", "currency=%20eur+", { currency: ["EUR"] }],
  ["a currency that nobody takes any more is one to look for [CUR-7]", "currency=ITL", { currency: ["ITL"] }],
  [
    "card_brand is repeatable, in any case [D4-3, D4-13]",
    "card_brand=VISA&card_brand=amex&card_brand=visa",
    { card_brand: ["visa", "amex"] },
  ],
  ["card_last4 is four digits [D4-4]", "card_last4=0042", { card_last4: "0042" }],
  [
    "integration_type is repeatable [D4-9]",
    "integration_type=DIRECT&integration_type=HOSTED_PAYMENT_PAGE",
    { integration_type: ["DIRECT", "HOSTED_PAYMENT_PAGE"] },
  ],
  [
    "payment_method_type is repeatable [D4-9]",
    "payment_method_type=apple_pay&payment_method_type=card",
    { payment_method_type: ["apple_pay", "card"] },
  ],
  [
    "created[gte] and created[lte] are in the range [D4-5]",
    "created[gte]=5&created[lte]=9",
    { created: { gte: 5, lte: 9 } },
  ],
  [
    "created[gt] and created[lt] are not in the range [D4-5]",
    "created[gt]=5&created[lt]=9",
    { created: { gte: 6, lte: 8 } },
  ],
  [
    "of two bounds on one side the tighter counts",
    "created[gt]=5&created[gte]=4&created[lt]=9&created[lte]=7",
    { created: { gte: 6, lte: 7 } },
  ],
  ["a range may be of one second", "created[gt]=5&created[lt]=7", { created: { gte: 6, lte: 6 } }],
  [
    "brackets in names may be escaped",
    "created%5Bgte%5D=5&amount%5blt%5d=9",
    { created: { gte: 5, lte: null }, amount: { gte: null, lte: 8 } },
  ],
  ["any other character of a name may be escaped as well", "%6cimit=5", { limit: 5 }],
  ["an amount may be 0 [D4-6]", "amount[gte]=0", { amount: { gte: 0, lte: null } }],
  ["an amount may be 2^53-1", `amount[lte]=${MOST}`, { amount: { gte: null, lte: MOST } }],
  [
    "nothing is below an amount of 0, which is no contradiction",
    "amount[lt]=0",
    { amount: { gte: null, lte: -1 } },
  ],
  ["search is kept as it is", "search=Ada%40Example.com", { search: "Ada@Example.com" }],
  ["a plus is a space", "search=a+b%2Bc", { search: "a b+c" }],
  ["text without escapes is UTF-8", `search=${Buffer.from("é").toString("latin1")}`, { search: "é" }],
  [
    "search may have 255 characters, each of two units",
    `search=${encodeURIComponent("💶".repeat(255))}`,
    { search: "💶".repeat(255) },
  ],
  ["an equals sign in a value belongs to it", "search=a=b", { search: "a=b" }],
  [
    "filters of all kinds go together",
    `currency=EUR&status=SUCCEEDED&card_last4=4242&limit=2&starting_after=${ID}`,
    { currency: ["EUR"], status: ["SUCCEEDED"], card_last4: "4242", limit: 2, starting_after: ID },
  ],
];

const REFUSED: readonly (readonly [rule: string, query: string, refusal: string])[] = [
  ["limit is at least 1 [D4-1]", "limit=0", "invalid_request limit"],
  ["limit is at most 100 [D4-1]", "limit=101", "invalid_request limit"],
  ["limit is an integer [D4-14]", "limit=1.5", "invalid_request limit"],
  ["limit is not negative", "limit=-1", "invalid_request limit"],
  ["limit has no sign", "limit=%2B5", "invalid_request limit"],
  ["limit is not empty", "limit=", "invalid_request limit"],
  ["limit has a value", "limit", "invalid_request limit"],
  ["limit is not repeatable [D4-14]", "limit=5&limit=5", "invalid_request limit"],
  [
    "starting_after has the shape of a Payment's id [D4-2]",
    "starting_after=ref_1",
    "invalid_request starting_after",
  ],
  ["starting_after is not empty", "starting_after=", "invalid_request starting_after"],
  [
    "starting_after is not repeatable",
    `starting_after=${ID}&starting_after=${OTHER}`,
    "invalid_request starting_after",
  ],
  [
    "ending_before has the shape of a Payment's id [D4-2]",
    `ending_before=${ID}x`,
    "invalid_request ending_before",
  ],
  [
    "the cursors are exclusive of each other [D4-2, D4-15]",
    `ending_before=${ID}&starting_after=${ID}`,
    "invalid_search_criteria ending_before",
  ],
  ["status is one of the statuses", "status=DONE", "invalid_request status"],
  ["status is case-sensitive [D4-13]", "status=succeeded", "invalid_request status"],
  ["every value of a repeated filter counts", "status=PENDING&status=", "invalid_request status"],
  ["values are not separated by commas", "status=PENDING,FAILED", "invalid_request status"],
  ["currency is three letters", "currency=EU", "invalid_request currency"],
  ["currency is not digits", "currency=978", "invalid_request currency"],
  ["currency is ASCII letters", "currency=%E2%82%AC%E2%82%AC%E2%82%AC", "invalid_request currency"],
  ["card_brand is one of the brands", "card_brand=visaa", "invalid_request card_brand"],
  [
    "card_brand is ASCII letters, whatever folds into them",
    "card_brand=un%E2%84%AAnown",
    "invalid_request card_brand",
  ],
  ["card_last4 is no fewer than four digits [D4-4]", "card_last4=424", "invalid_request card_last4"],
  ["card_last4 is no more than four digits [D4-4]", "card_last4=42424", "invalid_request card_last4"],
  ["card_last4 is ASCII digits", `card_last4=${encodeURIComponent("४२४२")}`, "invalid_request card_last4"],
  ["card_last4 is not repeatable", "card_last4=4242&card_last4=1111", "invalid_request card_last4"],
  ["created is whole seconds [D4-5]", "created[gte]=1.5", "invalid_request created[gte]"],
  ["created is not negative", "created[lt]=-1", "invalid_request created[lt]"],
  ["created is no date", "created[gt]=2026-01-01", "invalid_request created[gt]"],
  ["created is not repeatable", "created[gte]=1&created[gte]=2", "invalid_request created[gte]"],
  ["created has no other bounds", "created[eq]=1", "invalid_request created[eq]"],
  ["created alone is no parameter", "created=1", "invalid_request created"],
  ["an amount is at least 0 [D4-6]", "amount[gte]=-1", "invalid_request amount[gte]"],
  ["an amount is minor units [D4-6]", "amount[lte]=12.50", "invalid_request amount[lte]"],
  ["an integer beyond 2^53-1 is parameter_invalid", `amount[lt]=${MOST + 1}`, "parameter_invalid amount[lt]"],
  [
    "of an integer beyond 2^53-1 and a wrong value the one documented first is reported",
    `amount[gte]=${MOST + 1}&limit=x`,
    "invalid_request limit",
  ],
  [
    "an integer beyond 2^53-1 comes before a wrong value that is documented behind it",
    `created[gte]=${MOST + 1}&amount[gte]=x`,
    "parameter_invalid created[gte]",
  ],
  [
    "a second beyond 2^53-1 is parameter_invalid",
    `created[lt]=${"9".repeat(400)}`,
    "parameter_invalid created[lt]",
  ],
  [
    "a range contradicts itself at its upper bound [D4-15]",
    "created[gte]=6&created[lte]=5",
    "invalid_search_criteria created[lte]",
  ],
  [
    "a range without an integer contradicts itself",
    "amount[gt]=5&amount[lt]=6",
    "invalid_search_criteria amount[lt]",
  ],
  [
    "of two upper bounds the one that contradicts is named",
    "amount[gte]=5&amount[lte]=9&amount[lt]=5",
    "invalid_search_criteria amount[lt]",
  ],
  ["search is not blank [D4-15]", "search=%20%E2%80%83+", "invalid_search_criteria search"],
  ["search is not empty", "search=", "invalid_search_criteria search"],
  ["search is at most 255 characters [D4-15]", `search=${"x".repeat(256)}`, "invalid_search_criteria search"],
  ["search is not repeatable", "search=a&search=b", "invalid_request search"],
  ["integration_type is one of the two", "integration_type=HOSTED", "invalid_request integration_type"],
  [
    "integration_type is case-sensitive [D4-13]",
    "integration_type=direct",
    "invalid_request integration_type",
  ],
  [
    "payment_method_type is one of those there are [D4-9]",
    "payment_method_type=paypal",
    "invalid_request payment_method_type",
  ],
  [
    "payment_method_type is case-sensitive",
    "payment_method_type=Card",
    "invalid_request payment_method_type",
  ],
  ["an unknown parameter is refused [D4-14]", "page=2", "invalid_request page"],
  ["names are case-sensitive", "Limit=2", "invalid_request Limit"],
  ["a repeatable parameter has no brackets", "status%5B%5D=PENDING", "invalid_request status[]"],
  ["a parameter without a name is unknown", "=5", "invalid_request"],
  ["an unknown name that could be somebody's data is not said back", "4111111111111111=1", "invalid_request"],
  ["a malformed escape is parameter_invalid [D4-16]", "search=%zz", "parameter_invalid search"],
  ["an escape that ends too soon is malformed", "status=PENDING&status=%4", "parameter_invalid status"],
  ["a malformed escape in a name has no param", "%zz=1", "parameter_invalid"],
  ["a malformed escape of an unknown parameter is no better", "page=%", "parameter_invalid page"],
  ["bytes that are not UTF-8 are parameter_invalid [D4-16]", "search=%ff", "parameter_invalid search"],
  ["a surrogate in UTF-8 is ill-formed", "search=%ED%A0%80", "parameter_invalid search"],
  ["bytes that were sent without an escape are no better", "search=\u00ff", "parameter_invalid search"],
  ["U+0000 is parameter_invalid [D4-16]", "search=a%00b", "parameter_invalid search"],
  ["U+0000 is parameter_invalid before it is a wrong value [D4-16]", "limit=%00", "parameter_invalid limit"],
  ["malformed text comes before wrong values", "limit=0&search=%zz", "parameter_invalid search"],
  [
    "of two wrong values the one documented first is reported",
    "search=x&status=x&limit=x",
    "invalid_request limit",
  ],
  ["unknown parameters come last", "page=2&payment_method_type=x", "invalid_request payment_method_type"],
  [
    "shapes come before criteria",
    `search=&starting_after=${ID}&ending_before=${ID}&page=2`,
    "invalid_request page",
  ],
  [
    "of several criteria the one documented first is reported",
    "search=&created[gte]=2&created[lte]=1",
    "invalid_search_criteria created[lte]",
  ],
];

describe("the query of GET /v1/payments", () => {
  for (const [rule, query, asked] of ACCEPTED) {
    it(rule, async () => {
      expect(await readingOf(query)).to.deep.equal({ ...ANYTHING, ...asked });
    });
  }
  for (const [rule, query, refusal] of REFUSED) {
    it(rule, async () => {
      expect(await readingOf(query)).to.equal(refusal);
    });
  }
});
