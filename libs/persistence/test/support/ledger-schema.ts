import { auditTableSql, type ServiceSchemaSpec } from "@flowlix/persistence";
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
