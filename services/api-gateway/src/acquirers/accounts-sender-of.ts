import { reconcilerContract } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { clientFor, type Host, type Loop } from "@flowlix/runtime";
import type { RouteDeps } from "../routes.ts";
import { createAccountsSender, type AccountsSender } from "./accounts-sender.ts";

/** Sends the accounts to every service that keeps a copy of them. */
export const accountsSenderOf = (
  { broker, logger }: Pick<Host, "broker" | "logger">,
  { background: pool }: Pick<Pools, "background">,
  { payments, refunds, payouts, proofs }: Pick<RouteDeps, "payments" | "refunds" | "payouts" | "proofs">,
  loop: Loop,
): AccountsSender =>
  createAccountsSender({
    pool,
    keepers: { payments, refunds, payouts, reconciler: clientFor(broker, "api-gateway", reconcilerContract) },
    proofs,
    loop,
    logger,
  });
