import type { Instrument, PayoutCard } from "@flowlix/cards";
import type { Order, PayoutOrder, ProviderCall, RefundOrder } from "@flowlix/provider";

let made = 0;
/** Ids of the right shape; letters stand for digits, so that nothing a test looks for can be in one. */
const newId = (prefix: string): string =>
  `${prefix}_${String((made += 1))
    .split("")
    .map((digit) => "abcdefghij"[Number(digit)])
    .join("")
    .padStart(24, "A")}`;

const submittedNow = () => ({ firstMs: Date.now() - 1_000, lastMs: Date.now() + 60_000 });

export const newOrder = (differences: Partial<Order> = {}): Order => ({
  reference: newId("pay"),
  amount: 1_000,
  currency: "EUR",
  livemode: true,
  return_url: "https://pay.example/return/token",
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  submittedBetween: submittedNow(),
  ...differences,
});

export const newRefund = (charge: Order, differences: Partial<RefundOrder> = {}): RefundOrder => ({
  reference: newId("ref"),
  charge: charge.reference,
  amount: 1_000,
  currency: charge.currency,
  livemode: true,
  submittedBetween: submittedNow(),
  ...differences,
});

export const newPayout = (differences: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: newId("po"),
  amount: 1_000,
  currency: "EUR",
  livemode: true,
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
  initiator_ip_address: "203.0.113.7",
  submittedBetween: submittedNow(),
  ...differences,
});

export const aCard = (number = "4242424242424242"): Instrument => ({
  kind: "card",
  card: { number, exp_month: 12, exp_year: 2034, cvc: "123", holder_name: "Ada Lovelace" },
});

const DEVICE_CARD = { number: "4895370012003478", exp_month: 12, exp_year: 2034 };
const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";

export const applePay = (eci?: string): Instrument => ({
  kind: "apple_pay",
  card: DEVICE_CARD,
  cryptogram: CRYPTOGRAM,
  ...(eci === undefined ? {} : { eci }),
});

export const googlePay = (eci?: string): Instrument => ({
  kind: "google_pay",
  auth_method: "CRYPTOGRAM_3DS",
  card: DEVICE_CARD,
  cryptogram: CRYPTOGRAM,
  ...(eci === undefined ? {} : { eci }),
});

export const savedCard = (): Instrument => ({
  kind: "google_pay",
  auth_method: "PAN_ONLY",
  card: { number: "4242424242424242", exp_month: 12, exp_year: 2034 },
});

export const aPayoutCard = (): PayoutCard & { exp_month: number; exp_year: number } => ({
  kind: "payout_card",
  number: "5555555555554444",
  exp_month: 12,
  exp_year: 2034,
});

/** A first submission, unless told. */
export const call = (isRepeat = false): ProviderCall => ({
  signal: new AbortController().signal,
  requestId: "",
  isRepeat,
});
