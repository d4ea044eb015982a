import type { OrderRef } from "../order.ts";
import type { TransferOutcome, TransferRead } from "../outcome.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import type { PayoutAdapter } from "../transfer-adapter.ts";
import type { AdyenApi } from "./adyen-http.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import {
  amountContradiction,
  atFault,
  contradicting,
  GARBLED,
  healthy,
  notExecuted,
  refusedReply,
  unansweredReply,
} from "./reading.ts";
import { failureOfTransfer } from "./refusal-reasons.ts";
import { transferRequest } from "./requests.ts";
import type { WireShapes, WireTracking, WireTransfer, WireTransferList } from "./wire.ts";

const HOUR_MS = 3_600_000;
/** Around the moments at which it can have been submitted: Adyen's clock is another one. */
const CREATED_MARGIN_MS = 24 * HOUR_MS;
/** Adyen looks through six months at a time. */
const LONGEST_LOOK_MS = 180 * 24 * HOUR_MS;
const LIMIT = 100;

/** Card payouts over Transfers, which can be read by our reference. */
export function createAdyenPayouts(
  transfers: AdyenApi,
  { isTransfer, isTransferList }: WireShapes,
  balanceAccount: string,
): PayoutAdapter {
  async function read(payout: OrderRef, call: ProviderCall): Promise<Reply<TransferRead>> {
    const reading = await transfers.get({
      path: `/transfers?${queryOf(payout, balanceAccount)}`,
      isShape: isTransferList,
      call,
    });
    if (reading.kind !== "said") return unansweredReply(reading);
    const outcome = foundIn(reading.said, payout);
    return outcome.kind === "unknown" ? atFault(outcome) : healthy(outcome);
  }

  return {
    async submit(payout, card, call) {
      const reading = await transfers.post({
        over: "submissions",
        path: "/transfers",
        body: transferRequest(payout, card, balanceAccount),
        idempotencyKey: idempotencyKeyOf("payout", payout.reference),
        isShape: isTransfer,
        call,
      });
      if (reading.kind !== "said") return refusedReply(reading, call);
      const outcome = outcomeOf(reading.said, payout);
      return outcome.kind === "unknown" ? atFault(outcome) : healthy(outcome);
    },
    read,
    // Nothing can be closed but what waits for a review.
    close: read,
  };
}

/** An account without payouts: nothing is sent, and nothing can have been. */
export const NO_PAYOUTS: PayoutAdapter = {
  submit: async () => healthy(notExecuted("error")),
  read: async () => healthy({ kind: "absent" }),
  close: async () => healthy({ kind: "absent" }),
};

function queryOf({ reference, submittedBetween }: OrderRef, balanceAccount: string): string {
  const untilMs = (submittedBetween?.lastMs ?? Date.now()) + CREATED_MARGIN_MS;
  const sinceMs = (submittedBetween?.firstMs ?? untilMs - LONGEST_LOOK_MS) - CREATED_MARGIN_MS;
  return new URLSearchParams({
    balanceAccountId: balanceAccount,
    reference,
    createdSince: new Date(Math.max(sinceMs, untilMs - LONGEST_LOOK_MS)).toISOString(),
    createdUntil: new Date(untilMs).toISOString(),
    limit: String(LIMIT),
  }).toString();
}

/** References need not be unique at Adyen: of several nobody can say which is ours. */
function foundIn({ data = [], _links }: WireTransferList, payout: OrderRef): TransferRead {
  const found = data.filter(({ reference }) => reference === payout.reference);
  const [only, another] = found;
  if (another !== undefined) return contradicting("reference");
  if (only !== undefined) return readOf(only, payout);
  return _links?.next?.href === undefined && data.length < LIMIT ? { kind: "absent" } : GARBLED;
}

function readOf(said: WireTransfer, payout: OrderRef): TransferRead {
  const outcome = outcomeOf(said, payout);
  if (outcome.kind === "not_executed") return GARBLED;
  const isReturned = said.status === "returned" && outcome.kind === "in_progress";
  return isReturned ? { kind: "undone", reason: "payout_returned", ...idOf(said) } : outcome;
}

function outcomeOf(said: WireTransfer, payout: OrderRef): TransferOutcome {
  if (said.reference !== payout.reference) return contradicting("reference");
  const contradicts = amountContradiction(said.amount, payout);
  if (contradicts !== undefined) return contradicting(contradicts);
  if (said.category !== "card") return GARBLED;
  const id = idOf(said);
  switch (said.status) {
    case "refused":
    case "failed":
      return { kind: "failed", code: failureOfTransfer(said.reason), ...id };
    case "booked":
      // Entered in the books is not with the payee: only the tracking says that the other side took it.
      return isWithPayee(said)
        ? { kind: "succeeded", ...id }
        : { kind: "in_progress", stage: "processing", ...id };
    default:
      // There are dozens of statuses, and more to come: none of them ends a payout.
      return { kind: "in_progress", stage: "processing", ...id };
  }
}

const CONFIRMED: ReadonlySet<string | undefined> = new Set(["accepted", "credited"]);

const isWithPayee = ({ tracking, events = [] }: WireTransfer): boolean =>
  [tracking, ...events.map(({ trackingData }) => trackingData)].some(isConfirmation);

const isConfirmation = (tracking: WireTracking | undefined): boolean =>
  tracking?.type === "confirmation" && CONFIRMED.has(tracking.status);

const idOf = ({ id }: WireTransfer) => (id === undefined ? {} : { acquirerId: id });
