import type { Book } from "../shared/book.ts";
import type { DoubleClock } from "../shared/double-clock.ts";
import type { NextId } from "./ids.ts";
import type { Happened, Notifications } from "./notifications.ts";
import type { AdyenRules, ChosenOutcome } from "./options.ts";

export interface Money {
  readonly currency: string;
  readonly value: number;
}

export interface Payment {
  readonly psp: string;
  readonly reference: string;
  readonly amount: Money;
  readonly returnUrl: string;
  readonly captureDelayMs: number;
  readonly chosen: ChosenOutcome;
  readonly refusalCode: string;
  state: "challenged" | "authorised" | "captured" | "refused" | "cancelled" | "undecided";
  /** In minor units, sent or on its way. */
  refunded: number;
  isReversed: boolean;
}

export interface ReportedChange {
  readonly recordType: string;
  readonly psp: string;
  readonly reference: string;
  readonly modificationReference: string;
  readonly amount: Money;
  readonly atMs: number;
}

interface PaymentsDeps {
  readonly book: Book;
  readonly clock: DoubleClock;
  readonly nextId: NextId;
  readonly notifications: Notifications;
  readonly rules: AdyenRules;
}

const HOUR_MS = 3_600_000;

/**
 * The book-keeping of payments behind the API: what is authorised, captured, cancelled and given back, and what is
 * told.
 */
export function createPayments({ book, clock, nextId, notifications, rules }: PaymentsDeps) {
  const payments = new Map<string, Payment>();
  const changes: ReportedChange[] = [];

  const notify = (
    payment: Payment,
    eventCode: string,
    success: boolean,
    more: Partial<Happened> = {},
  ): void =>
    notifications.notify({
      eventCode,
      success,
      pspReference: payment.psp,
      merchantReference: payment.reference,
      amount: payment.amount,
      ...more,
    });

  function report(payment: Payment, recordType: string, more: Partial<ReportedChange> = {}): void {
    const { psp, reference, amount } = payment;
    changes.push({
      recordType,
      psp,
      reference,
      modificationReference: "",
      amount,
      atMs: clock.nowMs(),
      ...more,
    });
  }

  function move(
    payment: Payment,
    kind: "charge" | "refund" | "reversal",
    id: string,
    more: object = {},
  ): void {
    const { reference, amount } = payment;
    book.record({
      kind,
      reference,
      id,
      charge: kind === "charge" ? null : reference,
      amount: amount.value,
      currency: amount.currency,
      atMs: clock.nowMs(),
      ...more,
    });
  }

  function capture(payment: Payment): void {
    if (payment.state !== "authorised") return;
    payment.state = "captured";
    move(payment, "charge", payment.psp);
    report(payment, "SentForSettle");
    if (payment.chosen !== "capture_failed") return;
    clock.after(rules.resultsAfterMs, () => {
      payment.isReversed = true;
      move(payment, "reversal", payment.psp);
      report(payment, "CaptureFailed");
      notify(payment, "CAPTURE_FAILED", true, { pspReference: nextId("C"), originalReference: payment.psp });
    });
  }

  function authorise(payment: Payment): void {
    payment.state = "authorised";
    report(payment, "Authorised");
    notify(payment, "AUTHORISATION", true);
    if (payment.captureDelayMs === 0) capture(payment);
    else clock.after(payment.captureDelayMs, () => capture(payment));
  }

  function refuse(payment: Payment, reason: string): void {
    payment.state = "refused";
    report(payment, "Refused");
    notify(payment, "AUTHORISATION", false, { reason });
  }

  function cancel(payment: Payment): void {
    if (payment.state === "authorised") report(payment, "Cancelled");
    payment.state = "cancelled";
  }

  const of = (reference: string): Payment | undefined =>
    [...payments.values()].find((payment) => payment.reference === reference);

  return {
    of,
    byPsp: (psp: string) => payments.get(psp),
    changes: () => changes,
    authorise,
    refuse,
    begin(
      asked: Pick<Payment, "reference" | "amount" | "returnUrl" | "chosen" | "refusalCode">,
      delayHours = 0,
    ) {
      const payment: Payment = {
        ...asked,
        psp: nextId("P"),
        captureDelayMs: delayHours * HOUR_MS,
        state: "undecided",
        refunded: 0,
        isReversed: false,
      };
      payments.set(payment.psp, payment);
      report(payment, "Received");
      return payment;
    },
    /** Cancels by our reference, later; answers its own id. */
    technicalCancel(reference: string, own: string): string {
      const psp = nextId("T");
      clock.after(rules.resultsAfterMs, () => {
        const payment = of(reference);
        const isOpen =
          payment !== undefined && ["challenged", "authorised", "undecided"].includes(payment.state);
        if (isOpen) cancel(payment);
        notifications.notify({
          eventCode: "TECHNICAL_CANCEL",
          success: isOpen || payment?.state === "cancelled",
          pspReference: psp,
          originalReference: payment?.psp ?? "",
          merchantReference: own === "" ? reference : own,
          amount: payment?.amount ?? { currency: "EUR", value: 0 },
        });
      });
      return psp;
    },
    reverse(payment: Payment, own: string): string {
      const psp = nextId("V");
      clock.after(rules.resultsAfterMs, () => {
        const isCaptured = payment.state === "captured" && payment.refunded === 0 && !payment.isReversed;
        const isDone = payment.state === "authorised" || isCaptured;
        if (payment.state === "authorised") cancel(payment);
        if (isCaptured) {
          payment.isReversed = true;
          move(payment, "reversal", psp);
          report(payment, "SentForRefund", { modificationReference: own });
        }
        notify(payment, "CANCEL_OR_REFUND", isDone, {
          pspReference: psp,
          originalReference: payment.psp,
          merchantReference: own === "" ? payment.reference : own,
        });
      });
      return psp;
    },
    refund(payment: Payment, reference: string, amount: Money, chosen: ChosenOutcome | undefined): string {
      const psp = nextId("R");
      const left =
        payment.state === "captured" && !payment.isReversed ? payment.amount.value - payment.refunded : 0;
      const isTaken = amount.value <= left && amount.currency === payment.amount.currency;
      if (isTaken) payment.refunded += amount.value;
      if (chosen === "pending") return psp;
      const happened = {
        pspReference: psp,
        originalReference: payment.psp,
        merchantReference: reference,
        amount,
      };
      clock.after(rules.resultsAfterMs, () => {
        if (!isTaken || chosen === "refused_later" || chosen === "refused") {
          if (isTaken) payment.refunded -= amount.value;
          notify(payment, "REFUND", false, { ...happened, reason: "Insufficient balance on payment" });
          return;
        }
        move(payment, "refund", psp, { reference, amount: amount.value });
        report(payment, "SentForRefund", { modificationReference: reference, amount });
        notify(payment, "REFUND", true, happened);
        if (chosen !== "undone") return;
        clock.after(rules.resultsAfterMs, () => {
          payment.refunded -= amount.value;
          report(payment, "RefundedReversed", { modificationReference: reference, amount });
          notify(payment, "REFUND_FAILED", true, happened);
        });
      });
      return psp;
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;
