import type { notifierContract, OutboxRow, Result } from "@flowlix/contracts";
import { isDomainError, isTransportError, type Client } from "@flowlix/runtime";

/** Half of a relay's lease: who waits for longer may have lost it. */
const TIMEOUT_MS = 5_000;

/** What a relay hands its owner's events to: the notifier, as `CALLERS` lets every owner call it. */
export function eventReceiver(notifier: Pick<Client<"payments", typeof notifierContract>, "accept">): {
  deliver(events: readonly OutboxRow[]): Promise<Result<typeof notifierContract, "accept">>;
  /** Nobody answered, or only that something is out of order there: nothing is said of the events. */
  isOutage(error: unknown): boolean;
} {
  return {
    deliver: (events) => notifier.accept({ events: [...events] }, { requestId: "", timeoutMs: TIMEOUT_MS }),
    isOutage: (error) =>
      isTransportError(error) || (isDomainError(error) && error.type === "service_unavailable"),
  };
}
