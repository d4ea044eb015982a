import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateRefunds1763750000000 } from "./migrations/1763750000000-create-refunds.ts";
import { IndexSuccesses1764500000000 } from "./migrations/1764500000000-index-successes.ts";
import { KeepJournal1764600000000 } from "./migrations/1764600000000-keep-journal.ts";
import { RelayEvents1764200000000 } from "./migrations/1764200000000-relay-events.ts";
import { KeepTraces1764700000000 } from "./migrations/1764700000000-keep-traces.ts";
import { SummariseTimes1764800000000 } from "./migrations/1764800000000-summarise-times.ts";
import { RememberLooks1765020000000 } from "./migrations/1765020000000-remember-looks.ts";
import { RememberRefundBefore1765095000001 } from "./migrations/1765095000001-remember-refund-before.ts";
import { NameAcquirer1765100000000 } from "./migrations/1765100000000-name-acquirer.ts";
import { RepeatJobs1765110000000 } from "./migrations/1765110000000-repeat-jobs.ts";
import { IndexTraces1765240000001 } from "./migrations/1765240000001-index-traces.ts";
import { NameCharge1765250300001 } from "./migrations/1765250300001-name-charge.ts";
import { KeepAcquirersId1765700000100 } from "./migrations/1765700000100-keep-acquirers-id.ts";
import { KeepEvidence1765710000100 } from "./migrations/1765710000100-keep-evidence.ts";
import { IndexUndone1765710000101 } from "./migrations/1765710000101-index-undone.ts";
import { KeepAcquirerAccounts1765730000200 } from "./migrations/1765730000200-keep-acquirer-accounts.ts";
import { KeepAcquirerCalls1765820000100 } from "./migrations/1765820000100-keep-acquirer-calls.ts";
import { RefundEntity } from "./refund/refund.entity.ts";

/** What this service owns in the database. */
export const refundsSchema: ServiceSchemaSpec = {
  service: "refunds",
  schema: "refunds",
  migrations: [
    CreateRefunds1763750000000,
    RelayEvents1764200000000,
    IndexSuccesses1764500000000,
    KeepJournal1764600000000,
    KeepTraces1764700000000,
    SummariseTimes1764800000000,
    RememberLooks1765020000000,
    RememberRefundBefore1765095000001,
    NameAcquirer1765100000000,
    RepeatJobs1765110000000,
    IndexTraces1765240000001,
    NameCharge1765250300001,
    KeepAcquirersId1765700000100,
    KeepEvidence1765710000100,
    IndexUndone1765710000101,
    KeepAcquirerAccounts1765730000200,
    KeepAcquirerCalls1765820000100,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [RefundEntity],
};
