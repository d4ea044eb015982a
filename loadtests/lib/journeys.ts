import { sleep } from "k6";
import {
  CARDS,
  CHALLENGE,
  CHALLENGE_DECLINED,
  DECLINES,
  LATE_DECLINE,
  LATE_SUCCESS,
  ordinaryAmount,
  REFUND_DECLINED,
} from "../data/amounts.ts";
import {
  create,
  followed,
  objectAt,
  read,
  STEADY,
  type ApiObject,
  type Create,
  type Manners,
} from "./api.ts";
import { businessOk, endToEnd, sumsShownLate } from "./metrics.ts";
import { answerChallenge, payOnPage } from "./payer.ts";
import { pick } from "./random.ts";
import { directPayment, hostedPayment, payout, refundOf, walletPayment } from "./requests.ts";
import type { Actor } from "./session.ts";

/**
 * One way of a merchant and a payer through the platform. @returns what did not come as it had to; null where all did
 */
export type Journey = (actor: Actor, manners?: Manners) => string | null;

const pathOf = (id: string): string => {
  if (id.startsWith("po_")) return `/v1/payouts/${id}`;
  return id.startsWith("ref_") ? `/v1/refunds/${id}` : `/v1/payments/${id}`;
};

function made(actor: Actor, wanted: Create, manners: Manners): ApiObject | null {
  const outcome = create(actor, wanted, manners);
  return outcome.result === "answered" ? outcome.object : null;
}

const amountOf = (actor: Actor, step = 0): number => ordinaryAmount(actor.random(step + 80));

const unless = (ok: boolean, fault: string): string | null => (ok ? null : fault);

/** An object that is read right after its create has to be what the create answered. */
function readsBack(actor: Actor, object: ApiObject, manners: Manners): string | null {
  const seen = objectAt(actor, "get_payment", pathOf(object.id), manners);
  const same = seen?.id === object.id && seen.amount === object.amount && seen.currency === object.currency;
  return unless(same, `${object.id} is not read as it was answered`);
}

/** @param from when the journey began, for the time it took */
function endedAs(status: string, object: ApiObject | null, from: number): string | null {
  if (object?.status !== status)
    return `${object?.id ?? "nothing"} is ${object?.status ?? "not answered"}, not ${status}`;
  endToEnd.add(Date.now() - from);
  return null;
}

const ended = (actor: Actor, payment: ApiObject, manners: Manners): ApiObject | null =>
  followed(actor, "get_payment", pathOf(payment.id), manners);

export const direct: Journey = (actor, manners = STEADY) => {
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, amountOf(actor)), manners);
  if (payment === null) return "no answer showed the payment";
  // Where an answer was lost on the way, the create answers PENDING and the end comes later.
  const end = payment.status === "SUCCEEDED" ? payment : ended(actor, payment, manners);
  return endedAs("SUCCEEDED", end, from) ?? readsBack(actor, payment, manners);
};

export const wallet: Journey = (actor, manners = STEADY) => {
  const from = Date.now();
  const payment = made(actor, walletPayment(actor, 0, amountOf(actor)), manners);
  return (
    endedAs("SUCCEEDED", payment, from) ?? (payment === null ? null : readsBack(actor, payment, manners))
  );
};

export const declined: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, pick(DECLINES, actor.random(9))), manners);
  return unless(
    payment?.status === "FAILED" && typeof payment.failure_code === "string",
    "it was not declined",
  );
};

export const challenged: Journey = (actor, manners = STEADY) => {
  const good = actor.random(9) < 0.8;
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, good ? CHALLENGE : CHALLENGE_DECLINED), manners);
  const url = payment?.next_action?.redirect_url;
  if (payment?.status !== "REQUIRES_ACTION" || url === undefined) return "there is no challenge";
  answerChallenge(url, "complete");
  return endedAs(good ? "SUCCEEDED" : "FAILED", ended(actor, payment, manners), from);
};

export const late: Journey = (actor, manners = STEADY) => {
  const good = actor.random(9) < 0.7;
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, good ? LATE_SUCCESS : LATE_DECLINE), manners);
  if (payment?.status !== "PROCESSING") return "it is not PROCESSING";
  return endedAs(good ? "SUCCEEDED" : "FAILED", ended(actor, payment, manners), from);
};

