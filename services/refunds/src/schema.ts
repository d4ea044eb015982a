import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateRefunds1763750000000 } from "./migrations/1763750000000-create-refunds.ts";
import { RefundEntity } from "./refund/refund.entity.ts";

/** What this service owns in the database. */
export const refundsSchema: ServiceSchemaSpec = {
  service: "refunds",
  schema: "refunds",
  migrations: [CreateRefunds1763750000000],
  entities: [RefundEntity],
};
