import { notifierContract } from "@flowlix/contracts";
import { countOutbox, startRelay, type AnomaliesStore, type Pools, type Relay } from "@flowlix/persistence";
import { clientFor, eventReceiver, outboxMetrics, type Host } from "@flowlix/runtime";

const NAME = "refunds";

/**
 * An event leaves only after the Payment's owner has acknowledged its version: whoever hears that money was
 * returned finds the Payment's `amount_refunded` moved (architecture §6, Refund). One value of one row, which
 * no plan can turn into a walk through all Refunds.
 */
const ACKNOWLEDGED =
  "o.version <= (select r.acknowledged_version from refunds.refunds as r where r.id = o.object_id)";

/** Hands the events of Refunds to the notifier, from one process at a time (architecture §6, Events). */
export function relayEvents(
  { broker, metrics, logger }: Pick<Host, "broker" | "metrics" | "logger">,
  { background }: Pick<Pools, "background">,
  anomalies: Pick<AnomaliesStore, "record">,
): Relay {
  return startRelay({
    schema: NAME,
    objects: NAME,
    ready: ACKNOWLEDGED,
    pool: background,
    ...eventReceiver(clientFor(broker, NAME, notifierContract)),
    anomalies,
    observe: outboxMetrics(metrics, NAME, () => countOutbox(background, NAME)),
    log: logger,
  });
}
