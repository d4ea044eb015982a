import { dropRelayTablesSql, relayTablesSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class RelayEvents1764200000000 implements MigrationInterface {
  name = "RelayEvents1764200000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(relayTablesSql("refunds"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRelayTablesSql("refunds"));
  }
}
