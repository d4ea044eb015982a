import type { Scenario } from "./scenarios.ts";

export interface CheckoutAction {
  readonly id: string;
  readonly type: "Authorization" | "Capture" | "Refund" | "Void" | "Payout";
  readonly amount: number;
  approved?: boolean;
  response_code?: string;
  readonly reference?: string;
  /** Unix milliseconds. */
  processedMs: number;
}

/** A payment, or a payout, as the double keeps it. */
export interface CheckoutPayment {
  readonly id: string;
  readonly kind: "payment" | "payout";
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly scenario: Scenario;
  readonly last4: string;
  readonly requestedMs: number;
  /** From when on a list shows it. */
  readonly listedMs: number;
  readonly successUrl: string;
  readonly failureUrl: string;
  status: string;
  approved?: boolean;
  responseCode?: string;
  /** The name of its challenge, while that may be finished. */
  challenge?: string;
  /** The newest first. */
  readonly actions: CheckoutAction[];
}

/** What may still be given back of a payment: what was captured, without what went back or is on its way. */
export function refundable({ status, amount, actions }: CheckoutPayment): number {
  if (!["Captured", "Partially Refunded"].includes(status)) return 0;
  const given = actions.filter(({ type, approved }) => type === "Refund" && approved !== false);
  return amount - given.reduce((sum, action) => sum + action.amount, 0);
}
