import { auditTableSql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Merchants, their accounts per mode, API keys and the secrets that open them (decisions §8). */
export class CreateGateway1763740000000 implements MigrationInterface {
  name = "CreateGateway1763740000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(auditTableSql("gateway"));
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward; restore a backup instead."));
  }
}

// A key's id is the scope of its idempotency keys, so rolling a key adds a secret and keeps the row.
// Only hashes of secrets are stored; 32 random alphanumerics need no salt.
const TABLES = `
  create table gateway.merchants (
    id text primary key check (id ~ '^mer_[A-Za-z0-9]{24}$'),
    name text not null check (length(name) between 1 and 255),
    created_at timestamptz not null default platform.clock()
  );

  create table gateway.merchant_accounts (
    merchant_id text not null references gateway.merchants (id),
    livemode boolean not null,
    payments_enabled boolean not null,
    payouts_enabled boolean not null,
    provisioned boolean not null,
    primary key (merchant_id, livemode)
  );

  create table gateway.api_keys (
    id text primary key check (id ~ '^key_[A-Za-z0-9]{24}$'),
    merchant_id text not null,
    livemode boolean not null,
    permissions text[] not null
      check (cardinality(permissions) > 0 and permissions <@ '{payments,refunds,payouts,read}'),
    created_at timestamptz not null default platform.clock(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    foreign key (merchant_id, livemode) references gateway.merchant_accounts (merchant_id, livemode)
  );
  create index api_keys_by_merchant on gateway.api_keys (merchant_id);

  create table gateway.api_key_secrets (
    hash bytea primary key check (length(hash) = 32),
    key_id text not null references gateway.api_keys (id),
    created_at timestamptz not null default platform.clock(),
    ends_at timestamptz
  );
  create index api_key_secrets_by_key on gateway.api_key_secrets (key_id);
`;
