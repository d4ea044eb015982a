import type { OutboxRow, Params, notifierContract, Result } from "@flowlix/contracts";
import { sqlState } from "@flowlix/persistence";
import { DomainError, newId } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { ANOTHER_HAS_ITS_ID, type Accepted, type RefusedEvent } from "./accept-store.ts";

type AcceptDeps = Pick<NotifierDeps, "storeEvents" | "metrics" | "deliverSoon" | "logger">;

/**
 * Stores an owner's events, each once, with what is to be delivered of them; what cannot be stored is
 * refused by itself (docs/design/architecture.md#events). Answers once all of it is committed. Errors:
 * service_unavailable where others kept the database busy; then it may be handed over again.
 */
export async function acceptEvents(
  deps: AcceptDeps,
  { events }: Params<typeof notifierContract, "accept">,
): Promise<Result<typeof notifierContract, "accept">> {
  const { stored, deliveries, ...outcome } = await storeAll(deps, events);
  const known = events.length - stored - outcome.refused.length;
  const refused =
    known === 0 ? outcome.refused : [...outcome.refused, ...contradicted(events, outcome.refused)];
  deps.metrics.events.inc({ outcome: "stored" }, stored);
  deps.metrics.events.inc({ outcome: "known" }, events.length - stored - refused.length);
  deps.metrics.events.inc({ outcome: "refused" }, refused.length);
  for (const { event_id, reason } of refused) deps.logger.error({ event_id, reason }, "an event was refused");
  if (deliveries > 0) deps.deliverSoon();
  return { refused: [...refused] };
}

/**
 * Rows of a call that repeat the id of an earlier row with other content. They are refused here, because the statement
 * compares only with rows that were stored before it.
 */
function contradicted(events: readonly OutboxRow[], refused: readonly RefusedEvent[]): RefusedEvent[] {
  const refusedIds = new Set(refused.map(({ event_id }) => event_id));
  const firsts = new Map<string, OutboxRow>();
  return events.flatMap((event) => {
    const first = firsts.get(event.event_id);
    if (first === undefined) firsts.set(event.event_id, event);
    if (first === undefined || refusedIds.has(event.event_id) || isSame(first, event)) return [];
    return [{ event_id: event.event_id, reason: ANOTHER_HAS_ITS_ID }];
  });
}

const isSame = (one: OutboxRow, other: OutboxRow): boolean =>
  one.merchant_id === other.merchant_id &&
  one.livemode === other.livemode &&
  one.event_type === other.event_type &&
  one.object_id === other.object_id &&
  one.version === other.version;

/** One event that the database will not have at all must not keep out those beside it. */
async function storeAll(deps: AcceptDeps, events: readonly OutboxRow[]): Promise<Accepted> {
  try {
    return await deps.storeEvents(events, newId("webhook_delivery"));
  } catch (error) {
    if (isOfTheMoment(error))
      throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
    if (!isOfTheData(error)) throw error;
    const [only] = events;
    if (events.length === 1 && only !== undefined) {
      const reason = `the database refuses it (${sqlState(error)})`;
      return { refused: [{ event_id: only.event_id, reason }], stored: 0, deliveries: 0 };
    }
    const half = Math.ceil(events.length / 2);
    const first = await storeAll(deps, events.slice(0, half));
    const second = await storeAll(deps, events.slice(half));
    return {
      refused: [...first.refused, ...second.refused],
      stored: first.stored + second.stored,
      deliveries: first.deliveries + second.deliveries,
    };
  }
}

/** Lock and statement timeouts, deadlocks, a server that stops: the same rows would be stored another time. */
const isOfTheMoment = (error: unknown): boolean => /^(40|55|57)/.test(sqlState(error) ?? "");

const RETRY_AFTER_S = 1;

/** Data exceptions and violated constraints: the same rows would fail again. */
const isOfTheData = (error: unknown): boolean => /^2[123]/.test(sqlState(error) ?? "");
