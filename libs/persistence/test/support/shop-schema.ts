import { addTraceparentSql, dropRelayTablesSql, relayTablesSql } from "@flowlix/engine";
import { auditTableSql, type ServiceSchemaSpec } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** An owner as small as may be: orders, their outbox and its anomalies. */
export class CreateShop1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table shop.orders (
        id text primary key,
        merchant_id text not null,
        livemode boolean not null,
        acknowledged_version integer not null default 0
      );
      create table shop.outbox (
        object_id text not null,
        version integer not null,
        event_id text not null,
        event_type text not null,
        payload json not null,
        created_at timestamptz not null,
        primary key (object_id, version)
      );
      create table shop.anomalies (
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
      create unique index anomalies_open on shop.anomalies (kind, object_id) where resolved_at is null;`);
    await runner.query(auditTableSql("shop"));
    await runner.query(relayTablesSql("shop"));
    await runner.query(addTraceparentSql("shop.outbox"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRelayTablesSql("shop"));
  }
}

export const shopSchema: ServiceSchemaSpec = {
  service: "shop",
  schema: "shop",
  migrations: [CreateShop1700000000000],
  entities: [],
};
