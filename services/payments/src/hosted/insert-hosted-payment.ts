import type { Pool } from "pg";
import {
  EVENT_COLUMNS,
  eventValues,
  INITIAL_COLUMNS,
  INITIAL_NAMES,
  initialRowsSql,
  initialValues,
  shareInitialRows,
  type InitialRow,
  type Made,
  type OutboxEvent,
} from "@flowlix/engine";
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
  ...INITIAL_COLUMNS,
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
  ...EVENT_COLUMNS,
]);

const TEXT = initialRowsSql("payments", {
  input: INPUT.sql,
  insert: ({ from, inTime }) => `
    insert into payments.payments as p
           (${INITIAL_NAMES}, status, integration_type, merchant_reference,
            merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
            statement_descriptor, next_action_reason, next_action_url, action_expires_at, requires_action_at, next_look_at, created_at, version,
            card_attempts_max, page_url)
    select ${INITIAL_NAMES}, status, integration_type, merchant_reference,
           merchant_customer_id, customer_ip_address, return_url, description, billing_details, billing_email_folded,
           statement_descriptor, next_action_reason, next_action_url, expires.at, timestamptz 'epoch' + requires_action_ms * interval '1 ms', expires.at, clock.now, version,
           card_attempts_max, page_url
      from ${from}
     cross join lateral (select clock.now + (action_expires_ms - created_ms) * interval '1 ms' as at) as expires
     where ${inTime}
    on conflict (id) do nothing
    returning p.id, p.version, p.merchant_id, p.livemode, p.created_at`,
});

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
    ...initialValues(row),
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
    ...eventValues(event),
  ];
}
