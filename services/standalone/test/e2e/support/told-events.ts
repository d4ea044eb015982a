import { waitFor } from "@flowlix/testkit";
import type { Database } from "./database.ts";

/**
 * Every event that was recorded, whether or not it has left its owner: one that is on its way may be in both
 * places. For a `from` of a statement, as `told (event_id, object_id, event_type, version)`.
 */
export const TOLD_EVENTS = `(
  select event_id, object_id, event_type, version from payments.outbox
  union select event_id, object_id, event_type, version from refunds.outbox
  union select event_id, object_id, event_type, version from payouts.outbox
  union select id, object_id, type, version from notifier.events) as told (event_id, object_id, event_type, version)`;

/** Event types of an object, oldest first. */
export async function eventTypesOf(database: Database, objectId: string): Promise<string[]> {
  const rows = await database.sql(
    `select event_type from ${TOLD_EVENTS} where object_id = $1 order by version`,
    [objectId],
  );
  return rows.map(({ event_type }) => String(event_type));
}

/** Waits until the owners' events have all left for the notifier. */
export const eventsLeft = (database: Database): Promise<boolean> =>
  waitFor("the events to leave their owners", async () => {
    const [left] = await database.sql(`
      select (select count(*) from payments.outbox) + (select count(*) from refunds.outbox)
           + (select count(*) from payouts.outbox) as events`);
    return Number(left?.["events"]) === 0;
  });
