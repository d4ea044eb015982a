import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a payer sees of a merchant's account on the hosted page: a name, a colour and a logo. */
export class AddBranding1763800000000 implements MigrationInterface {
  name = "AddBranding1763800000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward; restore a backup instead."));
  }
}

// A logo is kept once however many accounts show it, and is named by what is in it.
const SQL = `
  create table gateway.logos (
    sha256 text primary key check (sha256 = encode(sha256(bytes), 'hex')),
    type text not null check (type in ('image/png', 'image/webp')),
    bytes bytea not null check (length(bytes) between 1 and 65536),
    created_at timestamptz not null default platform.clock()
  );

  alter table gateway.merchant_accounts
    add column display_name text check (length(display_name) between 1 and 255),
    add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
    add column logo_sha256 text references gateway.logos (sha256);
  create index merchant_accounts_by_logo on gateway.merchant_accounts (logo_sha256)
    where logo_sha256 is not null;
`;
