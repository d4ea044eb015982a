import type { notifierContract, OutboxRow, Result } from "@flowlix/contracts";
import {
  inNewTrace,
  isDomainError,
  isTraceparent,
  isTransportError,
  type Client,
  type Tracer,
} from "@flowlix/runtime";

/** Half of a relay's lease: who waits for longer may have lost it. */
const TIMEOUT_MS = 5_000;

/** What a relay hands its owner's events to: the notifier, as `CALLERS` lets every owner call it. */
export function eventReceiver(
  notifier: Pick<Client<"payments", typeof notifierContract>, "accept">,
  tracer?: Tracer,
): {
  deliver(events: readonly OutboxRow[]): Promise<Result<typeof notifierContract, "accept">>;
  /** Nobody answered, or only that something is out of order there: nothing is said of the events. */
  isOutage(error: unknown): boolean;
} {
  return {
    deliver: (events) => {
      const accept = () => notifier.accept({ events: [...events] }, { requestId: "", timeoutMs: TIMEOUT_MS });
      if (tracer === undefined) return accept();
      return inNewTrace(tracer, { name: "relay", background: true, links: tracesOf(events) }, accept);
    },
    isOutage: (error) =>
      isTransportError(error) || (isDomainError(error) && error.type === "service_unavailable"),
  };
}

/** A span names so many of the traces whose events it hands over. */
const LINKS_MAX = 16;

const tracesOf = (events: readonly OutboxRow[]) =>
  events
    .flatMap(({ traceparent }) => (isTraceparent(traceparent) ? [{ traceparent }] : []))
    .slice(0, LINKS_MAX);
