import { appendOnlySql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The acquirer's own books. `first_*`, `later_*` and `quirk` are what the order's amount decides, null
 * for an ordinary one; updated rows leave room on their page for the next version.
 */
export class CreateOrders1763740000000 implements MigrationInterface {
  name = "CreateOrders1763740000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sandbox_acquirer.orders (
        seq bigint generated always as identity,
        amount bigint not null check (amount > 0),
        created_at timestamptz not null default platform.clock(),
        updated_at timestamptz not null default platform.clock(),
        reversed boolean not null default false,
        reference text collate "C" primary key,
        currency text not null,
        state text not null default 'registered' check (state in
          ('registered', 'received', 'action_required', 'processing', 'succeeded', 'failed', 'cancelled')),
        response_code text,
        first_state text,
        first_code text,
        later_state text,
        later_code text,
        quirk text check (quirk in ('garbled', 'lost')),
        challenge_hash bytea,
        return_url_box bytea,
        callback_url text,
        check (not reversed or state = 'succeeded'),
        check ((state = 'failed') = (response_code is not null))
      ) with (fillfactor = 85);
      create unique index orders_challenge on sandbox_acquirer.orders (challenge_hash) where challenge_hash is not null;
    
      create table sandbox_acquirer.book (
        seq bigint generated always as identity primary key,
        amount bigint not null,
        at timestamptz not null,
        executions integer not null default 1 check (executions = 1),
        reference text collate "C" not null,
        kind text not null check (kind in ('charge', 'reversal')),
        currency text not null,
        unique (reference, kind)
      );
      ${appendOnlySql("sandbox_acquirer.book")}
    
      create table sandbox_acquirer.due_results (
        reference text collate "C" primary key,
        due_at timestamptz not null,
        state text not null,
        response_code text
      );
      create index due_results_due on sandbox_acquirer.due_results (due_at);
    
      create table sandbox_acquirer.callbacks (
        id text primary key default 'cb_' || replace(gen_random_uuid()::text, '-', ''),
        reference text collate "C" not null,
        callback_url text not null,
        state text not null,
        at timestamptz not null,
        attempts integer not null default 0,
        next_at timestamptz not null default platform.clock(),
        created_at timestamptz not null default platform.clock()
      );
      create index callbacks_next on sandbox_acquirer.callbacks (next_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sandbox_acquirer.callbacks, sandbox_acquirer.due_results, sandbox_acquirer.book, sandbox_acquirer.orders`);
  }
}
