import type { OrderRef } from "../order.ts";
import type { Outcome } from "../outcome.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import {
  amountContradiction,
  atFault,
  contradicting,
  GARBLED,
  healthy,
  refusedReply,
  type Reading,
} from "./reading.ts";
import { failureOfRefusal } from "./refusal-reasons.ts";
import type { WirePayment } from "./wire.ts";

/**
 * What `POST /payments` and `POST /payments/details` came to. An answer counts only with our reference and amount
 * (docs/design/architecture.md#rule-2); one that sends the payer on may lack them, since it ends nothing.
 */
export function paymentReply(
  reading: Reading<WirePayment>,
  order: OrderRef,
  call: Pick<ProviderCall, "isRepeat">,
): Reply<Outcome> {
  if (reading.kind !== "said") return refusedReply(reading, call);
  const outcome = outcomeOf(reading.said, order);
  return outcome.kind === "unknown" ? atFault(outcome) : healthy(outcome);
}

function outcomeOf(said: WirePayment, order: OrderRef): Outcome {
  const { merchantReference, amount } = said;
  if (merchantReference !== undefined && merchantReference !== order.reference)
    return contradicting("reference");
  const contradicts = amount === undefined ? undefined : amountContradiction(amount, order);
  if (contradicts !== undefined) return contradicting(contradicts);
  switch (said.resultCode) {
    case "Authorised":
      // Captured without a call of ours (docs/decisions/0107-adyen-by-evidence.md).
      return merchantReference === undefined || amount === undefined
        ? GARBLED
        : { kind: "succeeded", ...idOf(said) };
    case "Refused":
    case "Error":
    case "Cancelled":
      return merchantReference === undefined
        ? GARBLED
        : { kind: "failed", code: failureOfRefusal(said.refusalReasonCode), ...idOf(said) };
    case "RedirectShopper":
      return redirectOf(said);
    case "PartiallyAuthorised":
      return contradicting("amount");
    case "IdentifyShopper":
    case "ChallengeShopper":
      // Native 3D Secure, which we switched off and cannot go on with: a mistake in the account's set-up. Nobody can
      // say what it leaves behind, so that the order is closed and not failed.
      return GARBLED;
    case "Received":
      return { kind: "in_progress", stage: "received" };
    default:
      return { kind: "in_progress", stage: "processing" };
  }
}

function redirectOf({ action }: WirePayment): Outcome {
  const isRedirect = action?.type === "redirect" && (action.method ?? "GET") === "GET";
  return isRedirect && action.url !== undefined ? { kind: "action_required", url: action.url } : GARBLED;
}

/** Told with an end alone: a payment that goes over a challenge may get another one on its way. */
const idOf = ({ pspReference }: WirePayment) =>
  pspReference === undefined ? {} : { acquirerId: pspReference };
