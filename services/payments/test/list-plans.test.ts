import { expect } from "chai";
import type { PaymentListRequest } from "@flowlix/contracts";
import { createPools, query, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { getPayment } from "../src/read/get-payment.ts";
import { listPayments } from "../src/read/list-payments.ts";
import { pageStatement } from "../src/read/page-statement.ts";
import { createPaymentsLists, type PaymentsLists } from "../src/read/payments-lists.ts";
import { createPaymentsReads } from "../src/read/payments-reads.ts";
import { paymentsSchema } from "../src/schema.ts";
import { matchesOf } from "../src/read/search-term.ts";
import { listRequest } from "./support/listed-payments.ts";
import { BUSY_MERCHANT, FIRST_SECOND, insertMany, manyId } from "./support/many-payments.ts";
import { planOf, type Plan } from "./support/plans.ts";

const COUNT = 1_000_000;
const SCOPE = { merchant_id: BUSY_MERCHANT, livemode: false };
const NEWEST_S = FIRST_SECOND + COUNT - 1;

type Wanted = Partial<PaymentListRequest>;
type Index =
  "payments_list" | "payments_list_email" | "payments_list_reference" | "payments_due" | "payments_pkey";

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
  ["what most have", { currency: ["EUR"], status: ["SUCCEEDED"], card_brand: ["visa"] }, "payments_list", 60],
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

/** What few or none have is looked for among all of the merchant's in the range, and no others. */
const RARE: readonly (readonly [shape: string, wanted: Wanted])[] = [
  ["a card's last four", { card_last4: "4242", limit: 100 }],
  ["a card's last four that nobody has", { card_last4: "9999" }],
  ["a search for them", { search: "9999" }],
  ["a search for them or an amount", { search: "9999", currency: ["EUR"] }],
  ["a search for an amount", { search: "12345.67", currency: ["EUR"] }],
  ["a search for a reference or an amount", { search: "1000500000", currency: ["EUR"] }],
  ["an amount that nothing has", { amount: { gte: 1_000_000, lte: null } }],
  ["a status that nothing has", { status: ["EXPIRED"] }],
  ["a currency that nothing has", { currency: ["JPY"] }],
  ["a brand that nothing has", { card_brand: ["jcb", "amex"] }],
  ["a payment method that nothing has", { payment_method_type: ["google_pay"] }],
];

describe("lists of a merchant with a million Payments [D4-17]", function () {
  this.timeout(600_000);
  const database = withDatabase([paymentsSchema]);
  let pools: Pools;
  let lists: PaymentsLists;
  before(async () => {
    await insertMany(database(), COUNT);
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

  /** The plan of the very statement that a request comes to, on the connections for reading. */
  async function planFor(wanted: Wanted, run: "run" | "plan only" = "run"): Promise<Plan> {
    const request = listRequest({ scope: SCOPE, ...wanted });
    const cursor = request.starting_after ?? request.ending_before;
    const going = request.starting_after === null ? "newer" : "older";
    const from = cursor === null ? null : await lists.from(SCOPE, cursor, going);
    const search = request.search === null ? null : matchesOf(request.search, request.currency);
    // Nobody asks the database for what a search cannot mean.
    if (search?.length === 0) return { scans: [], examined: 0, sequential: false };
    return planOf(pools.read, pageStatement({ ...request, from, search }), run);
  }

  for (const [shape, wanted, index, examinedMax] of BOUNDED) {
    it(`${shape}: found in ${index}, looking at no more than ${examinedMax} rows`, async () => {
      const plan = await planFor(wanted);
      // A page to newer ones asks the same index for the first that is undecided.
      expect([...new Set(plan.scans)]).to.deep.equal([index]);
      expect(plan.examined).to.be.at.most(examinedMax);
    });
  }

  for (const [shape, wanted] of RARE) {
    it(`${shape}: found in the merchant's own list, whole or as far as a range of created goes`, async () => {
      const whole = await planFor(wanted);
      expect(whole.scans).to.deep.equal(["payments_list"]);
      expect(whole.examined).to.be.at.most(COUNT);
      const lastDay = await planFor({ ...wanted, created: { gte: NEWEST_S - 86_399, lte: null } });
      expect(lastDay.examined).to.be.at.most(86_400);
    });
  }

  it("no filters go together so that the table is scanned from end to end, from any position", async () => {
    const filters: Wanted[] = [
      ...BOUNDED.map(([, wanted]) => wanted),
      ...RARE.map(([, wanted]) => wanted),
      { created: { gte: null, lte: NEWEST_S - 1 } },
    ];
    const positions: Wanted[] = [
      { starting_after: null, ending_before: null },
      { starting_after: manyId(COUNT / 2), ending_before: null },
      { starting_after: null, ending_before: manyId(COUNT / 2) },
    ];
    for (const one of filters) {
      for (const other of filters) {
        for (const position of positions) {
          const wanted = { ...one, ...other, ...position };
          const plan = await planFor(wanted, "plan only");
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
