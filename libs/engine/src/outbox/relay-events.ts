import { notifierContract } from "@flowlix/contracts";
import type { Pools } from "@flowlix/persistence";
import { clientFor, type Host } from "@flowlix/runtime";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import type { OwnerName } from "../owner/owner-name.ts";
import { eventReceiver } from "./event-receiver.ts";
import { outboxMetrics } from "./outbox-metrics.ts";
import { countOutbox } from "./relay-store.ts";
import { startRelay, type Relay, type RelayOptions } from "./relay.ts";

/** A pass with a receiver that is silent for as long as it is waited for, call after call. */
const PASS_MAX_MS = 120_000;
/** The longest pause of a relay after a failure. */
const RETRY_MAX_MS = 5_000;

/** Hands an owner's events to the notifier, from one process at a time (docs/design/architecture.md#events). */
export function relayEvents(
  {
    broker,
    metrics,
    logger,
    tracer,
    loops,
  }: Pick<Host, "broker" | "metrics" | "logger" | "tracer" | "loops">,
  { background }: Pick<Pools, "background">,
  exceptions: Pick<ExceptionsStore, "record">,
  { name, eventReady }: { readonly name: OwnerName; readonly eventReady?: RelayOptions["ready"] },
): Relay {
  return startRelay({
    schema: name,
    objects: name,
    pool: background,
    ...eventReceiver(clientFor(broker, name, notifierContract), tracer),
    ...(eventReady === undefined ? {} : { ready: eventReady }),
    exceptions,
    observe: outboxMetrics(metrics, name, () => countOutbox(background, name)),
    loop: loops.add({ name: `${name}.relayEvents`, runMaxMs: PASS_MAX_MS, retryMaxMs: RETRY_MAX_MS }),
    log: logger,
  });
}
