import { reconcilerContract } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { clientFor, type ServiceBroker } from "@flowlix/runtime";
import type { StoryDeps } from "./story.ts";
import type { TraceClients, TraceOwner } from "./trace-clients.ts";

type Clients = Readonly<Record<"payments" | "refunds" | "payouts", TraceOwner>> &
  Pick<TraceClients, "idempotency" | "notifier">;

/** Whom the story of an object is asked for, for operators and for merchants. */
export const storiesOf = (
  broker: ServiceBroker,
  { read }: Pick<Pools, "read">,
  { payments, refunds, payouts, idempotency, notifier }: Clients,
): StoryDeps => ({
  readPool: read,
  owners: {
    payment: { service: "payments", owner: payments },
    refund: { service: "refunds", owner: refunds },
    payout: { service: "payouts", owner: payouts },
  },
  idempotency,
  notifier,
  reconciler: clientFor(broker, "api-gateway", reconcilerContract),
});
