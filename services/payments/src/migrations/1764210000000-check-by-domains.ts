import { checkByConstraintsSql, checkByDomainsSql, textsSql, type CheckedColumn } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";
import {
  FAILURE_CODES,
  INTEGRATION_TYPES,
  NEXT_ACTION_REASONS,
  PAYMENT_STATUSES,
  REFUNDS_OF_PAYMENT_MAX,
} from "./frozen-values.ts";

const TABLE = "payments.payments";

const oneOf = (column: string, values: readonly string[]): CheckedColumn => ({
  column,
  base: "text",
  check: `value in ${textsSql(values)}`,
  replaces: `payments_${column}_check`,
});

const COLUMNS: readonly CheckedColumn[] = [
  oneOf("status", PAYMENT_STATUSES),
  oneOf("failure_code", FAILURE_CODES),
  oneOf("next_action_reason", NEXT_ACTION_REASONS),
  oneOf("integration_type", INTEGRATION_TYPES),
  { column: "amount", base: "bigint", check: "value >= 1", replaces: "payments_amount_check" },
  { column: "currency", base: "text", check: "value ~ '^[A-Z]{3}$'", replaces: "payments_currency_check" },
  {
    column: "card_last4",
    base: "text",
    check: "value ~ '^[0-9]{4}$'",
    replaces: "payments_card_last4_check",
  },
  {
    column: "refund_count",
    base: "smallint",
    check: `value between 1 and ${REFUNDS_OF_PAYMENT_MAX}`,
    replaces: "refunds_bounded",
  },
  { column: "amount_refunded", base: "bigint", check: "value >= 0" },
  { column: "amount_reserved", base: "bigint", check: "value >= 0" },
];

export class CheckByDomains1764210000000 implements MigrationInterface {
  name = "CheckByDomains1764210000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ${TABLE}
        drop constraint failed_says_why,
        drop constraint action_only_while_required,
        drop constraint payer_known_once_sent,
        drop constraint balance_never_below_zero,
        drop constraint balance_has_refunds,
        drop constraint only_succeeded_is_refunded,
        drop constraint open_is_due,
        drop constraint ended_is_not_due`);
    await runner.query(checkByDomainsSql(TABLE, COLUMNS));
    // What is left are rules between columns, in as few words as they can be said: the text is read each time.
    await runner.query(`
      alter table ${TABLE}
        add constraint failed_says_why check ((status = 'FAILED') = (failure_code is not null)) not valid,
        add constraint action_only_while_required check (
          (status = 'REQUIRES_ACTION') = (next_action_url is not null)) not valid,
        add constraint payer_known_once_sent check (
          customer_ip_address is not null or (integration_type = 'HOSTED_PAYMENT_PAGE' and order_sent is null)) not valid,
        add constraint balance_never_below_zero check (amount_refunded + amount_reserved <= amount) not valid,
        add constraint only_succeeded_is_refunded check (
          case when refund_count is null then amount_refunded + amount_reserved = 0 else status = 'SUCCEEDED' end) not valid,
        add constraint open_is_due check (
          case when status ~ '^(PENDING|REQUIRES_ACTION|PROCESSING)$' then next_look_at is not null
               else submit_until is null end) not valid;
      analyze ${TABLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkByConstraintsSql(TABLE, COLUMNS));
    await runner.query(`
      alter table ${TABLE}
        drop constraint balance_never_below_zero,
        add constraint balance_never_below_zero check (
          amount_refunded >= 0 and amount_reserved >= 0 and amount_refunded + amount_reserved <= amount),
        drop constraint only_succeeded_is_refunded,
        add constraint only_succeeded_is_refunded check (refund_count is null or status = 'SUCCEEDED'),
        add constraint balance_has_refunds check (refund_count is not null or amount_refunded + amount_reserved = 0),
        drop constraint open_is_due,
        add constraint open_is_due check (next_look_at is not null or status not in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING')),
        add constraint ended_is_not_due check (status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING') or submit_until is null)`);
  }
}
