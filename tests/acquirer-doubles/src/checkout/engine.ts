import { randomBytes } from "node:crypto";
import type { Book } from "../shared/book.ts";
import type { DoubleClock } from "../shared/double-clock.ts";
import type { NotifyEvent } from "./events.ts";
import type { CheckoutAction, CheckoutPayment } from "./payments.ts";
import type { Scenario } from "./scenarios.ts";

/** How long what is asynchronous takes, in milliseconds. */
export interface CheckoutDelays {
  readonly capture: number;
  readonly refund: number;
  readonly payout: number;
  readonly returned: number;
}

const CHALLENGE_MS = 15 * 60_000;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Letters alone: nothing that a test looks for, such as four digits of a card, can stand in an id. */
export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(26)].map((byte) => ALPHABET[byte % 26]).join("")}`;

export interface EngineOptions {
  readonly clock: DoubleClock;
  readonly book: Book;
  readonly notify: NotifyEvent;
  readonly delays: CheckoutDelays;
}

/** What happens to payments as time goes on. The book is written in the moment in which money moves. */
export function createEngine({ clock, book, notify, delays }: EngineOptions) {
  function act(payment: CheckoutPayment, action: Omit<CheckoutAction, "id" | "processedMs">): CheckoutAction {
    const done = { id: newId("act"), processedMs: clock.nowMs(), ...action };
    payment.actions.unshift(done);
    return done;
  }

  function decide(action: CheckoutAction, code: string | undefined): void {
    action.approved = code === undefined;
    action.response_code = code ?? "10000";
    action.processedMs = clock.nowMs();
  }

  function record(
    kind: "charge" | "refund" | "reversal" | "payout",
    payment: CheckoutPayment,
    action: CheckoutAction,
  ) {
    const { reference, currency } = payment;
    book.record({
      kind,
      reference: kind === "charge" || kind === "payout" ? reference : (action.reference ?? action.id),
      id: action.id,
      charge: kind === "refund" || kind === "reversal" ? reference : null,
      amount: action.amount,
      currency,
      atMs: clock.nowMs(),
    });
  }

  function capture(payment: CheckoutPayment): void {
    if (payment.status !== "Authorized") return;
    const action = act(payment, { type: "Capture", amount: payment.amount });
    decide(action, payment.scenario.captureDeclined);
    if (action.approved === false) return notify("payment_capture_declined", payment, action);
    payment.status = "Captured";
    record("charge", payment, action);
    notify("payment_captured", payment, action);
  }

  function authorise(payment: CheckoutPayment, scenario: Scenario): void {
    const { amount, reference } = payment;
    const action = act(payment, { type: "Authorization", amount, reference });
    decide(action, scenario.declined);
    payment.approved = action.approved === true;
    payment.responseCode = action.response_code ?? "";
    delete payment.challenge;
    if (!payment.approved) {
      payment.status = "Declined";
      return notify("payment_declined", payment, action);
    }
    payment.status = "Authorized";
    notify("payment_approved", payment, action);
    if (scenario.stays !== "Authorized") clock.after(delays.capture, () => capture(payment));
  }

  return {
    /** A payer's payment: decided at once, or after a challenge. */
    begin(payment: CheckoutPayment): void {
      const { scenario } = payment;
      if (scenario.stays === "Pending") return;
      if (scenario.challenged !== true) return authorise(payment, scenario);
      payment.challenge = newId("sid");
      notify("payment_pending", payment, undefined);
      clock.after(CHALLENGE_MS, () => {
        if (payment.status === "Pending") authorise(payment, { declined: "20152" });
      });
    },
    /** What the payer did at the challenge; once. */
    answerChallenge(payment: CheckoutPayment, isAuthenticated: boolean): void {
      if (payment.status !== "Pending" || payment.challenge === undefined) return;
      authorise(
        payment,
        isAuthenticated ? { ...payment.scenario, challenged: false } : { declined: "20151" },
      );
    },
    refund(
      payment: CheckoutPayment,
      amount: number,
      reference: string,
      scenario: Scenario,
      isReversal: boolean,
    ): CheckoutAction {
      const action = act(payment, { type: "Refund", amount, reference });
      clock.after(delays.refund, () => {
        if (scenario.stays !== undefined) return;
        decide(action, scenario.declined ?? scenario.declinedLater);
        if (action.approved === false) return notify("payment_refund_declined", payment, action);
        const given = payment.actions
          .filter(({ type, approved }) => type === "Refund" && approved === true)
          .reduce((sum, refund) => sum + refund.amount, 0);
        payment.status = given >= payment.amount ? "Refunded" : "Partially Refunded";
        record(isReversal ? "reversal" : "refund", payment, action);
        notify("payment_refunded", payment, action);
      });
      return action;
    },
    voidPayment(payment: CheckoutPayment, reference: string): CheckoutAction {
      const action = act(payment, { type: "Void", amount: payment.amount, reference });
      clock.after(delays.refund, () => {
        decide(action, undefined);
        payment.status = "Voided";
        notify("payment_voided", payment, action);
      });
      return action;
    },
    beginPayout(payout: CheckoutPayment): void {
      const { scenario, amount, reference } = payout;
      if (scenario.stays !== undefined) return;
      clock.after(delays.payout, () => {
        const action = act(payout, { type: "Payout", amount, reference });
        decide(action, scenario.declined ?? scenario.declinedLater);
        payout.approved = action.approved === true;
        if (!payout.approved) {
          payout.status = "Declined";
          return notify("payment_declined", payout, action);
        }
        payout.status = "Paid";
        record("payout", payout, action);
        notify("payment_paid", payout, action);
        if (scenario.returned !== true) return;
        clock.after(delays.returned, () => {
          payout.status = "Returned";
          notify("payment_returned", payout, action);
        });
      });
    },
  };
}
