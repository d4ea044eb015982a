import { expect } from "chai";
import type { PayoutListRequest } from "@flowlix/contracts";
import { createListPool, type Pool } from "@flowlix/persistence";
import { choosePlan, LIST_BOUNDS } from "../src/read/choose-plan.ts";
import { listPayouts } from "../src/read/list-payouts.ts";
import { createPayoutsLists } from "../src/read/payouts-lists.ts";
import { modelPage, type Listed } from "./support/list-model.ts";
import { UNFILTERED } from "@flowlix/testkit";
import { SCOPE, withPayouts } from "./support/payouts-under-test.ts";

const ASKED: PayoutListRequest = { ...UNFILTERED, scope: SCOPE, limit: 3 };
/** As where too many match to be sorted. */
const UNSORTED = { ...LIST_BOUNDS, sortedMax: -1 };

describe("lists by a range", () => {
  const given = withPayouts();
  let pool: Pool;
  beforeEach(() => {
    pool = createListPool({ url: given().database.urlOf("payouts"), name: "test", connections: 1 });
  });
  afterEach(() => pool.end());

  it("count the same within the range as outside of it, while Payouts move and totals are folded [PO-17]", async () => {
    const { create, request, provider, fold } = given();
    const all: Listed[] = [];
    const inside = createPayoutsLists(pool, 1, { createdInsideMax: 1, amountsInsideMax: 1, sortedMax: -1 });
    const outside = createPayoutsLists(pool, 1, {
      createdInsideMax: -1,
      amountsInsideMax: -1,
      sortedMax: -1,
    });
    for (let place = 0; place < 12; place += 1) {
      provider.submits(place % 3 === 0 ? { kind: "succeeded" } : { kind: "failed", code: "not_permitted" });
      const payout = await create(
        await request({ amount: 10 + (place % 4), currency: place % 2 === 0 ? "EUR" : "JPY" }),
      );
      all.push({ payout, place });
      if (place % 5 === 4) await fold(3);
      if (place % 4 !== 3) continue;
      for (const asked of questions(all)) {
        const expected = modelPage(all, asked);
        for (const lists of [inside, outside]) {
          const { data, has_more, total_count } = await listPayouts({ lists }, asked);
          expect(
            { ids: data.map(({ id }) => id), has_more, total_count },
            JSON.stringify(asked),
          ).to.deep.equal(expected);
        }
      }
    }
    const [left] = await given().database.sql("select count(*)::int as n from payouts.total_deltas");
    expect(left?.["n"], "some were not folded").to.be.above(0);
  });

  it("count the side that has fewer of the merchant's own, whatever amounts others have", async () => {
    const { database } = given();
    const merchants = SPREADS.map(({ merchant }) => merchant);
    await database.sql(FILL, [merchants, SPREADS.map(({ step }) => step), COUNT]);
    await database.sql("vacuum analyze payouts.payouts");
    for (const { merchant, step } of SPREADS) {
      for (const part of [0.01, 0.3, 0.6, 0.72, 0.99]) {
        const scope = { ...SCOPE, merchant_id: merchant };
        const amount = { gte: Math.round(COUNT * (1 - part)) * step + 1, lte: null };
        const wanted = { ...ASKED, from: null, search: null, scope, amount };
        const isMost = part > LIST_BOUNDS.amountsInsideMax;
        expect((await choosePlan(pool, wanted, UNSORTED)).by, `${part} of ${merchant}`).to.equal(
          isMost ? "totals" : "walking",
        );
      }
    }
  });
});

/** Ranges with and without bounds that any amount keeps, from every position, with and without groups. */
function questions(all: readonly Listed[]): PayoutListRequest[] {
  const newest = all.at(-1)?.payout.id ?? null;
  const oldest = all[0]?.payout.id ?? null;
  const positions: Partial<PayoutListRequest>[] = [{}, { starting_after: newest }, { ending_before: oldest }];
  const groups: Partial<PayoutListRequest>[] = [
    {},
    { status: ["FAILED"] },
    { status: ["SUCCEEDED"], currency: ["JPY"] },
  ];
  const ranges = [
    { gte: 11, lte: null },
    { gte: null, lte: 12 },
    { gte: 11, lte: 12 },
    { gte: 2, lte: 1_000 },
    { gte: 14, lte: null },
  ];
  return ranges.flatMap((amount) =>
    groups.flatMap((group) => positions.map((position) => ({ ...ASKED, ...group, ...position, amount }))),
  );
}

const COUNT = 2_000;
/**
 * Amounts of one merchant go up by one, another's by a hundred: of all there are, most are in or outside of a range.
 */
const SPREADS = [
  { merchant: `mer_${"4".repeat(24)}`, step: 1 },
  { merchant: `mer_${"5".repeat(24)}`, step: 100 },
];
const FILL = `
  with made as (
    insert into payouts.payouts (id, merchant_id, livemode, amount, currency, card_brand, card_last4, first_name, last_name,
           country, initiator_ip_address, search_text, status, created_at, updated_at, completed_at, version)
    select 'po_' || lpad(n::text, 8, '0') || substr(md5(merchant), 1, 16), merchant, false, n * step, 'EUR', 'visa', '4242',
           'Ada', 'Lovelace', 'GB', '203.0.113.7', 'ada lovelace', 'SUCCEEDED', at, at, at, 2
      from unnest($1::text[], $2::int[]) as spread (merchant, step), generate_series(1, $3::int) as n,
           lateral (select to_timestamp(1000000000 + n * 7 % 1000) as at) as made_at
    returning merchant_id)
  insert into payouts.totals (merchant_id, livemode, status, currency, card_brand, payouts)
  select merchant_id, false, 'SUCCEEDED', 'EUR', 'visa', count(*) from made group by merchant_id`;
