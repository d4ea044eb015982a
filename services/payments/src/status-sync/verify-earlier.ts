import { askFirstAgainInMs, isGivenUp, isUnread, isWorkedOn, pauseMs, recordOnce } from "@flowlix/engine";
import { deadlineIn, type AbsentFinality, type Deadline, type ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PaymentsDeps } from "../deps.ts";
import { applyEvent, namedIn } from "../lifecycle/apply-event.ts";
import { factOf } from "../lifecycle/order-fact.ts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import type { EarlierOrder } from "../payment/earlier-orders.ts";
import { earlierOrderOf, submittedBetween } from "../payment/order.ts";
import { isDecided } from "./record-read.ts";
import type { DuePayment } from "./sync-store.ts";

/** What the earlier orders of a Payment have been found to be. */
export interface EarlierOrders {
  /** One of them was charged, though it had come to nothing. */
  readonly isCharged: boolean;
  /** One of them could not be read. */
  readonly isUnread: boolean;
  /** After how long they are to be read again; null where what was said of them stands. */
  readonly againInMs: number | null;
}

/**
 * Reads the orders of the cards that were declined before, and the one that the first account has not executed. Each
 * had come to nothing for good; one that was charged all the same is an exception, as any charge after an end
 * (docs/design/decisions.md#card-attempts, docs/decisions/0105-a-second-account.md).
 */
export async function verifyEarlier(
  deps: PaymentsDeps,
  due: DuePayment,
  orders: readonly EarlierOrder[],
  time: DatabaseTime,
  deadlineMs: number,
): Promise<EarlierOrders> {
  if (orders.length === 0) return { isCharged: false, isUnread: false, againInMs: null };
  const deadline = deadlineIn(deadlineMs);
  const reads = await Promise.all(orders.map((order) => readOrder(deps, due, order, deadline)));
  for (const read of reads) await record(deps, due, read, time);
  const again = reads.map((read) => againInMs(due, read)).filter((ms) => ms !== null);
  return {
    isCharged: reads.some(({ outcome }) => outcome.kind === "succeeded"),
    isUnread: reads.some(({ outcome }) => isUnread(outcome)),
    againInMs: again.length === 0 ? null : Math.min(...again),
  };
}

interface ReadOrder {
  readonly order: EarlierOrder;
  readonly outcome: ReadOutcome;
  readonly finality: AbsentFinality;
}

/** An account that is not to be had here any more is no reason to leave the order of now alone. */
async function readOrder(
  deps: PaymentsDeps,
  due: DuePayment,
  order: EarlierOrder,
  deadline: Deadline,
): Promise<ReadOrder> {
  let provider;
  try {
    provider = deps.acquirers.of(order);
  } catch (error) {
    deps.logger.error({ err: error, payment_id: due.id }, "the first account of a Payment cannot be asked");
    return { order, outcome: { kind: "unknown", cause: "lost" }, finality: "never" };
  }
  const outcome = await provider.read(earlierOrderOf(due, order), deadline, "", due.look_hung);
  return { order, outcome, finality: provider.absentIsFinal.order };
}

function againInMs(due: DuePayment, { order, outcome, finality }: ReadOrder): number | null {
  if (order.unexecuted) {
    const { now_ms: askedAtMs, look_count: syncCount } = due;
    const endedAtMs = (due.succeeded_at ?? due.failed_at ?? due.expired_at)?.getTime() ?? null;
    const asked = { ...submittedBetween(due), endedAtMs, askedAtMs, syncCount };
    return askFirstAgainInMs({ outcome, finality, ...asked });
  }
  return isUnread(outcome) ? pauseMs(due.look_count) : null;
}

async function record(
  deps: PaymentsDeps,
  due: DuePayment,
  { order, outcome }: ReadOrder,
  time: DatabaseTime,
): Promise<void> {
  if (outcome.kind === "unknown" && outcome.contradicts !== undefined) {
    const detail = `the provider answered for ${namedIn(due, order)} with another ${outcome.contradicts}`;
    await recordOnce(deps, due, "outcome_mismatch", detail);
  }
  const open = whyOpen(due, { order, outcome });
  if (open !== null) await recordOnce(deps, due, "outcome_mismatch", open);
  if (!isDecided(outcome)) return;
  const fact = factOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
  if (fact !== null) await applyEvent(deps, due, fact, time, order);
}

/** An order that may be charged yet: an operator hears of it, and not only when it is. */
function whyOpen(due: DuePayment, { order, outcome }: Pick<ReadOrder, "order" | "outcome">): string | null {
  const { unexecuted, attempt, provider_account: account } = order;
  if (unexecuted && isWorkedOn(outcome))
    // These words are how an exception is known again that an operator has noted: they stay.
    return `account ${account} works on an order of this payment of which it had executed nothing`;
  // While the Payment is open, and not being closed, it is synced often; its end sets the question anew.
  const isOften = !isTerminal(due.status) && !due.expiring;
  if (!isUnread(outcome) || !isGivenUp(due.look_count) || isOften) return null;
  const whose = unexecuted
    ? `account ${account}, which had executed nothing of this payment,`
    : `the provider of card ${attempt}, whose order had failed,`;
  return `${whose} does not say what became of the order, and is asked once a day from now on`;
}
