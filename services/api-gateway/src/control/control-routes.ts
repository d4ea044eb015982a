import { reconcilerContract } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { clientFor, type Host } from "@flowlix/runtime";
import { whoOffers } from "../offering.ts";
import type { RouteDeps } from "../routes.ts";
import type { AccountSecrets } from "@flowlix/provider";
import type { CheckAcquirerUrl } from "../acquirers/acquirer-url.ts";
import { acquirerRoutes } from "./acquirer-routes.ts";
import { exceptionRoutes } from "./exception-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { eventControlRoutes } from "./event-routes.ts";
import { ledgerRoutes } from "./ledger-routes.ts";
import { operatorPartRoutes } from "./operator-part-routes.ts";
import { openRoutes } from "./open-routes.ts";
import type { ControlRoute } from "./control-server.ts";
import { reconcileRoutes } from "./reconcile-routes.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import { parkedRoutes } from "./parked-routes.ts";
import { traceRoutes } from "./trace/trace-routes.ts";
import { webhookControlRoutes } from "./webhook-routes.ts";

const NAME = "api-gateway";

interface ControlNeeds {
  readonly host: Pick<Host, "broker" | "logger">;
  readonly pools: Pick<Pools, "dataSource">;
  readonly deps: RouteDeps;
  readonly onAccountsChanged: () => void;
  readonly acquirers: {
    readonly secrets: AccountSecrets | undefined;
    readonly checkUrl: CheckAcquirerUrl;
    readonly send: () => Promise<void>;
  };
}

/** Every route of the operators' API. */
export function controlRoutes({
  host: { broker, logger },
  pools,
  deps,
  onAccountsChanged,
  acquirers,
}: ControlNeeds): readonly ControlRoute[] {
  const db = pools.dataSource;
  const { payments, refunds, payouts, notifier, stories } = deps;
  const openOwners = {
    payment: { service: "payments", owner: payments },
    refund: { service: "refunds", owner: refunds },
    payout: { service: "payouts", owner: payouts },
  };
  const reconciler = clientFor(broker, NAME, reconcilerContract);
  const routes = [
    ...merchantRoutes({ db, liveProvider: deps.liveProvider, onAccountsChanged }),
    ...acquirerRoutes({
      db,
      ...acquirers,
      publicUrl: deps.publicUrl,
      callers: { payments, refunds, payouts },
      onChanged: async () => {
        onAccountsChanged();
        await acquirers.send();
      },
    }),
    ...keyRoutes({ db, onAccountsChanged }),
    ...webhookControlRoutes({ db, notifier }),
    ...eventControlRoutes({ db, notifier }),
    ...traceRoutes(stories),
    ...parkedRoutes({ parkedOwners: { payments, refunds, payouts } }),
    ...openRoutes({ openOwners }),
    ...exceptionRoutes({ payments, exceptionOwners: { payments, refunds, payouts } }),
    ...reconcileRoutes({ reconciler, jobOwners: whoOffers(broker, "listJobs") }),
    ...ledgerRoutes({ db, ledgerOwners: { payments, refunds, payouts } }),
    ...auditRoutes({ db, logger, auditOwners: whoOffers(broker, "listAudit") }),
  ];
  return [...routes, ...operatorPartRoutes({ routes, stories, parts: deps.parts })];
}
