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
import { create, followed, objectAt, STEADY, type ApiObject, type Create, type Manners } from "./api.ts";
import { businessOk, endToEnd } from "./metrics.ts";
import { answerChallenge, payOnPage } from "./payer.ts";
import { pick } from "./random.ts";
import { directPayment, hostedPayment, payout, refundOf, walletPayment } from "./requests.ts";
import type { Actor } from "./session.ts";

/** One way of a merchant and a payer through the platform. @returns whether it ended as it had to */
export type Journey = (actor: Actor, manners?: Manners) => boolean;

const pathOf = (id: string): string => {
  if (id.startsWith("po_")) return `/v1/payouts/${id}`;
  return id.startsWith("ref_") ? `/v1/refunds/${id}` : `/v1/payments/${id}`;
};

function made(actor: Actor, wanted: Create, manners: Manners): ApiObject | null {
  const outcome = create(actor, wanted, manners);
  return outcome.result === "told" ? outcome.object : null;
}

const amountOf = (actor: Actor, step = 0): number => ordinaryAmount(actor.random(step + 80));

/** Read back right away: what was told has to be what is shown. */
function readsBack(actor: Actor, object: ApiObject, manners: Manners): boolean {
  const seen = objectAt(actor, "get_payment", pathOf(object.id), manners);
  return (
    seen !== null &&
    seen.id === object.id &&
    seen.amount === object.amount &&
    seen.currency === object.currency
  );
}

const timed = (from: number, ok: boolean): boolean => {
  if (ok) endToEnd.add(Date.now() - from);
  return ok;
};

export const direct: Journey = (actor, manners = STEADY) => {
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, amountOf(actor)), manners);
  if (payment === null) return false;
  // Where an answer was lost on the way, the create tells PENDING and the end comes later.
  const ended =
    payment.status === "SUCCEEDED" ? payment : followed(actor, "get_payment", pathOf(payment.id), manners);
  return timed(from, ended?.status === "SUCCEEDED") && readsBack(actor, payment, manners);
};

export const wallet: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, walletPayment(actor, 0, amountOf(actor)), manners);
  return payment !== null && payment.status === "SUCCEEDED" && readsBack(actor, payment, manners);
};

export const declined: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, pick(DECLINES, actor.random(9))), manners);
  return payment !== null && payment.status === "FAILED" && typeof payment.failure_code === "string";
};

export const challenged: Journey = (actor, manners = STEADY) => {
  const good = actor.random(9) < 0.8;
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, good ? CHALLENGE : CHALLENGE_DECLINED), manners);
  const url = payment?.next_action?.redirect_url;
  if (payment === null || payment.status !== "REQUIRES_ACTION" || url === undefined) return false;
  answerChallenge(url, "complete");
  const ended = followed(actor, "get_payment", pathOf(payment.id), manners);
  return timed(from, ended?.status === (good ? "SUCCEEDED" : "FAILED"));
};

export const late: Journey = (actor, manners = STEADY) => {
  const good = actor.random(9) < 0.7;
  const from = Date.now();
  const payment = made(actor, directPayment(actor, 0, good ? LATE_SUCCESS : LATE_DECLINE), manners);
  if (payment === null || payment.status !== "PROCESSING") return false;
  const ended = followed(actor, "get_payment", pathOf(payment.id), manners);
  return timed(from, ended?.status === (good ? "SUCCEEDED" : "FAILED"));
};

export const onPage: Journey = (actor, manners = STEADY) => {
  const [amount, shown, status] = pick(
    [
      [amountOf(actor), "succeeded", "SUCCEEDED"],
      [CHALLENGE, "succeeded", "SUCCEEDED"],
      [100_051, "failed", "FAILED"],
    ] as const,
    actor.random(9),
  );
  const from = Date.now();
  const payment = made(actor, hostedPayment(actor, 0, amount), manners);
  const url = payment?.next_action?.redirect_url;
  if (payment === null || url === undefined) return false;
  const state = payOnPage(url, pick(CARDS, actor.random(10)));
  const ended = followed(actor, "get_payment", pathOf(payment.id), manners);
  return timed(from, ended?.status === status) && state === shown;
};

/** A part, then the rest, then a cent more than is left. */
export const refunded: Journey = (actor, manners = STEADY) => {
  const amount = amountOf(actor);
  const payment = made(actor, directPayment(actor, 0, amount), manners);
  if (payment?.status !== "SUCCEEDED") return false;
  const part = Math.max(1, Math.floor(amount * actor.random(9)));
  const first = made(actor, refundOf(1, payment.id, part), manners);
  if (first === null) return false;
  const tooMuch = create(actor, refundOf(2, payment.id, amount - part + 1), manners);
  if (tooMuch.result !== "refused" || tooMuch.code !== "amount_exceeds_refundable") return false;
  const rest = amount - part;
  const second = rest > 0 ? made(actor, refundOf(3, payment.id, rest), manners) : first;
  if (second === null) return false;
  const ends = [first, second].map(({ id }) => followed(actor, "get_refund", pathOf(id), manners)?.status);
  const after = objectAt(actor, "get_payment", pathOf(payment.id), manners);
  return (
    ends.every((status) => status === "SUCCEEDED") &&
    after?.amount_refunded === amount &&
    after.amount_refundable === 0
  );
};

/** A refund that the provider refuses gives the money back to what can be refunded. */
export const refundRefused: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, REFUND_DECLINED * 2), manners);
  if (payment?.status !== "SUCCEEDED") return false;
  const refund = made(actor, refundOf(1, payment.id, REFUND_DECLINED), manners);
  const after = objectAt(actor, "get_payment", pathOf(payment.id), manners);
  return refund?.status === "FAILED" && after?.amount_refundable === payment.amount;
};

export const paidOut: Journey = (actor, manners = STEADY) => {
  const sent = made(actor, payout(actor, 0, amountOf(actor)), manners);
  if (sent === null) return false;
  const ended = followed(actor, "get_payout", pathOf(sent.id), manners);
  return ended?.status === "SUCCEEDED" && ended.amount === sent.amount;
};

export const listed: Journey = (actor, manners = STEADY) => {
  const payment = made(actor, directPayment(actor, 0, amountOf(actor)), manners);
  if (payment === null) return false;
  const query = `/v1/payments?limit=20&status=SUCCEEDED&search=${actor.reference(0)}`;
  const page = objectAt(actor, "list_payments", query, manners) as unknown as { data: ApiObject[] } | null;
  return page?.data.some(({ id }) => id === payment.id) ?? false;
};

/** Runs a journey and counts how it ended. */
export function go(journey: Journey, name: string, actor: Actor, manners: Manners = STEADY): void {
  const ok = journey(actor, manners);
  if (!ok)
    console.warn(
      `journey ${name} did not end as it had to: merchant_reference ${actor.reference(0)} and after`,
    );
  businessOk.add(ok, { journey: name });
}
