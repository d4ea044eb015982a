import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateOrders1763740000000 } from "./migrations/1763740000000-create-orders.ts";
import { NumberChallenges1763830000000 } from "./migrations/1763830000000-number-challenges.ts";
import { CreateTransfers1763900000000 } from "./migrations/1763900000000-create-transfers.ts";
import { IndexBookByTime1764310000000 } from "./migrations/1764310000000-index-book-by-time.ts";
import { NamePayees1765250300000 } from "./migrations/1765250300000-name-payees.ts";
import { CheckByDomains1764210000000 } from "./migrations/1764210000000-check-by-domains.ts";

/** What the acquirer owns in its database. No entities: every statement is hand-written and named. */
export const sandboxAcquirerSchema: ServiceSchemaSpec = {
  service: "sandbox-acquirer",
  schema: "sandbox_acquirer",
  migrations: [
    CreateOrders1763740000000,
    NumberChallenges1763830000000,
    CreateTransfers1763900000000,
    CheckByDomains1764210000000,
    IndexBookByTime1764310000000,
    NamePayees1765250300000,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [],
};
