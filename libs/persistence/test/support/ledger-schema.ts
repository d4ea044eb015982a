import {
  auditTableSql,
  indexConcurrently,
  type Compatibility,
  type ServiceMigration,
  type ServiceSchemaSpec,
} from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** A small service of the tests: a table of balances and an audit table. */
export class CreateLedger1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger.balance (
        id text primary key,
        amount bigint not null check (amount >= 0),
        written_by text,
        version integer not null default 1
      ) with (fillfactor = 85)`);
    await runner.query(auditTableSql("ledger"));
  }

  async down(): Promise<void> {}
}

export const ledgerSchema: ServiceSchemaSpec = {
  service: "ledger",
  schema: "ledger",
  migrations: [CreateLedger1700000000000],
  extensions: ["pg_trgm", "btree_gin"],
  entities: [],
};

export class AddNote1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table ledger.balance add note text");
  }

  async down(): Promise<void> {}
}

/** The ledger of the next release. */
export const notedLedgerSchema: ServiceSchemaSpec = {
  ...ledgerSchema,
  migrations: [CreateLedger1700000000000, AddNote1700000000002],
};

export class IndexWriters1700000000003 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexConcurrently(runner, {
      schema: "ledger",
      table: "balance",
      name: "balance_written_by",
      on: "(written_by)",
    });
  }

  async down(): Promise<void> {}
}

/** The ledger of a release that indexes what others write meanwhile. */
export const indexedLedgerSchema: ServiceSchemaSpec = {
  ...ledgerSchema,
  migrations: [CreateLedger1700000000000, IndexWriters1700000000003],
};

export class CreateVault1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "create table vault.secret (id bigint generated always as identity primary key, word text not null)",
    );
    await runner.query("insert into vault.secret (word) values ('plover')");
  }

  async down(): Promise<void> {}
}

/** Another service in the same database. */
export const vaultSchema: ServiceSchemaSpec = {
  service: "secret-vault",
  schema: "vault",
  migrations: [CreateVault1700000000001],
  entities: [],
};

/** The ledger of a later release, with what its migration means for this one. */
export function nextLedgerSchema(
  compatibility: Compatibility | undefined,
  sql = "alter table ledger.balance add next text",
): ServiceSchemaSpec {
  class AddNext9700000000000 implements ServiceMigration {
    readonly name = "AddNext9700000000000";
    declare readonly compatibility?: Compatibility;

    constructor() {
      if (compatibility !== undefined) this.compatibility = compatibility;
    }

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {}
  }
  return { ...ledgerSchema, migrations: [...ledgerSchema.migrations, AddNext9700000000000] };
}
