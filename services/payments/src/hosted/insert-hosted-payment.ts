import type { Pool } from "pg";
import { shareInitialRows, type InitialRow, type Made, type OutboxEvent } from "@flowlix/engine";
import { rowsInput, type SharedCommit } from "@flowlix/persistence";
import { foldedEmailOf } from "../read/fold-email.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** A hosted Payment as it is made, with its event. */
export interface InitialHosted {
  readonly row: PaymentRow;
  readonly event: OutboxEvent;
  /** Database time in ms after which no row may be made any more. */
  readonly start_before: number;
}
export type HostedInitialRow = InitialRow<InitialHosted>;

const INPUT = rowsInput([
  ["id", "text"],
  ["merchant_id", "text"],
  ["livemode", "boolean"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["provider", "text"],
  ["provider_account", "text"],
  ["route", "text"],
  ["status", "text"],
  ["integration_type", "text"],
  ["merchant_reference", "bigint"],
  ["merchant_customer_id", "text"],
  ["customer_ip_address", "text"],
  ["return_url", "text"],
  ["description", "text"],
  ["billing_details", "jsonb"],
  ["billing_email_folded", "text"],
  ["statement_descriptor", "text"],
  ["next_action_reason", "text"],
  ["next_action_url", "text"],
  ["action_expires_ms", "bigint"],
  ["requires_action_ms", "bigint"],
  ["created_ms", "bigint"],
  ["version", "integer"],
  ["card_attempts_max", "smallint"],
  ["page_url", "text"],
  ["start_before", "bigint"],
  ["event_id", "text"],
  ["event_type", "text"],
  ["payload", "json"],
  ["traceparent", "text"],
]);

const at = (column: string) => `timestamptz 'epoch' + input.${column} * interval '1 ms'`;

// Whether the row may still be made is for the clock of this moment (docs/design/architecture.md#rule-4), which is also
// its place in the list; the seconds are those of its event. The event is written beside the rows that were
// made, never beside the input (docs/design/architecture.md#shared-commits).
const TEXT = `
  with clock as materialized (
    select date_trunc('milliseconds', platform.clock()) as now
  ), made as (
    insert into payments.payments as p
           (id, merchant_id, livemode, amount, currency, provider, provider_account, route, status, integration_type, merchant_reference,
            merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
            statement_descriptor, next_action_reason, next_action_url, action_expires_at, requires_action_at, next_look_at, created_at, version,
            card_attempts_max, page_url)
    select id, merchant_id, livemode, amount, currency, provider, provider_account, route, status, integration_type, merchant_reference,
           merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
           statement_descriptor, next_action_reason, next_action_url, expires.at, ${at("requires_action_ms")}, expires.at, clock.now, version,
           card_attempts_max, page_url
      from clock cross join ${INPUT.sql}
     cross join lateral (select clock.now + (action_expires_ms - created_ms) * interval '1 ms' as at) as expires
     where clock.now < ${at("start_before")}
       and date_trunc('second', clock.now) = date_trunc('second', ${at("created_ms")})
    on conflict (id) do nothing
    returning p.id, p.version, p.created_at
  ), outboxed as (
    insert into payments.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode, traceparent)
    select made.id, made.version, input.event_id, input.event_type, input.payload, made.created_at,
           input.merchant_id, input.livemode, input.traceparent
      from made join ${INPUT.sql} on input.id = made.id
  )
  select input.id, made.id is not null as made, (extract(epoch from clock.now) * 1000)::bigint as now_ms
    from clock cross join ${INPUT.sql} left join made on made.id = input.id`;

/**
 * Inserts hosted Payments and their events under one shared commit (`shareInitialRows`). Null where no row was made:
 * the id exists already, by this very statement too if its answer was lost, or its time to start is over. `onCommitted`
 * is called for every commit that made something.
 */
export function shareHostedInserts(
  pool: Pool,
  onCommitted: () => void,
): SharedCommit<HostedInitialRow, Made<InitialHosted> | null> {
  const name = "payments_insert_hosted";
  const values = (initial: readonly InitialHosted[]) => INPUT.values(initial.map(valuesOf));
  return shareInitialRows(pool, { name, text: TEXT, values, onCommitted });
}

function valuesOf({ row, event, start_before }: InitialHosted): unknown[] {
  return [
    row.id,
    row.merchant_id,
    row.livemode,
    row.amount,
    row.currency,
    row.provider,
    row.provider_account,
    row.route,
    row.status,
    row.integration_type,
    row.merchant_reference,
    row.merchant_customer_id,
    row.customer_ip_address,
    row.return_url,
    row.description,
    row.billing_details === null ? null : JSON.stringify(row.billing_details),
    foldedEmailOf(row.billing_details),
    row.statement_descriptor,
    row.next_action_reason,
    row.next_action_url,
    row.action_expires_at?.getTime(),
    row.requires_action_at?.getTime(),
    row.created_at.getTime(),
    row.version,
    row.card_attempts_max,
    row.page_url,
    start_before,
    event.id,
    event.type,
    event.payload,
    event.traceparent,
  ];
}
