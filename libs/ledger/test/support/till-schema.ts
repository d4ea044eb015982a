import { rememberLooks } from "@flowlix/engine";
import { indexSuccesses, indexUndone, journalTablesSql, type JournalTables } from "@flowlix/ledger";
import { auditTableSql, type ServiceSchemaSpec } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** The journal of an owner as small as may be. */
export const tillJournal: JournalTables = {
  schema: "till",
  objects: "sales",
  endedAt: "ended_at",
  kind: "capture",
  late: {
    exception: "charged_after_end",
    kind: "late_charge",
    ends: { reversed: "reversal", adopted: "late_charge_adopted" },
  },
  undone: "capture_declined",
};

export class CreateTill1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table till.sales (
        id text primary key,
        merchant_id text not null,
        livemode boolean not null,
        amount bigint not null,
        currency text not null,
        status text not null,
        ended_at timestamptz,
        next_look_at timestamptz,
        provider text not null default 'sandbox',
        provider_account text
      );
      create table till.refused_events (object_id text, parked_at timestamptz);
      create table till.anomalies (
        id text primary key,
        kind text not null,
        object_id text,
        merchant_id text,
        livemode boolean,
        amount bigint,
        currency text,
        detail text not null,
        created_at timestamptz not null,
        resolution text,
        note text,
        resolved_at timestamptz
      );
      create unique index anomalies_open on till.anomalies (kind, object_id) where resolved_at is null;`);
    await runner.query(auditTableSql("till"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop schema till cascade");
  }
}

export class IndexSales1700000000001 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexSuccesses(runner, tillJournal);
  }

  async down(): Promise<void> {}
}

export class KeepJournal1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(journalTablesSql(tillJournal));
  }

  async down(): Promise<void> {}
}

export class RememberLooks1700000000003 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await rememberLooks(runner, tillJournal);
  }

  async down(): Promise<void> {}
}

export class IndexUndone1700000000004 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexUndone(runner, tillJournal);
  }

  async down(): Promise<void> {}
}

export const tillSchema: ServiceSchemaSpec = {
  service: "till",
  schema: "till",
  migrations: [
    CreateTill1700000000000,
    IndexSales1700000000001,
    KeepJournal1700000000002,
    RememberLooks1700000000003,
    IndexUndone1700000000004,
  ],
  entities: [],
};