export const onPage: Journey = (actor, manners = STEADY) => {
  const ways = [
    [amountOf(actor), "succeeded", "SUCCEEDED"],
    [CHALLENGE, "succeeded", "SUCCEEDED"],
    [100_051, "failed", "FAILED"],
  ] as const;
  const [amount, shown, status] = pick(ways, actor.random(9));
  const from = Date.now();
  const payment = made(actor, hostedPayment(actor, 0, amount), manners);
  const url = payment?.next_action?.redirect_url;
  if (payment === null || url === undefined) return "there is no page";
  const state = payOnPage(url, pick(CARDS, actor.random(10)));
  return (
    endedAs(status, ended(actor, payment, manners), from) ?? unless(state === shown, `the page says ${state}`)
  );
};

/** A part, a cent more than is left, then the rest. */
export const refunded: Journey = (actor, manners = STEADY) => {
  const amount = amountOf(actor);
  const payment = made(actor, directPayment(actor, 0, amount), manners);
  if (payment?.status !== "SUCCEEDED") return "it was not paid";
  const part = Math.max(1, Math.floor(amount * actor.random(9)));
  const first = made(actor, refundOf(1, payment.id, part), manners);
  const tooMuch = create(actor, refundOf(2, payment.id, amount - part + 1), manners);
  if (tooMuch.result !== "refused" || tooMuch.code !== "amount_exceeds_refundable")
    return `more than is left was ${tooMuch.result}`;
  const second = made(actor, refundOf(3, payment.id, amount - part), manners);
  if (first === null || second === null) return "no answer showed a refund";
  const ends = [first, second].map(({ id }) => followed(actor, "get_refund", pathOf(id), manners)?.status);
  if (!ends.every((status) => status === "SUCCEEDED")) return `refunds are ${ends.join(" and ")}`;
  const after = untilRefunded(actor, payment.id, amount, manners);
  const whole = after?.amount_refunded === amount && after.amount_refundable === 0;
  return unless(
    whole,
    `of ${amount} the Payment shows ${after?.amount_refunded ?? "nothing"} as refunded, long after both refunds have succeeded`,
  );
};

const SHOWN_POLLS_MAX = 40;
const SHOWN_POLL_S = 0.25;

/**
 * A Refund may be read as SUCCEEDED a moment before its Payment's sum moves. That is counted, and the sum has to move.
 */
export function untilRefunded(
  actor: Actor,
  id: string,
  amount: number,
  manners: Manners = STEADY,
): ApiObject | null {
  let payment = objectAt(actor, "get_payment", pathOf(id), manners);
  if (payment?.amount_refunded !== amount) sumsShownLate.add(1);
  for (let polls = 0; payment?.amount_refunded !== amount && polls < SHOWN_POLLS_MAX; polls += 1) {
    sleep(SHOWN_POLL_S);
    payment = objectAt(actor, "get_payment", pathOf(id), manners);
  }
  return payment;
}

/** The amount of a Refund that the provider refuses can be refunded again. */
export const refundRefused: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, REFUND_DECLINED * 2), manners);
  if (payment?.status !== "SUCCEEDED") return "it was not paid";
  const refund = made(actor, refundOf(1, payment.id, REFUND_DECLINED), manners);
  const after = objectAt(actor, "get_payment", pathOf(payment.id), manners);
  const ok = refund?.status === "FAILED" && after?.amount_refundable === payment.amount;
  return unless(
    ok,
    `the refund is ${refund?.status ?? "not answered"}, ${after?.amount_refundable ?? "nothing"} can be refunded`,
  );
};

export const paidOut: Journey = (actor, manners = STEADY) => {
  const sent = made(actor, payout(actor, 0, amountOf(actor)), manners);
  if (sent === null) return "no answer showed the payout";
  const end = followed(actor, "get_payout", pathOf(sent.id), manners);
  return unless(
    end?.status === "SUCCEEDED" && end.amount === sent.amount,
    `the payout is ${end?.status ?? "not read"}`,
  );
};

export const listed: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, amountOf(actor)), manners);
  if (payment === null) return "no answer showed the payment";
  const page = read(actor, "list_payments", `/v1/payments?limit=20&search=${actor.reference(0)}`, manners);
  return unless(
    page?.body.includes(`"${payment.id}"`) === true,
    `${payment.id} is not found by its reference`,
  );
};

/** By the names that weights and figures have for them. */
export const JOURNEYS = {
  direct,
  wallet,
  declined,
  challenged,
  late,
  onPage,
  refunded,
  refundRefused,
  paidOut,
  listed,
} as const;

/** Runs a journey and counts how it ended. */
export function go(journey: Journey, name: string, actor: Actor, manners: Manners = STEADY): void {
  const fault = journey(actor, manners);
  if (fault !== null)
    console.warn(`journey ${name}, merchant_reference ${actor.reference(0)} and after: ${fault}`);
  businessOk.add(fault === null, { journey: name });
}
