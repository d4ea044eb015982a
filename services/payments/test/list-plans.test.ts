import { expect } from "chai";
import type { PaymentListRequest } from "@flowlix/contracts";
import { createPools, query, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { getPayment } from "../src/read/get-payment.ts";
import { listPayments } from "../src/read/list-payments.ts";
import { countStatement, groupOfFew, sortedMax } from "../src/read/group-of-few.ts";
import type { WantedPage } from "../src/read/list-conditions.ts";
import { pageStatement } from "../src/read/page-statement.ts";
import { createPaymentsLists, type PaymentsLists } from "../src/read/payments-lists.ts";
import { createPaymentsReads } from "../src/read/payments-reads.ts";
import { paymentsSchema } from "../src/schema.ts";
import { matchesOf } from "../src/read/search-term.ts";
import { listRequest } from "./support/listed-payments.ts";
import {
  BUSY_MERCHANT,
  FIRST_SECOND,
  insertMany,
  insertUnlike,
  manyId,
  UNLIKE_MASTERCARDS,
  UNLIKE_MERCHANT,
  unlikeId,
} from "./support/many-payments.ts";
import { planOf, type Plan } from "./support/plans.ts";

const COUNT = 1_000_000;
const UNLIKE_COUNT = 50_000;
/** Payments of all merchants that have not ended, which are read beside those that an index by value finds. */
const OPEN = 20;
const UNLIKE = { merchant_id: UNLIKE_MERCHANT, livemode: false };
const SCOPE = { merchant_id: BUSY_MERCHANT, livemode: false };
const NEWEST_S = FIRST_SECOND + COUNT - 1;

type Wanted = Partial<PaymentListRequest>;
type Index =
  | "payments_list"
  | "payments_list_email"
  | "payments_list_reference"
  | "payments_due"
  | "payments_pkey"
  | "payments_facets"
  | "payments_last4"
  | "payments_amount";

/** What finds the page, and how many rows it may look at for it at most. */
const BOUNDED: readonly (readonly [shape: string, wanted: Wanted, index: Index, examinedMax: number])[] = [
  ["the newest", {}, "payments_list", 11],
  ["a hundred", { limit: 100 }, "payments_list", 101],
  ["the page after one in the middle", { starting_after: manyId(COUNT / 2) }, "payments_list", 11],
  ["the page before one in the middle", { ending_before: manyId(COUNT / 2) }, "payments_list", 11],
  ["the page before the oldest", { ending_before: manyId(1) }, "payments_list", 11],
  [
    "a day long ago",
    { created: { gte: FIRST_SECOND + 86_400, lte: FIRST_SECOND + 172_799 } },
    "payments_list",
    11,
  ],
  [
    "an amount that a thousand have, in the last minute",
    { amount: { gte: 1_000, lte: 1_089 }, created: { gte: NEWEST_S - 59, lte: null }, limit: 100 },
    "payments_list",
    60,
  ],
  ["what most have", { currency: ["EUR"], status: ["SUCCEEDED"], card_brand: ["visa"] }, "payments_list", 60],
  [
    "several values of several filters",
    { currency: ["EUR", "GBP"], card_brand: ["visa", "mastercard"], status: ["SUCCEEDED", "FAILED"] },
    "payments_list",
    15,
  ],
  ["what one in twenty has", { status: ["FAILED"] }, "payments_list", 250],
  ["an amount that many have", { amount: { gte: 1_000, lte: 50_000 } }, "payments_list", 60],
  [
    "a payment method and a way that all have",
    { integration_type: ["DIRECT"], payment_method_type: ["card"] },
    "payments_list",
    11,
  ],
  ["an e-mail", { search: "PAYER1@example.com" }, "payments_list_email", 11],
  [
    "an e-mail, in the middle",
    { search: "payer1@example.com", starting_after: manyId(COUNT / 2) },
    "payments_list_email",
    11,
  ],
  [
    "an e-mail with a filter",
    { search: "payer1@example.com", status: ["FAILED"] },
    "payments_list_email",
    200,
  ],
  ["an e-mail that nobody has", { search: "nobody@example.com" }, "payments_list_email", 0],
  ["a merchant reference", { search: "1000500000" }, "payments_list_reference", 1],
  ["a merchant reference that nothing has", { search: "9999999999" }, "payments_list_reference", 0],
  ["an ID", { search: manyId(77) }, "payments_pkey", 1],
  ["every open status", { status: ["PENDING", "REQUIRES_ACTION", "PROCESSING"] }, "payments_due", 20],
  ["what is pending, for one card", { status: ["PENDING"], card_last4: "9999" }, "payments_due", 20],
];

/** What few or none have: what finds it beside `payments_due`, and how many it has; no others are looked at. */
const RARE: readonly (readonly [
  shape: string,
  wanted: Wanted,
  indexes: readonly Index[],
  matches: number,
])[] = [
  ["a card's last four", { card_last4: "4242", limit: 100 }, ["payments_last4"], 101],
  ["a card's last four that nobody has", { card_last4: "9999" }, ["payments_last4"], 0],
  ["a search for them", { search: "9999" }, ["payments_last4"], 0],
  [
    "a search for them or an amount",
    { search: "9999", currency: ["EUR"] },
    ["payments_last4", "payments_amount"],
    12,
  ],
  ["a search for an amount", { search: "123.45", currency: ["EUR"] }, ["payments_amount"], 12],
  [
    "a search for a reference or an amount",
    { search: "1000500000", currency: ["EUR"] },
    ["payments_list_reference", "payments_amount"],
    1,
  ],
  ["an amount that nothing has", { amount: { gte: 1_000_000, lte: null } }, ["payments_amount"], 0],
  ["an amount of one in a thousand", { amount: { gte: 1_000, lte: 1_089 } }, ["payments_amount"], 1_001],
  [
    "an amount of one in a thousand, of those that failed",
    { amount: { gte: 1_000, lte: 1_089 }, status: ["FAILED"] },
    ["payments_amount"],
    1_001,
  ],
  ["a status that nothing has", { status: ["EXPIRED"] }, ["payments_facets"], 0],
  [
    "a status that nothing has, for an e-mail",
    { status: ["EXPIRED"], search: "payer1@example.com" },
    ["payments_facets"],
    0,
  ],
  ["a currency that others have alone", { currency: ["JPY"] }, ["payments_facets"], 0],
  [
    "several brands and payment methods that nothing has, one of them twice",
    { card_brand: ["amex", "jcb", "discover", "amex"], payment_method_type: ["google_pay", "apple_pay"] },
    ["payments_facets"],
    0,
  ],
  [
    "a status that nothing has, a hundred times",
    { status: Array(100).fill("EXPIRED") },
    ["payments_facets"],
    0,
  ],
  ["a brand that nothing has", { card_brand: ["jcb", "amex"] }, ["payments_facets"], 0],
  ["a payment method that nothing has", { payment_method_type: ["google_pay"] }, ["payments_facets"], 0],
  [
    "values that never go together",
    { currency: ["EUR"], card_brand: ["visa"], integration_type: ["HOSTED_PAYMENT_PAGE"] },
    ["payments_facets"],
    0,
  ],
  ["a currency that all others are in", { scope: UNLIKE, currency: ["EUR"] }, ["payments_facets"], 0],
  ["a brand of two Payments", { scope: UNLIKE, card_brand: ["mastercard"] }, ["payments_facets"], 2],
];

/** An index by value has so many bytes a Payment at most; of values that thousands share, little more than a place. */
const BYTES: readonly (readonly [index: Index, bytesMax: number])[] = [
  ["payments_facets", 8],
  ["payments_last4", 11],
  ["payments_amount", 24],
];

describe("lists of a merchant with a million Payments [D4-17]", function () {
  this.timeout(600_000);
  const database = withDatabase([paymentsSchema]);
  let pools: Pools;
  let lists: PaymentsLists;
  before(async () => {
    await insertMany(database(), COUNT);
    await insertUnlike(database(), UNLIKE_COUNT);
    pools = await createPools({
      url: database().urlOf("payments"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
      // What is counted is what a statement looks at; how long it takes is the machine's.
      statementTimeoutsMs: { read: 600_000 },
    });
    lists = createPaymentsLists(pools.read, 1);
  });
  after(() => pools?.close());

  /** The page that a request comes to; null where nobody asks the database for what a search cannot mean. */
  async function pageOf(wanted: Wanted): Promise<WantedPage | null> {
    const request = listRequest({ scope: SCOPE, ...wanted });
    const cursor = request.starting_after ?? request.ending_before;
    const going = request.starting_after === null ? "newer" : "older";
    const from = cursor === null ? null : await lists.from(request.scope, cursor, going);
    const search = request.search === null ? null : matchesOf(request.search, request.currency);
    return search?.length === 0 ? null : { ...request, from, search };
  }

  const NOTHING: Plan = { scans: [], examined: 0, sequential: false };

  /** The plans of the very statements that a request comes to, on the connections for reading. */
  async function plansFor(wanted: Wanted): Promise<{ readonly count: Plan; readonly page: Plan }> {
    const page = await pageOf(wanted);
    if (page === null) return { count: NOTHING, page: NOTHING };
    const count = countStatement(page);
    const few = await groupOfFew(pools.read, page);
    return {
      count: count === null ? NOTHING : await planOf(pools.read, count, "run"),
      page: await planOf(pools.read, pageStatement(page, few), "run"),
    };
  }

  for (const [shape, wanted, index, examinedMax] of BOUNDED) {
    it(`${shape}: found in ${index}, looking at no more than ${examinedMax} rows`, async () => {
      const { page } = await plansFor(wanted);
      // A page to newer ones asks the same index for the first that is undecided.
      expect([...new Set(page.scans)]).to.deep.equal([index]);
      expect(page.examined).to.be.at.most(examinedMax);
    });
  }

  for (const [shape, wanted, indexes, matches] of RARE) {
    const beside = wanted.status === undefined ? OPEN : 0;
    it(`${shape}: found in ${indexes.join(", ")}, looking at no more than ${matches + beside} rows`, async () => {
      const { page } = await plansFor(wanted);
      expect(page.scans.filter((index) => index !== "payments_due")).to.have.members(indexes);
      expect(page.examined).to.be.at.most(matches + beside);
    });
  }

  it("what decides it is counted in indexes by value alone, and no further than what is sorted", async () => {
    const BY_VALUE: Index[] = ["payments_facets", "payments_last4", "payments_amount"];
    for (const [shape, wanted] of [...BOUNDED, ...RARE]) {
      const { count } = await plansFor(wanted);
      const beside = wanted.created === undefined ? [] : ["payments_list"];
      const counted = count.scans.filter((index) => !["payments_list_reference", ...beside].includes(index));
      expect(BY_VALUE, shape).to.include.members(counted);
      expect(count.sequential, shape).to.equal(false);
      expect(count.examined, shape).to.be.at.most(count.scans.length * (sortedMax(wanted.limit ?? 10) + 1));
    }
  });

  it("what is common to many of a merchant, and rare beside others, is gone through in order", async () => {
    for (const wanted of [{ currency: ["JPY"] }, { card_brand: ["visa"] }] satisfies Wanted[]) {
      const { page } = await plansFor({ scope: UNLIKE, ...wanted });
      expect(page.scans).to.deep.equal(["payments_list"]);
      expect(page.examined).to.be.at.most(12);
    }
  });

  it("the two of a brand are found, and nothing else", async () => {
    const { data, has_more } = await listPayments(
      { lists },
      listRequest({ scope: UNLIKE, card_brand: ["mastercard"] }),
    );
    expect([data.map(({ id }) => id), has_more]).to.deep.equal([
      UNLIKE_MASTERCARDS.toReversed().map(unlikeId),
      false,
    ]);
  });

  for (const [index, bytesMax] of BYTES) {
    it(`${index} takes no more than ${bytesMax} bytes a Payment`, async () => {
      const [row] = await database().sql(`select pg_relation_size('payments.${index}')::float8 as bytes`);
      expect(Number(row?.["bytes"]) / (COUNT + UNLIKE_COUNT)).to.be.at.most(bytesMax);
    });
  }

  it("no filters go together so that the table is scanned from end to end, from any position", async () => {
    const filters: Wanted[] = [
      ...BOUNDED.map(([, wanted]) => wanted),
      ...RARE.map(([, wanted]) => wanted),
      { created: { gte: null, lte: NEWEST_S - 1 } },
    ];
    const positions = [
      null,
      await lists.from(SCOPE, manyId(COUNT / 2), "older"),
      await lists.from(SCOPE, manyId(COUNT / 2), "newer"),
    ];
    for (const one of filters) {
      for (const other of filters) {
        const wanted = { ...one, ...other, starting_after: null, ending_before: null };
        const page = await pageOf(wanted);
        if (page === null) continue;
        const few = await groupOfFew(pools.read, page);
        for (const from of positions) {
          const plan = await planOf(pools.read, pageStatement({ ...page, from }, few), "plan only");
          expect(plan.sequential, JSON.stringify(wanted)).to.equal(false);
        }
      }
    }
  });

  it("reads of a Payment, of a cursor and of a page go by an index, as the server counts", async () => {
    const scans = async () => {
      await query(pools.read, { text: "select pg_stat_force_next_flush()", values: [] });
      const [row] = await database().sql(
        "select seq_scan::int as seq, idx_scan::int as idx from pg_stat_user_tables where relname = 'payments'",
      );
      return { seq: Number(row?.["seq"]), idx: Number(row?.["idx"]) };
    };
    const before = await scans();
    // More often than a statement is planned for its own values only.
    for (let count = 1; count <= 10; count += 1) {
      const payment = await getPayment(
        { reads: createPaymentsReads(pools.read) },
        { scope: SCOPE, payment_id: manyId(count) },
      );
      const page = await listPayments({ lists }, listRequest({ scope: SCOPE, ending_before: payment.id }));
      expect(page.data.at(-1)?.id).to.equal(manyId(count + 1));
    }
    const after = await scans();
    expect(after.seq).to.equal(before.seq);
    // Four a turn: the Payment, the cursor, the page, and what may still come in between.
    expect(after.idx - before.idx).to.equal(40);
  });
});
