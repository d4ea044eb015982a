import type { Pool } from "pg";
import { query, sharedCommit, rowsInput, type SharedCommit } from "@flowlix/persistence";
import { foldedEmailOf } from "../read/fold-email.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import type { OutboxEvent } from "../lifecycle/status-event.ts";

/** A hosted Payment as it is born, with the event that tells of it. */
export interface HostedBirth {
  readonly row: PaymentRow;
  readonly event: OutboxEvent;
  /** Database time in ms after which no row may be made any more. */
  readonly start_before: number;
}

const INPUT = rowsInput([
  ["id", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["status", "text"],
  ["integration_type", "text"],
  ["merchant_reference", "bigint"],
  ["merchant_customer_id", "text"],
  ["customer_ip_address", "text"],
  ["return_url", "text"],
  ["description", "text"],
  ["billing_details", "jsonb"],
  ["billing_email_folded", "text"],
  ["next_action_reason", "text"],
  ["next_action_url", "text"],
  ["action_expires_ms", "bigint"],
  ["requires_action_ms", "bigint"],
  ["created_ms", "bigint"],
  ["version", "integer"],
  ["start_before", "bigint"],
  ["event_id", "text"],
  ["event_type", "text"],
  ["payload", "json"],
  ["traceparent", "text"],
]);

const at = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 ms'`;

// The row's times are those its event tells, read from the database's clock just before; whether it may
// still be made is for the clock of this moment (architecture §2 rule 4). The event is written beside the
// rows that were made, never beside the input (architecture §7, Shared commits).
const TEXT = `
  with made as (
    insert into payments.payments as p
           (id, merchant_id, livemode, amount, currency, status, integration_type, merchant_reference,
            merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
            next_action_reason, next_action_url, action_expires_at, requires_action_at, next_look_at, created_at, version)
    select id, merchant_id, livemode, amount, currency, status, integration_type, merchant_reference,
           merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
           next_action_reason, next_action_url, ${at("action_expires_ms")}, ${at("requires_action_ms")},
           ${at("action_expires_ms")}, ${at("created_ms")}, version
      from ${INPUT.sql}
     where platform.clock() < ${at("start_before")}
    on conflict (id) do nothing
    returning p.id, p.version
  ), told as (
    insert into payments.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode, traceparent)
    select made.id, made.version, input.event_id, input.event_type, input.payload, ${at("created_ms")},
           input.merchant_id, input.livemode, input.traceparent
      from made join ${INPUT.sql} on input.id = made.id
  )
  select id from made`;

/**
 * Inserts hosted Payments and their events under one shared commit. False where no row was made: the id
 * exists already, by this very statement too if its answer was lost, or its time to start is over.
 * `onCommitted` is told of every commit that made something.
 */
export function shareHostedInserts(pool: Pool, onCommitted: () => void): SharedCommit<HostedBirth, boolean> {
  return sharedCommit({
    name: "payments_insert_hosted",
    keyOf: ({ row }) => row.id,
    run: async (births) => {
      const rows = await query<{ id: string }>(pool, {
        name: "payments_insert_hosted",
        text: TEXT,
        values: INPUT.values(births.map(valuesOf)),
      });
      const made = new Set(rows.map(({ id }) => id));
      if (made.size > 0) onCommitted();
      return births.map(({ row }) => made.has(row.id));
    },
  });
}

function valuesOf({ row, event, start_before }: HostedBirth): unknown[] {
  return [
    row.id,
    row.merchant_id,
    row.livemode,
    row.amount,
    row.currency,
    row.status,
    row.integration_type,
    row.merchant_reference,
    row.merchant_customer_id,
    row.customer_ip_address,
    row.return_url,
    row.description,
    row.billing_details === null ? null : JSON.stringify(row.billing_details),
    foldedEmailOf(row.billing_details),
    row.next_action_reason,
    row.next_action_url,
    row.action_expires_at?.getTime(),
    row.requires_action_at?.getTime(),
    row.created_at.getTime(),
    row.version,
    start_before,
    event.id,
    event.type,
    event.payload,
    event.traceparent,
  ];
}
