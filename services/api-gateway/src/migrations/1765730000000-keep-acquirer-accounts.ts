import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Merchants' accounts at acquirers, with sealed secrets, and how many changes they had: owners keep copies and are told
 * by these numbers (docs/decisions/0099-acquirer-accounts.md).
 */
export class KeepAcquirerAccounts1765730000000 implements MigrationInterface {
  name = "KeepAcquirerAccounts1765730000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table gateway.acquirer_accounts; drop table gateway.acquirer_changes");
  }
}

/** One row counts the changes. A change of an account holds it until the commit, so changes are in that order. */
const SQL = `
  create table gateway.acquirer_changes (
    only_row boolean primary key default true check (only_row),
    last bigint not null check (last >= 0)
  );
  insert into gateway.acquirer_changes (last) values (0);
  create table gateway.acquirer_accounts (
    id text primary key check (id ~ '^acq_[A-Za-z0-9]{24}$'),
    merchant_id text not null references gateway.merchants (id),
    livemode boolean not null,
    provider text not null check (char_length(provider) between 1 and 64),
    label text not null check (char_length(label) between 1 and 100),
    status text not null check (status in ('active', 'disabled')),
    currencies text[],
    methods text[],
    weight integer not null check (weight between 0 and 10000),
    limits jsonb not null,
    settings jsonb not null,
    secrets jsonb not null,
    version integer not null check (version >= 1),
    change bigint not null check (change > 0),
    created_at timestamptz not null default platform.clock(),
    changed_at timestamptz not null default platform.clock()
  );
  create index acquirer_accounts_by_change on gateway.acquirer_accounts (change);
  create index acquirer_accounts_of_merchant on gateway.acquirer_accounts (merchant_id, livemode, id);
`;
