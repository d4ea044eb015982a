import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateReconciler1764300000000 } from "./migrations/1764300000000-create-reconciler.ts";
import { CompareStatements1764400000000 } from "./migrations/1764400000000-compare-statements.ts";
import { KeepWholeComparisons1764500000000 } from "./migrations/1764500000000-keep-whole-comparisons.ts";
import { RememberWhenTurnsBegan1764600000000 } from "./migrations/1764600000000-remember-when-turns-began.ts";
import { RememberLooks1765020000000 } from "./migrations/1765020000000-remember-looks.ts";
import { KeepAcquirerAccounts1765730000390 } from "./migrations/1765730000390-keep-acquirer-accounts.ts";

/** What this service owns in the database. */
export const reconcilerSchema: ServiceSchemaSpec = {
  service: "reconciler",
  schema: "reconciler",
  migrations: [
    CreateReconciler1764300000000,
    CompareStatements1764400000000,
    KeepWholeComparisons1764500000000,
    RememberWhenTurnsBegan1764600000000,
    RememberLooks1765020000000,
    KeepAcquirerAccounts1765730000390,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [],
};
