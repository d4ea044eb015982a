import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Refunds and payouts. `orders.refunded` is what refunds took of a charge, null for nothing, so that no
 * row grows without need; what is left of a charge is decided by it alone. `later_code` is how
 * processing ends at `due_at`, null for a success.
 */
export class CreateTransfers1763900000000 implements MigrationInterface {
  name = "CreateTransfers1763900000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sandbox_acquirer.orders
        add column refunded bigint,
        add constraint orders_refunded check
          (refunded is null or refunded > 0 and refunded <= amount and state = 'succeeded' and not reversed);

      create table sandbox_acquirer.transfers (
        seq bigint generated always as identity,
        amount bigint not null check (amount > 0),
        created_at timestamptz not null default platform.clock(),
        updated_at timestamptz not null default platform.clock(),
        due_at timestamptz check (due_at is null or state = 'processing'),
        reference text collate "C" not null,
        kind text not null check (kind in ('refund', 'payout')),
        charge text collate "C",
        currency text not null,
        state text not null check (state in ('received', 'processing', 'succeeded', 'failed', 'cancelled')),
        response_code text,
        later_code text,
        card_brand text,
        card_last4 text,
        callback_url text,
        primary key (reference, kind),
        check ((kind = 'refund') = (charge is not null)),
        check ((state = 'failed') = (response_code is not null))
      ) with (fillfactor = 85);
      create index transfers_due on sandbox_acquirer.transfers (due_at) where due_at is not null;

      alter table sandbox_acquirer.book
        add column charge text collate "C",
        drop constraint book_kind_check,
        add constraint book_kind_check check (kind in ('charge', 'reversal', 'refund', 'payout')),
        add constraint book_charge_check check ((kind = 'refund') = (charge is not null));
      create index book_charge on sandbox_acquirer.book (charge, seq) where charge is not null;

      alter table sandbox_acquirer.callbacks
        add column kind text not null default 'order' check (kind in ('order', 'refund', 'payout'));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sandbox_acquirer.callbacks drop column kind;
      alter table sandbox_acquirer.book
        drop column charge,
        drop constraint book_kind_check,
        add constraint book_kind_check check (kind in ('charge', 'reversal'));
      drop table sandbox_acquirer.transfers;
      alter table sandbox_acquirer.orders drop column refunded;`);
  }
}
