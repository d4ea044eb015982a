import { checkByConstraintsSql, checkByDomainsSql, textsSql, type CheckedColumn } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

const STATES = [
  "registered",
  "received",
  "action_required",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
];

const ORDERS: readonly CheckedColumn[] = [
  { column: "state", base: "text", check: `value in ${textsSql(STATES)}`, replaces: "orders_state_check" },
  { column: "quirk", base: "text", check: "value in ('garbled', 'lost')", replaces: "orders_quirk_check" },
  { column: "amount", base: "bigint", check: "value > 0", replaces: "orders_amount_check" },
  { column: "refunded", base: "bigint", check: "value > 0" },
  {
    column: "challenge_number",
    base: "integer",
    check: "value > 1",
    replaces: "orders_challenge_number_check",
  },
];

const BOOK: readonly CheckedColumn[] = [
  {
    column: "kind",
    base: "text",
    check: "value in ('charge', 'reversal', 'refund', 'payout')",
    replaces: "book_kind_check",
  },
  { column: "executions", base: "integer", check: "value = 1", replaces: "book_executions_check" },
];

export class CheckByDomains1764210000000 implements MigrationInterface {
  name = "CheckByDomains1764210000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sandbox_acquirer.orders
        drop constraint orders_check,
        drop constraint orders_check1,
        drop constraint orders_refunded;
      alter table sandbox_acquirer.book drop constraint book_charge_check`);
    await runner.query(checkByDomainsSql("sandbox_acquirer.orders", ORDERS));
    await runner.query(checkByDomainsSql("sandbox_acquirer.book", BOOK));
    await runner.query(`
      alter table sandbox_acquirer.orders
        add constraint orders_check check (not reversed or state = 'succeeded') not valid,
        add constraint orders_check1 check ((state = 'failed') = (response_code is not null)) not valid,
        add constraint orders_refunded check
          (refunded is null or refunded <= amount and state = 'succeeded' and not reversed) not valid;
      alter table sandbox_acquirer.book
        add constraint book_charge_check check ((kind = 'refund') = (charge is not null)) not valid;
      analyze sandbox_acquirer.orders, sandbox_acquirer.book`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkByConstraintsSql("sandbox_acquirer.book", BOOK));
    await runner.query(checkByConstraintsSql("sandbox_acquirer.orders", ORDERS));
    await runner.query(`
      alter table sandbox_acquirer.orders
        drop constraint orders_refunded,
        add constraint orders_refunded check
          (refunded is null or refunded > 0 and refunded <= amount and state = 'succeeded' and not reversed)`);
  }
}
