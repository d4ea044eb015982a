import type { MigrationInterface, QueryRunner } from "typeorm";
import { CARD_ATTEMPTS_MAX } from "./frozen-values.ts";

/** Several cards for one hosted Payment, each with an order of its own. Rows of one card alone do not grow. */
export class TryCards1765250300000 implements MigrationInterface {
  name = "TryCards1765250300000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payments.payments
        add column card_attempts_max smallint,
        add column card_attempt smallint,
        add column page_url text`);
    // A release that knows the first card's order alone would end a Payment by it while the next card is charged. It does
    // not leave the page with the end, and so is refused. No row can contradict it yet: nothing has to be read.
    await runner.query(`
      alter table payments.payments add constraint payments_end_by_their_own_card check (
        card_attempt is null or page_url is null or status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING')) not valid`);
    await runner.query(`
      create table payments.card_attempts (
        payment_id text not null,
        attempt smallint not null check (attempt between 1 and ${CARD_ATTEMPTS_MAX}),
        failure_code text not null,
        card_brand text,
        card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
        declined_at timestamptz not null,
        primary key (payment_id, attempt)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table payments.card_attempts`);
    await runner.query(`
      alter table payments.payments drop column page_url, drop column card_attempt, drop column card_attempts_max`);
  }
}
