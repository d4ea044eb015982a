import type { Event, Payment } from "@flowlix/client";

/** What Payments, Refunds and Payouts have in common. */
export type ApiObject = Pick<Payment, "id" | "amount" | "currency" | "created_at"> & {
  readonly status: string;
};

/** The object that an event is about. */
export function objectOf({ data }: Event): ApiObject {
  if ("payment" in data) return data.payment;
  return "refund" in data ? data.refund : data.payout;
}

/** As ids begin, and in the plural of the API's paths. */
const KINDS = {
  pay: "payments",
  ref: "refunds",
  po: "payouts",
  evt: "events",
} as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** What an id names, by its beginning; undefined of no id of ours. */
export function kindOf(id: string): Kind | undefined {
  const prefix = /^(pay|ref|po|evt)_[A-Za-z0-9]{24}$/.exec(id)?.[1];
  return Object.entries(KINDS).find(([known]) => known === prefix)?.[1];
}
