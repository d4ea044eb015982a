import { notifierContract } from "@flowlix/contracts";
import { countOutbox, startRelay, type AnomaliesStore, type Pools, type Relay } from "@flowlix/persistence";
import { clientFor, eventReceiver, outboxMetrics, type Host } from "@flowlix/runtime";

const NAME = "payouts";

/** Hands the events of Payouts to the notifier, from one process at a time (architecture §6, Events). */
export function relayEvents(
  { broker, metrics, logger }: Pick<Host, "broker" | "metrics" | "logger">,
  { background }: Pick<Pools, "background">,
  anomalies: Pick<AnomaliesStore, "record">,
): Relay {
  return startRelay({
    schema: NAME,
    objects: NAME,
    pool: background,
    ...eventReceiver(clientFor(broker, NAME, notifierContract)),
    anomalies,
    observe: outboxMetrics(metrics, NAME, () => countOutbox(background, NAME)),
    log: logger,
  });
}
