import type { Instrument, PayoutCard } from "@flowlix/cards";
import type { Deadline, Order, PayoutOrder, RefundOrder } from "../src/index.ts";
import type { WireOrder, WirePayout, WireRefund } from "../src/sandbox/wire.ts";

export const anOrder = (differences: Partial<Order> = {}): Order => ({
  reference: "pay_000000000000000000000001",
  amount: 1000,
  currency: "EUR",
  livemode: false,
  return_url: "https://pay.example/return/1/token",
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  ...differences,
});

export const anInstrument = (): Instrument => ({
  kind: "card",
  card: {
    number: "4242424242424242",
    exp_month: 12,
    exp_year: 2034,
    cvc: "123",
    holder_name: "Ada Lovelace",
  },
});

const DEVICE_CARD = { number: "4895370012003478", exp_month: 12, exp_year: 2034 };
const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";

/** An instrument of every wallet, in every form it comes in. */
export const walletInstruments: readonly (readonly [name: string, instrument: Instrument])[] = [
  ["Apple Pay", { kind: "apple_pay", card: DEVICE_CARD, cryptogram: CRYPTOGRAM }],
  ["Apple Pay with an eci", { kind: "apple_pay", card: DEVICE_CARD, cryptogram: CRYPTOGRAM, eci: "05" }],
  [
    "Google Pay with CRYPTOGRAM_3DS",
    {
      kind: "google_pay",
      auth_method: "CRYPTOGRAM_3DS",
      card: { ...DEVICE_CARD, holder_name: "Ada Lovelace" },
      cryptogram: CRYPTOGRAM,
    },
  ],
  ["Google Pay with PAN_ONLY", { kind: "google_pay", auth_method: "PAN_ONLY", card: DEVICE_CARD }],
];

/** An order as the acquirer would show it. */
export const wireOrder = (differences: Partial<WireOrder> = {}): WireOrder => ({
  order_id: "ord_000000000001",
  reference: "pay_000000000000000000000001",
  mode: "sandbox",
  amount: 1000,
  currency: "EUR",
  state: "registered",
  response_code: null,
  action_url: null,
  reversed: false,
  created_at: 1_763_740_000,
  updated_at: 1_763_740_000,
  ...differences,
});

export const aRefund = (differences: Partial<RefundOrder> = {}): RefundOrder => ({
  reference: "ref_000000000000000000000001",
  charge: "pay_000000000000000000000001",
  amount: 1000,
  currency: "EUR",
  livemode: false,
  ...differences,
});

export const aPayout = (differences: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: "po_0000000000000000000000001",
  amount: 1000,
  currency: "EUR",
  livemode: false,
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
  initiator_ip_address: "203.0.113.7",
  ...differences,
});

export const aPayoutCard = (): PayoutCard => ({ kind: "payout_card", number: "5555555555554444" });

const wireTransfer = {
  mode: "sandbox",
  amount: 1000,
  currency: "EUR",
  state: "processing",
  response_code: null,
  created_at: 1_763_740_000,
  updated_at: 1_763_740_000,
} as const;

/** A refund as the acquirer would show it. */
export const wireRefund = (differences: Partial<WireRefund> = {}): WireRefund => ({
  ...wireTransfer,
  refund_id: "rfd_000000000001",
  reference: "ref_000000000000000000000001",
  charge: "pay_000000000000000000000001",
  ...differences,
});

/** A payout as the acquirer would show it. */
export const wirePayout = (differences: Partial<WirePayout> = {}): WirePayout => ({
  ...wireTransfer,
  payout_id: "pyt_000000000001",
  reference: "po_0000000000000000000000001",
  ...differences,
});

/** A deadline that is always so far away: what is decided by it does not depend on how fast the machine is. */
export const stillHas = (ms: number): Deadline => ({ remainingMs: () => ms });
