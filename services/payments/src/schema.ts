import { auditTableSql, type ServiceSchemaSpec } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { CreatePayments1763740000000 } from "./migrations/1763740000000-create-payments.ts";
import { PaymentEntity } from "./payment.entity.ts";

class CreateAudit1763740000001 implements MigrationInterface {
  name = "CreateAudit1763740000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditTableSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table payments.audit");
  }
}

/** What this service owns in the database. */
export const paymentsSchema: ServiceSchemaSpec = {
  service: "payments",
  schema: "payments",
  migrations: [CreatePayments1763740000000, CreateAudit1763740000001],
  entities: [PaymentEntity],
};
