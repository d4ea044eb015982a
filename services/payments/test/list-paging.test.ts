import { expect } from "chai";
import * as fc from "fast-check";
import type { PaymentListRequest, Range } from "@flowlix/contracts";
import { withDatabase } from "@flowlix/testkit";
import { createPools, type Pools } from "@flowlix/persistence";
import { groupOfFew } from "../src/read/group-of-few.ts";
import { listPayments } from "../src/read/list-payments.ts";
import { createPaymentsLists } from "../src/read/payments-lists.ts";
import { paymentsSchema } from "../src/schema.ts";
import {
  insertListed,
  listedPayment,
  listRequest,
  merchantId,
  type ListedPayment,
} from "./support/listed-payments.ts";

const RUNS = 40;
const SECOND = Date.parse("2026-01-01T00:00:00Z") / 1000;

// Few values of everything, so that rows tie in time and filters find some of them.
const statuses = fc.constantFrom("SUCCEEDED", "FAILED", "EXPIRED", "PENDING", "REQUIRES_ACTION");
const brands = fc.constantFrom("visa", "amex");
const methods = fc.constantFrom("card", "google_pay");
const currencies = fc.constantFrom("EUR", "GBP", "JPY");
const last4s = fc.constantFrom("0001", "1250", "4242");
const amounts = fc.constantFrom(1, 1_250, 125_000);
const emails = fc.constantFrom(null, null, "a@b.example");

interface Drawn extends Pick<ListedPayment, "amount" | "billing_email_folded"> {
  readonly status: "SUCCEEDED" | "FAILED" | "EXPIRED" | "PENDING" | "REQUIRES_ACTION";
  /** Null as on a hosted page before its card. */
  readonly card_brand: "visa" | "amex" | null;
  readonly payment_method_type: string | null;
  readonly currency: string;
  readonly card_last4: string;
  readonly micros: number;
}

const rows: fc.Arbitrary<Drawn[]> = fc.array(
  fc.record({
    status: statuses,
    currency: currencies,
    card_brand: fc.option(brands),
    payment_method_type: fc.option(methods),
    card_last4: last4s,
    amount: amounts,
    billing_email_folded: emails,
    micros: fc.constantFrom(0, 1, 2, 999_999, 1_000_000, 2_500_000),
  }),
  { maxLength: 40, size: "max" },
);

/** A filter of a list that has many: absent three times in four, so that something is left to page through. */
const rarely = <T, Absent>(filter: fc.Arbitrary<T>, absent: Absent): fc.Arbitrary<T | Absent> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(absent) }, { weight: 1, arbitrary: filter });

const NONE: never[] = [];
const range = (bounds: fc.Arbitrary<number>): fc.Arbitrary<Range> =>
  fc.record({ gte: rarely(bounds, null), lte: rarely(bounds, null) });

const filters = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  status: rarely(fc.array(statuses, { maxLength: 4 }), NONE),
  currency: rarely(fc.uniqueArray(currencies, { maxLength: 2 }), NONE),
  card_brand: rarely(fc.array(brands, { maxLength: 3 }), NONE),
  payment_method_type: rarely(fc.array(methods, { maxLength: 3 }), NONE),
  card_last4: rarely(last4s, null),
  created: range(fc.integer({ min: SECOND - 1, max: SECOND + 3 })),
  amount: range(amounts),
  search: rarely(fc.constantFrom("1250", "A@b.example", "nobody"), null),
});
type Filters = Pick<
  PaymentListRequest,
  | "limit"
  | "status"
  | "currency"
  | "card_brand"
  | "payment_method_type"
  | "card_last4"
  | "created"
  | "amount"
  | "search"
>;

const within = ({ gte, lte }: Range, value: number) =>
  (gte ?? -Infinity) <= value && value <= (lte ?? Infinity);
const among = (values: readonly string[], value: string | null) =>
  values.length === 0 || (value !== null && values.includes(value));

/** The rules of lists, written once more and as plainly as can be (docs/design/decisions.md#lists). */
function matches(row: Drawn, wanted: Filters): boolean {
  const majorUnits = { EUR: 100, GBP: 100, JPY: 1 }[row.currency] ?? 0;
  const found =
    wanted.search === null ||
    (wanted.search === "A@b.example" && row.billing_email_folded === "a@b.example") ||
    (wanted.search === "1250" && row.card_last4 === "1250") ||
    (wanted.search === "1250" && wanted.currency.length === 1 && row.amount === 1_250 * majorUnits);
  return (
    found &&
    among(wanted.status, row.status) &&
    among(wanted.currency, row.currency) &&
    among(wanted.card_brand, row.card_brand) &&
    among(wanted.payment_method_type, row.payment_method_type) &&
    (wanted.card_last4 === null || wanted.card_last4 === row.card_last4) &&
    within(wanted.amount, row.amount) &&
    within(wanted.created, SECOND + Math.floor(row.micros / 1_000_000))
  );
}

