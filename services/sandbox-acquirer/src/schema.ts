import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { OrdersAndBook1763740800000 } from "./migrations/orders-and-book.ts";

/** What the acquirer owns in its database. No entities: every statement is hand-written and named. */
export const sandboxAcquirerSchema: ServiceSchemaSpec = {
  service: "sandbox-acquirer",
  schema: "sandbox_acquirer",
  migrations: [OrdersAndBook1763740800000],
  entities: [],
};
