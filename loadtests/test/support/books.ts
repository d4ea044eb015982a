import type { Fact } from "../../data/facts.ts";
import type { ApiPayment, ApiPayout, ApiRefund, BookLine, Books } from "../../verifier/books.ts";

export const PAYMENT = "pay_one";
export const REFUND = "ref_one";
export const PAYOUT = "po_one";

export const refund = (changes: Partial<ApiRefund> = {}): ApiRefund => ({
  id: REFUND,
  amount: 400,
  currency: "EUR",
  status: "SUCCEEDED",
  merchant_reference: 2,
  ...changes,
});

export const payment = (changes: Partial<ApiPayment> = {}): ApiPayment => ({
  id: PAYMENT,
  amount: 1_000,
  currency: "EUR",
  status: "SUCCEEDED",
  merchant_reference: 1,
  amount_refunded: 400,
  amount_refundable: 600,
  refunds: [refund()],
  ...changes,
});

export const payout = (changes: Partial<ApiPayout> = {}): ApiPayout => ({
  id: PAYOUT,
  amount: 700,
  currency: "PLN",
  status: "SUCCEEDED",
  merchant_reference: 3,
  ...changes,
});

const answered = (of: "payment" | "refund" | "payout", object: ApiRefund): Fact => {
  const { id, amount, currency, status, merchant_reference: reference } = object;
  return { fact: "answered", of, reference: reference ?? 0, id, amount, currency, status };
};

/** Answered, shown and executed alike: a charge, a refund of a part of it, a payout. */
export function matchingBooks(changes: Partial<Books> = {}): Books {
  return {
    facts: [
      answered("payment", payment()),
      answered("refund", refund({ status: "PROCESSING" })),
      answered("payout", payout({ status: "PROCESSING" })),
      { fact: "seen", id: REFUND, status: "SUCCEEDED" },
    ],
    payments: [payment()],
    payouts: [payout()],
    book: [charge(), executedRefund(), executedPayout()],
    exclusive: true,
    events: new Map([
      [PAYMENT, new Set(["payment.succeeded"])],
      [REFUND, new Set(["refund.processing", "refund.succeeded"])],
      [PAYOUT, new Set(["payout.succeeded"])],
    ]),
    ...changes,
  };
}

export const charge = (changes: Partial<BookLine> = {}): BookLine => ({
  kind: "charge",
  reference: PAYMENT,
  amount: 1_000,
  currency: "EUR",
  executions: 1,
  ...changes,
});

export const executedRefund = (changes: Partial<BookLine> = {}): BookLine => ({
  kind: "refund",
  reference: REFUND,
  charge: PAYMENT,
  amount: 400,
  currency: "EUR",
  executions: 1,
  ...changes,
});

export const executedPayout = (changes: Partial<BookLine> = {}): BookLine => ({
  kind: "payout",
  reference: PAYOUT,
  amount: 700,
  currency: "PLN",
  executions: 1,
  ...changes,
});