const timeOf = (micros: number) =>
  `${new Date((SECOND + Math.floor(micros / 1_000_000)) * 1000).toISOString().slice(0, 19)}.${String(micros % 1_000_000).padStart(6, "0")}Z`;

/** How a page is found: by an index by value wherever there is a filter, as few as these are, or through the list. */
const ways = fc.constantFrom(groupOfFew, async () => null);

describe("paging through any list of Payments", () => {
  const database = withDatabase([paymentsSchema]);
  let pools: Pools;
  before(async () => {
    const url = database().urlOf("payments");
    pools = await createPools({ url, name: "test", hot: 1, read: 2, background: 1 });
  });
  after(() => pools?.close());

  it("gives every match once, newest first, in both directions, with has_more exactly where there are more [D4-11]", async function () {
    this.timeout(60_000);
    const property = fc.asyncProperty(rows, filters, ways, fc.nat(), async (drawn, wanted, way, at) => {
      const lists = createPaymentsLists(pools.read, 2, way);
      const merchant = merchantId();
      const listed = drawn.map((row) => ({
        row,
        listed: listedPayment({ ...listedPart(row), merchant_id: merchant, created_at: timeOf(row.micros) }),
      }));
      await insertListed(
        database(),
        listed.map((one) => one.listed),
      );
      const ordered = listed
        .map((one, index) => ({ ...one, index }))
        .sort((a, b) => b.row.micros - a.row.micros || b.index - a.index);
      const expected = ordered.filter(({ row }) => matches(row, wanted)).map((one) => one.listed.id);
      const ask = async (cursor: Partial<PaymentListRequest>) => {
        const scope = { merchant_id: merchant, livemode: false };
        const { data, has_more } = await listPayments(
          { lists },
          listRequest({ scope, ...wanted, ...cursor }),
        );
        return { ids: data.map(({ id }) => id), has_more };
      };
      expect(await pagesDown(ask, wanted.limit, expected)).to.deep.equal(expected);
      expect(await pagesUp(ask, wanted.limit, expected)).to.deep.equal(expected.slice(0, -1));
      // From any Payment on, whether it matches or not.
      const cursor = ordered[at % Math.max(1, ordered.length)]?.listed.id;
      if (cursor === undefined) return;
      const position = ordered.findIndex((one) => one.listed.id === cursor);
      const isOlder = (id: string) => ordered.findIndex((one) => one.listed.id === id) > position;
      const older = expected.filter(isOlder);
      const newer = expected.filter((id) => !isOlder(id) && id !== cursor);
      expect(await ask({ starting_after: cursor })).to.deep.equal({
        ids: older.slice(0, wanted.limit),
        has_more: older.length > wanted.limit,
      });
      expect(await ask({ ending_before: cursor })).to.deep.equal({
        ids: newer.slice(-wanted.limit),
        has_more: newer.length > wanted.limit,
      });
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});

const listedPart = ({ micros: _micros, ...row }: Drawn): Partial<ListedPayment> => row;

type Ask = (cursor: Partial<PaymentListRequest>) => Promise<{ ids: string[]; has_more: boolean }>;

async function pagesDown(ask: Ask, limit: number, expected: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  let page = await ask({});
  for (;;) {
    seen.push(...page.ids);
    expect(page.has_more).to.equal(seen.length < expected.length);
    if (page.has_more) expect(page.ids).to.have.length(limit);
    const last = page.ids.at(-1);
    if (!page.has_more || last === undefined) return seen;
    page = await ask({ starting_after: last });
  }
}

/** From the oldest match upwards. */
async function pagesUp(ask: Ask, limit: number, expected: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  let cursor = expected.at(-1);
  while (cursor !== undefined) {
    const page = await ask({ ending_before: cursor });
    seen.unshift(...page.ids);
    expect(page.has_more).to.equal(seen.length < expected.length - 1);
    if (page.has_more) expect(page.ids).to.have.length(limit);
    cursor = page.has_more ? page.ids[0] : undefined;
  }
  return seen;
}
