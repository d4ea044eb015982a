import { deadlineIn, type Deadline, type ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentsDeps } from "../deps.ts";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import { factOf } from "../lifecycle/order-fact.ts";
import { acquirerOfOrder } from "../payment/acquirer-of-order.ts";
import { askedOrderOf, attemptOf } from "../payment/order.ts";
import { isDecided } from "./record-read.ts";
import type { DuePayment } from "./sync-store.ts";

/** What the orders of earlier cards are: failed, as they were; charged, one of them; or one could not be read. */
export type EarlierOrders = "failed" | "charged" | "unread";

/**
 * Reads the orders of the cards that were declined before, and the one that the first account has not executed. Each had
 * failed for good; one that was charged all the same is an exception, as any charge after an end
 * (docs/design/decisions.md#card-attempts, docs/decisions/0105-a-second-account.md).
 */
export async function verifyEarlier(
  deps: PaymentsDeps,
  due: DuePayment,
  time: DatabaseTime,
  deadlineMs: number,
): Promise<EarlierOrders> {
  const attempts = Array.from({ length: attemptOf(due) - 1 }, (_, index) => index + 1);
  if (attempts.length === 0) return "failed";
  const deadline = deadlineIn(deadlineMs);
  const outcomes = await Promise.all(attempts.map((attempt) => readOrder(deps, due, attempt, deadline)));
  for (const [index, outcome] of outcomes.entries()) await record(deps, due, index + 1, outcome, time);
  if (outcomes.some(({ kind }) => kind === "succeeded")) return "charged";
  return outcomes.some(isUnread) ? "unread" : "failed";
}

/** An account that is not to be had here any more is no reason to leave the order of now alone. */
async function readOrder(
  deps: PaymentsDeps,
  due: DuePayment,
  attempt: number,
  deadline: Deadline,
): Promise<ReadOutcome> {
  let provider;
  try {
    provider = acquirerOfOrder(deps, due, attempt);
  } catch (error) {
    deps.logger.error({ err: error, payment_id: due.id }, "the first account of a Payment cannot be asked");
    return { kind: "unknown", cause: "lost" };
  }
  return provider.read(askedOrderOf(due, attempt), deadline, "", due.look_hung);
}

/** An answer about something else is one: its exception stands. */
const isUnread = (outcome: ReadOutcome): boolean =>
  outcome.kind === "unknown" && outcome.contradicts === undefined;

async function record(
  deps: PaymentsDeps,
  due: DuePayment,
  attempt: number,
  outcome: ReadOutcome,
  time: DatabaseTime,
): Promise<void> {
  await noteContradiction(deps, due, outcome);
  if (!isDecided(outcome)) return;
  const fact = factOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
  if (fact !== null) await applyEvent(deps, due, fact, time, attempt);
}
