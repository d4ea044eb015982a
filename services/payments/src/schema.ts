import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateAudit1763740000001 } from "./migrations/1763740000001-create-audit.ts";
import { CreatePayments1763740000000 } from "./migrations/1763740000000-create-payments.ts";
import { AddHostedPages1763740100000 } from "./migrations/1763740100000-add-hosted-pages.ts";
import { IndexLists1763740200000 } from "./migrations/1763740200000-index-lists.ts";
import { AddRefunds1763750000000 } from "./migrations/1763750000000-add-refunds.ts";
import { IndexSuccesses1764500000000 } from "./migrations/1764500000000-index-successes.ts";
import { KeepJournal1764600000000 } from "./migrations/1764600000000-keep-journal.ts";
import { RelayEvents1764200000000 } from "./migrations/1764200000000-relay-events.ts";
import { CheckByDomains1764210000000 } from "./migrations/1764210000000-check-by-domains.ts";
import { KeepTraces1764700000000 } from "./migrations/1764700000000-keep-traces.ts";
import { SummariseTimes1764800000000 } from "./migrations/1764800000000-summarise-times.ts";
import { RememberLooks1765020000000 } from "./migrations/1765020000000-remember-looks.ts";
import { TellRefundBefore1765095000000 } from "./migrations/1765095000000-tell-refund-before.ts";
import { NameAcquirer1765100000000 } from "./migrations/1765100000000-name-acquirer.ts";
import { RepeatJobs1765110000000 } from "./migrations/1765110000000-repeat-jobs.ts";
import { IndexTraces1765240000000 } from "./migrations/1765240000000-index-traces.ts";
import { TryCards1765250300000 } from "./migrations/1765250300000-try-cards.ts";
import { KeepAcquirersId1765700000000 } from "./migrations/1765700000000-keep-acquirers-id.ts";
import { KeepEvidence1765710000000 } from "./migrations/1765710000000-keep-evidence.ts";
import { IndexUndone1765710000001 } from "./migrations/1765710000001-index-undone.ts";
import { NameOnStatement1765720000000 } from "./migrations/1765720000000-name-on-statement.ts";
import { KeepAcquirerAccounts1765730000100 } from "./migrations/1765730000100-keep-acquirer-accounts.ts";
import { KeepRoutes1765730000101 } from "./migrations/1765730000101-keep-routes.ts";
import { BookAtAccount1765750000100 } from "./migrations/1765750000100-book-at-account.ts";
import { NameChargedAccount1765760000100 } from "./migrations/1765760000100-name-charged-account.ts";
import { KeepAcquirerCalls1765820000000 } from "./migrations/1765820000000-keep-acquirer-calls.ts";
import { IndexValues1765840000000 } from "./migrations/1765840000000-index-values.ts";
import { PaymentEntity } from "./payment/payment.entity.ts";

/** What this service owns in the database. */
export const paymentsSchema: ServiceSchemaSpec = {
  service: "payments",
  schema: "payments",
  migrations: [
    CreatePayments1763740000000,
    CreateAudit1763740000001,
    AddHostedPages1763740100000,
    IndexLists1763740200000,
    AddRefunds1763750000000,
    RelayEvents1764200000000,
    CheckByDomains1764210000000,
    IndexSuccesses1764500000000,
    KeepJournal1764600000000,
    KeepTraces1764700000000,
    SummariseTimes1764800000000,
    RememberLooks1765020000000,
    TellRefundBefore1765095000000,
    NameAcquirer1765100000000,
    RepeatJobs1765110000000,
    IndexTraces1765240000000,
    TryCards1765250300000,
    KeepAcquirersId1765700000000,
    KeepEvidence1765710000000,
    IndexUndone1765710000001,
    NameOnStatement1765720000000,
    KeepAcquirerAccounts1765730000100,
    KeepRoutes1765730000101,
    BookAtAccount1765750000100,
    NameChargedAccount1765760000100,
    KeepAcquirerCalls1765820000000,
    IndexValues1765840000000,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [PaymentEntity],
};
