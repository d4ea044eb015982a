import type { MigrationInterface, QueryRunner } from "typeorm";
import {
  BOOK_LINE_KINDS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  STATEMENT_RUN_STATES,
} from "./frozen-values.ts";

const oneOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");
const LINE_KIND = `kind text collate "C" not null check (kind in (${oneOf(BOOK_LINE_KINDS)}))`;

/**
 * Runs and what they found stay; the lines of both sides are there only while they are compared, and unlogged: a crash
 * of the server empties them. Keeping a run counts them in the same transaction, and a run that lost some fails.
 */
export class CompareStatements1764400000000 implements MigrationInterface {
  name = "CompareStatements1764400000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reconciler.statement_runs (
        id text collate "C" primary key,
        provider text collate "C" not null,
        livemode boolean not null,
        day date not null,
        state text not null default 'queued' check (state in (${oneOf(STATEMENT_RUN_STATES)})),
        asked_by text not null check (asked_by <> ''),
        complete boolean not null default false,
        attempt integer not null default 0,
        requested_at timestamptz not null default platform.clock(),
        started_at timestamptz,
        ended_at timestamptz,
        error text,
        statement_lines bigint not null default 0,
        book_lines bigint not null default 0,
        matched bigint not null default 0,
        differing bigint not null default 0,
        awaiting bigint not null default 0,
        totals jsonb not null default '[]',
        constraint failed_says_why check ((state = 'failed') = (error is not null)),
        constraint ended_says_when check ((state in ('done', 'failed')) = (ended_at is not null))
      );
      create unique index statement_runs_under_way on reconciler.statement_runs (provider, livemode, day)
        where state in ('queued', 'running');
      create index statement_runs_of_day on reconciler.statement_runs (provider, livemode, day, requested_at);`);
    await runner.query(`
      create unlogged table reconciler.statement_lines (
        run_id text collate "C" not null,
        attempt integer not null,
        ${LINE_KIND},
        reference text collate "C" not null,
        ord bigint not null,
        amount bigint not null,
        currency text collate "C" not null,
        executed_at timestamptz not null,
        primary key (run_id, attempt, kind, reference, ord)
      );
      create unlogged table reconciler.book_lines (
        run_id text collate "C" not null,
        attempt integer not null,
        ${LINE_KIND},
        reference text collate "C" not null,
        amount bigint not null,
        currency text collate "C" not null,
        booked_at timestamptz not null,
        primary key (run_id, attempt, kind, reference)
      );`);
    await runner.query(`
      create table reconciler.differences (
        id text collate "C" primary key,
        provider text collate "C" not null,
        livemode boolean not null,
        day date not null,
        ${LINE_KIND},
        reference text collate "C" not null,
        difference text collate "C" not null check (difference in (${oneOf(DIFFERENCE_KINDS)})),
        state text not null check (state in (${oneOf(DIFFERENCE_STATES)})),
        statement_amount bigint,
        statement_currency text,
        executed_at timestamptz,
        book_amount bigint,
        book_currency text,
        booked_at timestamptz,
        status text,
        also_day date,
        found_at timestamptz not null default platform.clock(),
        resolved_at timestamptz,
        resolved_by text,
        note text,
        unique (provider, livemode, kind, reference, difference),
        constraint resolved_says_by_whom check
          ((state = 'resolved') = (resolved_at is not null) and (state = 'resolved') = (resolved_by is not null))
      );
      create index differences_standing on reconciler.differences (provider, livemode, day) where state <> 'resolved';
      create index differences_found on reconciler.differences (found_at, id);
      create index differences_day on reconciler.differences (day);`);
    // Movements that the provider states on another day than we booked them, so that neither day misses them.
    await runner.query(`
      create table reconciler.edge_lines (
        provider text collate "C" not null,
        livemode boolean not null,
        ${LINE_KIND},
        reference text collate "C" not null,
        stated_day date not null,
        booked_day date not null,
        primary key (provider, livemode, kind, reference)
      );
      create index edge_lines_booked on reconciler.edge_lines (booked_day);
      create index edge_lines_stated on reconciler.edge_lines (stated_day);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table reconciler.edge_lines, reconciler.differences, reconciler.book_lines, reconciler.statement_lines,
        reconciler.statement_runs`);
  }
}
