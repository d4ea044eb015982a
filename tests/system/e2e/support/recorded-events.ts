import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import type { Database } from "./database.ts";

/**
 * Every event that was recorded, whether or not it has left its owner: one that is on its way may be in both
 * places. For a `from` of a statement, as `told (event_id, object_id, event_type, version)`.
 */
const RECORDED_EVENTS = `(
  select event_id, object_id, event_type, version from payments.outbox
  union select event_id, object_id, event_type, version from refunds.outbox
  union select event_id, object_id, event_type, version from payouts.outbox
  union select id, object_id, type, version from notifier.events) as told (event_id, object_id, event_type, version)`;

/** Event types of an object, oldest first. */
export async function eventTypesOf(database: Database, objectId: string): Promise<string[]> {
  const rows = await database.sql(
    `select event_type from ${RECORDED_EVENTS} where object_id = $1 order by version`,
    [objectId],
  );
  return rows.map(({ event_type }) => String(event_type));
}

/**
 * What must hold of events whenever nothing is under way any more, whatever happened before: all have left
 * their owners, one for each status entered, in the order of their object.
 */
export async function reconcileEvents(database: Database): Promise<void> {
  await waitFor("the events to leave their owners", async () => {
    const [left] = await database.sql(`
      select (select count(*) from payments.outbox) + (select count(*) from refunds.outbox)
           + (select count(*) from payouts.outbox) as events`);
    return Number(left?.["events"]) === 0;
  });
  for (const [rule, sql] of Object.entries(NEVER)) expect(await database.sql(sql), rule).to.deep.equal([]);
}

const missing = (owner: string, objects: string, type: string, ends: string) => `
  select p.id, p.status from ${owner}.${objects} as p
   where p.status in (${ends})
     and not exists (select from notifier.events as e where e.object_id = p.id and e.type = '${type}.' || lower(p.status))`;

/** Statements that find what there must not be. */
const NEVER = {
  "an event for each status entered, once": `
    select object_id, type from notifier.events where type <> 'payment.requires_action' group by 1, 2 having count(*) <> 1`,
  "an end of a payment has its event": missing(
    "payments",
    "payments",
    "payment",
    "'SUCCEEDED', 'FAILED', 'EXPIRED'",
  ),
  "an end of a refund has its event": missing("refunds", "refunds", "refund", "'SUCCEEDED', 'FAILED'"),
  "a payout has an event of its birth and of its end": `
    ${missing("payouts", "payouts", "payout", "'SUCCEEDED', 'FAILED'")}
    union all
    select p.id, p.status from payouts.payouts as p
     where not exists (select from notifier.events as e where e.object_id = p.id and e.type = 'payout.pending')`,
  "events of an object are stored in the order they were recorded in": `
    select late.object_id, late.version from notifier.events as late join notifier.events as early on early.object_id = late.object_id
     where early.seq < late.seq and early.version > late.version`,
  "an event tells of the merchant and the mode of its object": `
    select e.id from notifier.events as e left join payments.payments as p on p.id = e.object_id
      left join refunds.refunds as r on r.id = e.object_id left join payouts.payouts as o on o.id = e.object_id
     where (e.merchant_id, e.livemode) is distinct from
           (coalesce(p.merchant_id, r.merchant_id, o.merchant_id), coalesce(p.livemode, r.livemode, o.livemode))`,
} as const;
