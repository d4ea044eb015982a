import type { Order, PayoutOrder } from "./order.ts";

export type PaymentMethod = "card" | "apple_pay" | "google_pay";
export type PayoutNetwork = "visa" | "mastercard";

/** Path of a field of a request of our contract, such as `recipient.address.line1`. */
export type FieldPath = string;

/** `all`, or canonical ISO 4217 codes. */
export type Currencies = "all" | readonly string[];

/** What is known of a Payment's request before anything is inserted. */
export type PaymentFacts = Omit<Order, "reference" | "return_url" | "acquirerId" | "submittedBetween"> & {
  /** Absent for a page that the payer has not yet chosen on. */
  readonly method?: PaymentMethod;
};

/** What is known of a Payout's request before anything is inserted. */
export type PayoutFacts = Omit<PayoutOrder, "reference" | "acquirerId" | "submittedBetween"> & {
  readonly hasExpiry: boolean;
};

/** What an acquirer can do for us. Whatever is not in here is refused before anything is inserted. */
export interface Capabilities {
  readonly methods: readonly PaymentMethod[];
  readonly hostedPage: boolean;
  readonly currencies: Currencies;
  readonly refunds: boolean;
  /** Null where it pays nothing out. */
  readonly payouts: {
    readonly networks: readonly PayoutNetwork[];
    readonly currencies: Currencies;
  } | null;
  /** Names of the fields of the contract that it insists on and the request lacks. */
  readonly requires: {
    readonly payment: (facts: PaymentFacts) => readonly FieldPath[];
    readonly payout: (facts: PayoutFacts) => readonly FieldPath[];
  };
}

/** Of an acquirer that takes whatever the contract allows. */
export const EVERYTHING: Capabilities = {
  methods: ["card", "apple_pay", "google_pay"],
  hostedPage: true,
  currencies: "all",
  refunds: true,
  payouts: { networks: ["visa", "mastercard"], currencies: "all" },
  requires: { payment: () => [], payout: () => [] },
};
