import { applePay, TEST_BROWSER, testCard } from "@flowlix/testkit";
import { CHALLENGED_AMOUNT, DECLINED_AMOUNT } from "./acquirers.ts";

/** How often each comes. `refund` is a card payment that is given back later; pages are hosted ones. */
export const JOURNEYS = {
  card: 10,
  wallet: 3,
  declined: 4,
  challenge: 6,
  challenge_failed: 2,
  abandoned: 2,
  refund: 8,
  payout: 8,
  page: 6,
  page_challenge: 3,
  page_declined: 2,
  /** Nobody ever opens it. */
  page_left: 2,
} as const;
export type Kind = keyof typeof JOURNEYS;
export const KINDS = Object.keys(JOURNEYS).filter((kind): kind is Kind => kind in JOURNEYS);

/** Where an object is made and read. */
export type Collection = "payments" | "refunds" | "payouts";

/** A request of the merchant's. */
export interface Order {
  readonly kind: Kind;
  readonly collection: Collection;
  /** Below `/v1`. */
  readonly path: string;
  readonly body: object;
}

const AMOUNTS: Partial<Record<Kind, number>> = {
  declined: DECLINED_AMOUNT,
  challenge: CHALLENGED_AMOUNT,
  challenge_failed: CHALLENGED_AMOUNT,
  abandoned: CHALLENGED_AMOUNT,
  page_challenge: CHALLENGED_AMOUNT,
  page_declined: DECLINED_AMOUNT,
};

export const isPage = (kind: Kind): boolean => kind.startsWith("page");
/** Whose payer answers nothing. */
export const isLeft = (kind: Kind): boolean => kind === "abandoned" || kind === "page_left";

/** @param drawn in minor units, where the kind has no amount of its own */
export function orderOf(kind: Kind, drawn: number): Order {
  const amount = AMOUNTS[kind] ?? drawn;
  if (kind === "payout")
    return { kind, collection: "payouts", path: "/payouts", body: { ...PAYOUT, amount } };
  if (isPage(kind)) return { kind, collection: "payments", path: "/payments/hpp", body: { ...PAGE, amount } };
  const method = kind === "wallet" ? applePay() : { type: "card", card: testCard() };
  const body = { ...DIRECT, amount, payment_method_data: method };
  return { kind, collection: "payments", path: "/payments", body };
}

export const refundOf = (payment_id: string, amount: number): Order => ({
  kind: "refund",
  collection: "refunds",
  path: "/refunds",
  body: { payment_id, amount, reason: "returned" },
});

const PAGE = {
  currency: "EUR",
  merchant_customer_id: "customer-1",
  return_url: "https://merchant.example/return",
};

const DIRECT = { ...PAGE, browser_information: TEST_BROWSER, customer_ip_address: "203.0.113.7" };

const PAYOUT = {
  currency: "EUR",
  destination: { card_number: "5555555555554444", exp_month: 12, exp_year: 2034 },
  initiator_ip_address: "203.0.113.7",
  recipient: {
    country: "GB",
    first_name: "Ada",
    last_name: "Lovelace",
    address: { line1: "12 St James's Square", city: "London", country: "GB" },
  },
};
