import { expect } from "chai";
import type { PaymentListRequest } from "@flowlix/contracts";
import { listPayments } from "../src/read/list-payments.ts";
import { insertListed, listedPayment, listRequest, merchantId } from "./support/listed-payments.ts";
import { withPayments } from "./support/payments-under-test.ts";

/** What the bus takes (`BUS_PAYLOAD_BYTES`), less a hundred Payments whose own texts are the longest: 1.5 MB. */
const ROOM_BYTES = 4 * 1_048_576 - 1_500_000;
/** Every character is six bytes of JSON. */
const LONGEST_REASON = "\u0001".repeat(50);

describe("a page of Payments with very many Refunds", () => {
  const payments = withPayments();

  /** Payments, newest first, each with so many Refunds. */
  async function refunded(counts: readonly number[]): Promise<{ ids: string[]; ask: Asking }> {
    const { database, deps } = payments();
    const merchant_id = merchantId();
    const rows = counts.map((_, index) =>
      listedPayment({ merchant_id, amount: 1_000, created_at: `2026-01-01T00:00:${59 - index}Z` }),
    );
    await insertListed(database, rows);
    const ids = rows.map(({ id }) => id);
    await database.sql(
      `with many as (
         update payments.payments as p set refund_count = given.n, amount_refunded = given.n, amount_reserved = 0
           from unnest($1::text[], $2::int[]) as given(id, n) where p.id = given.id and given.n > 0
         returning p.id, p.merchant_id, given.n)
       insert into payments.refunds (id, payment_id, merchant_id, livemode, amount, currency, merchant_reference, reason,
                                     refund_type, status, created_at, updated_at, completed_at, version)
       select 'ref_' || substr(md5(many.id || made.n), 1, 24), many.id, many.merchant_id, false, 1, 'EUR', 9999999999, $3, 'PARTIAL',
              'SUCCEEDED', now(), now(), now(), 3
         from many cross join lateral generate_series(1, many.n) as made(n)`,
      [ids, counts, LONGEST_REASON],
    );
    const scope = { merchant_id, livemode: false };
    return { ids, ask: (asked) => listPayments(deps, listRequest({ scope, limit: 100, ...asked })) };
  }
  type Asking = (asked: Partial<PaymentListRequest>) => ReturnType<typeof listPayments>;

  it("is cut where it would not fit the bus, has more, and the next begins behind it", async () => {
    const { ids, ask } = await refunded([1_000, 0, 1_000, 1_000, 1, 0, 1_000]);
    const first = await ask({});
    expect(first.data.map(({ id }) => id)).to.deep.equal(ids.slice(0, 4));
    expect(first.has_more).to.equal(true);
    expect(first.data.map(({ refunds }) => refunds.length)).to.deep.equal([1_000, 0, 1_000, 1_000]);
    expect(Buffer.byteLength(JSON.stringify(first))).to.be.below(ROOM_BYTES);
    const rest = await ask({ starting_after: first.data.at(-1)?.id ?? null });
    expect(rest.data.map(({ id }) => id)).to.deep.equal(ids.slice(4));
    expect(rest.has_more).to.equal(false);
  });

  it("is cut at its far end in the other direction too", async () => {
    const { ids, ask } = await refunded([1_000, 1_000, 1, 1_000, 1_000, 0]);
    const page = await ask({ ending_before: ids.at(-1) ?? null });
    expect(page.data.map(({ id }) => id)).to.deep.equal(ids.slice(2, 5));
    expect(page.has_more).to.equal(true);
    expect((await ask({ ending_before: ids[2] ?? null })).data.map(({ id }) => id)).to.deep.equal(
      ids.slice(0, 2),
    );
  });
});
