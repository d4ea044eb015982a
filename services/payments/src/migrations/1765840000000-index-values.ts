import { indexConcurrently, type ServiceMigration } from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** What has ended is written once more at most: open ones are in no index by value, so that a create writes each once. */
const ENDED = "status in ('SUCCEEDED', 'FAILED', 'EXPIRED')";

/** What has few distinct values together takes 6 to 8 bytes a row, as long as no time is among them. */
const INDEXES = {
  payments_facets:
    "(merchant_id, livemode, currency, card_brand, payment_method_type, integration_type, status)",
  payments_last4: "(merchant_id, livemode, card_last4)",
  payments_amount: "(merchant_id, livemode, amount)",
} as const;

/** Lists by what few of a merchant's Payments have. */
export class IndexValues1765840000000 implements ServiceMigration {
  name = "IndexValues1765840000000";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES))
      await indexConcurrently(runner, {
        schema: "payments",
        table: "payments",
        name,
        on: `${columns} where ${ENDED}`,
      });
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = Object.keys(INDEXES).map((name) => `payments.${name}`);
    await runner.query(`drop index ${names.join(", ")}`);
  }
}
