import type { OutboxEvent } from "./outbox-event.ts";

/** Columns of an event in a set of rows; `eventValues` are in the same order. */
export const EVENT_COLUMNS = [
  ["event_id", "text"],
  ["event_type", "text"],
  ["payload", "json"],
  ["traceparent", "text"],
] as const;

export const eventValues = (event: OutboxEvent | null): unknown[] => [
  event?.id,
  event?.type,
  event?.payload,
  event?.traceparent,
];

interface EventRows {
  /** What follows `from`: id, version, merchant_id, livemode and the columns of an event. */
  readonly rows: string;
  /** When it happened, as SQL over these rows; the database's clock where it is absent. */
  readonly at?: string;
}

/**
 * An insert of events, for a statement that records what they are about. Its rows are those that were written, never
 * those that were asked for: what lost its version makes no event (docs/design/architecture.md#shared-commits).
 */
export const insertEventsSql = (schema: string, { rows, at = "platform.clock()" }: EventRows): string =>
  `insert into ${schema}.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode, traceparent)
    select id, version, event_id, event_type, payload, ${at}, merchant_id, livemode, traceparent from ${rows}`;
