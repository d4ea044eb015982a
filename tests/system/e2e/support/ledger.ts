import { expect } from "chai";
import type { Platform } from "./platform.ts";

/** What the provider's book and our journals both call it. */
export type MovementKind = "charge" | "refund" | "payout" | "reversal";

const JOURNAL = `
  select object_id as reference, case kind when 'reversal' then 'reversal' else 'charge' end as kind, amount, currency
    from payments.journal where kind <> 'late_charge_adopted'
  union all select object_id, 'refund', amount, currency from refunds.journal
  union all select object_id, 'payout', amount, currency from payouts.journal`;

const DIFFERENCES = `
  select reference, kind, b.amount::float8 as in_book, j.amount::float8 as in_journal
    from (select * from sandbox_acquirer.book where kind = any ($1::text[])) as b
    full join (select * from (${JOURNAL}) as every where kind = any ($1::text[])) as j using (reference, kind)
   where (b.amount, b.currency) is distinct from (j.amount, j.currency) and ($2::text[] is null or reference = any ($2))`;

/** Statements that find an object and a journal which do not agree. */
const UNPOSTED = ["payments", "refunds", "payouts"].map(
  (owner) => `
    select coalesce(o.id, j.object_id) as id, o.status, j.kind
      from (select * from ${owner}.${owner} where status = 'SUCCEEDED') as o
      full join (select * from ${owner}.journal where kind in ('capture', 'refund', 'payout')) as j on j.object_id = o.id
     where (o.merchant_id, o.livemode, o.amount, o.currency)
           is distinct from (j.merchant_id, j.livemode, j.amount, j.currency)`,
);

/**
 * Holds our journals against the acquirer's book, line by line, and against the objects. For when nothing of
 * these kinds, or of these references where they are named, is under way: what was executed, we know of.
 */
export async function reconcileJournal(
  { database }: Pick<Platform, "database">,
  kinds: readonly MovementKind[],
  references: readonly string[] | null = null,
): Promise<void> {
  expect(
    await database.sql(DIFFERENCES, [kinds, references]),
    "the acquirer's book is our journal",
  ).to.deep.equal([]);
  for (const sql of UNPOSTED)
    expect(await database.sql(sql), "the journal has what the objects have").to.deep.equal([]);
}
