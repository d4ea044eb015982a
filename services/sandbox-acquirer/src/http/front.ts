import { setMaxListeners } from "node:events";
import type { Pools } from "@flowlix/persistence";
import type { Host } from "@flowlix/runtime";
import { createStatementFaults } from "../book/statement-faults.ts";
import { challengePath } from "../challenge/challenge-routes.ts";
import { createChallengeSecrets } from "../challenge/challenge-secrets.ts";
import type { AcquirerConfig } from "../config.ts";
import { createFaultRules } from "../faults/fault-rules.ts";
import type { AcquirerMetrics } from "../metrics.ts";
import { createAuthoriseNewOrder } from "../orders/authorise-new-order.ts";
import { createAuthoriseOrder } from "../orders/authorise-order.ts";
import type { ActionUrlOf } from "../orders/order.ts";
import { createReadOrder } from "../orders/read-order.ts";
import { createRegisterOrder } from "../orders/register-order.ts";
import type { FinaliseDue } from "../orders/finalise-due.ts";
import { createExecutePayout } from "../transfers/execute-payout.ts";
import { createExecuteRefund } from "../transfers/execute-refund.ts";
import { createReadTransfer } from "../transfers/read-transfer.ts";
import type { FinaliseTransfers } from "../transfers/finalise-transfers.ts";
import { createAdminApp } from "./admin-app.ts";
import { listen, type Listener } from "./listener.ts";
import { createMerchantApp } from "./merchant-app.ts";

export interface Front {
  open(): Promise<void>;
  addresses(): Record<string, string>;
  /** Accepts nothing new; what is under way is answered, slow answers at once. */
  close(): Promise<void>;
  /** Resolves when no shared commit is under way. */
  flush(): Promise<void>;
}

/** Without a proxy in front the operator's listener is this machine's own business. */
const LOOPBACK = "127.0.0.1";

/** Both listeners and the operations behind them. */
export function createFront(deps: {
  readonly host: Host;
  readonly config: AcquirerConfig;
  readonly pools: Pools;
  readonly metrics: AcquirerMetrics;
  readonly finaliseDue: FinaliseDue;
  readonly finaliseTransfers: FinaliseTransfers;
}): Front {
  const { host, config, metrics, finaliseDue, finaliseTransfers } = deps;
  const { hot, read } = deps.pools;
  const { logger } = host;
  const secrets = createChallengeSecrets(config.ACQUIRER_API_KEY);
  const faults = createFaultRules();
  const statementFaults = createStatementFaults();
  const stopping = new AbortController();
  // Every slow answer listens to it.
  setMaxListeners(0, stopping.signal);
  const readOrder = createReadOrder({ read, finaliseDue });
  const registerOrder = createRegisterOrder({ hot, readOrder, secrets, observe: metrics.batch });
  const authoriseOrder = createAuthoriseOrder({ hot, readOrder, observe: metrics.batch });
  const authoriseNewOrder = createAuthoriseNewOrder({
    hot,
    readOrder,
    secrets,
    registerOrder,
    authoriseOrder,
    observe: metrics.batch,
  });
  const readTransfer = createReadTransfer({ read, finaliseTransfers });
  const executeRefund = createExecuteRefund({ hot, readTransfer, observe: metrics.batch });
  const executePayout = createExecutePayout({ hot, readTransfer, observe: metrics.batch });
  let merchant: Listener | undefined;
  let admin: Listener | undefined;

  const publicUrl = () => config.ACQUIRER_PUBLIC_URL ?? merchant?.url ?? "";
  const actionUrlOf: ActionUrlOf = (reference, number) =>
    `${publicUrl()}${challengePath(secrets.tokenOf(reference), number)}`;

  return {
    async open() {
      const orders = { registerOrder, authoriseOrder, authoriseNewOrder, readOrder, actionUrlOf };
      const transfers = { executeRefund, executePayout, readTransfer };
      const apiKey = config.ACQUIRER_API_KEY;
      const shared = { hot, read, secrets, faults, metrics, logger, apiKey, stopping: stopping.signal };
      const merchantApp = await createMerchantApp({ ...shared, statementFaults, ...orders, ...transfers });
      const at = { host: config.ACQUIRER_HOST ?? host.host, port: config.ACQUIRER_PORT };
      merchant = await listen(merchantApp, { name: "ACQUIRER_PORT", ...at });

      const applyFaults = async () => merchant?.setRefusing(faults.refusing());
      const adminApp = createAdminApp({ read, faults, statementFaults, applyFaults, logger });
      const adminAt = { host: LOOPBACK, port: config.ACQUIRER_ADMIN_PORT };
      admin = await listen(adminApp, { name: "ACQUIRER_ADMIN_PORT", ...adminAt });
    },
    addresses: () => ({ url: merchant?.url ?? "", admin_url: admin?.url ?? "" }),
    async close() {
      stopping.abort();
      await Promise.all([merchant?.close(), admin?.close()]);
    },
    async flush() {
      const commits = [registerOrder, authoriseOrder, authoriseNewOrder, executeRefund, executePayout];
      await Promise.all(commits.map((commit) => commit.flush()));
    },
  };
}
