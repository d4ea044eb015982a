import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateAudit1764100000001 } from "./migrations/1764100000001-create-audit.ts";
import { CreatePayouts1764100000000 } from "./migrations/1764100000000-create-payouts.ts";
import { IndexLists1764100000002 } from "./migrations/1764100000002-index-lists.ts";
import { IndexSuccesses1764500000000 } from "./migrations/1764500000000-index-successes.ts";
import { KeepJournal1764600000000 } from "./migrations/1764600000000-keep-journal.ts";
import { RelayEvents1764200000000 } from "./migrations/1764200000000-relay-events.ts";
import { KeepTraces1764700000000 } from "./migrations/1764700000000-keep-traces.ts";
import { SummariseTimes1764800000000 } from "./migrations/1764800000000-summarise-times.ts";
import { RememberLooks1765020000000 } from "./migrations/1765020000000-remember-looks.ts";
import { NameAcquirer1765100000000 } from "./migrations/1765100000000-name-acquirer.ts";
import { RepeatJobs1765110000000 } from "./migrations/1765110000000-repeat-jobs.ts";
import { IndexTraces1765240000002 } from "./migrations/1765240000002-index-traces.ts";
import { KeepAcquirersId1765700000200 } from "./migrations/1765700000200-keep-acquirers-id.ts";
import { KeepEvidence1765710000200 } from "./migrations/1765710000200-keep-evidence.ts";
import { IndexUndone1765710000201 } from "./migrations/1765710000201-index-undone.ts";
import { KeepAcquirerAccounts1765730000300 } from "./migrations/1765730000300-keep-acquirer-accounts.ts";
import { KeepRoutes1765730000301 } from "./migrations/1765730000301-keep-routes.ts";
import { KeepAcquirerCalls1765820000200 } from "./migrations/1765820000200-keep-acquirer-calls.ts";
import { PayoutEntity } from "./payout/payout.entity.ts";

/** What this service owns in the database. */
export const payoutsSchema: ServiceSchemaSpec = {
  service: "payouts",
  schema: "payouts",
  migrations: [
    CreatePayouts1764100000000,
    CreateAudit1764100000001,
    IndexLists1764100000002,
    RelayEvents1764200000000,
    IndexSuccesses1764500000000,
    KeepJournal1764600000000,
    KeepTraces1764700000000,
    SummariseTimes1764800000000,
    RememberLooks1765020000000,
    NameAcquirer1765100000000,
    RepeatJobs1765110000000,
    IndexTraces1765240000002,
    KeepAcquirersId1765700000200,
    KeepEvidence1765710000200,
    IndexUndone1765710000201,
    KeepAcquirerAccounts1765730000300,
    KeepRoutes1765730000301,
    KeepAcquirerCalls1765820000200,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  // Searching inside words, within one merchant's own.
  extensions: ["pg_trgm", "btree_gin"],
  entities: [PayoutEntity],
};
