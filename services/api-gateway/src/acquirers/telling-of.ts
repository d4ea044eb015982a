import { reconcilerContract } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { clientFor, type Host, type Loop } from "@flowlix/runtime";
import type { RouteDeps } from "../routes.ts";
import { createTelling, type Telling } from "./tell-keepers.ts";

/** Every service that keeps a copy of the accounts is told of them. */
export const tellingOf = (
  { broker, logger }: Pick<Host, "broker" | "logger">,
  { background: pool }: Pick<Pools, "background">,
  { payments, refunds, payouts, proofs }: Pick<RouteDeps, "payments" | "refunds" | "payouts" | "proofs">,
  loop: Loop,
): Telling =>
  createTelling({
    pool,
    keepers: { payments, refunds, payouts, reconciler: clientFor(broker, "api-gateway", reconcilerContract) },
    proofs,
    loop,
    logger,
  });
