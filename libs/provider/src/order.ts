/** What identifies an order and what its answers are compared with (docs/design/architecture.md#rule-2). */
export interface OrderRef {
  /** Our own object id, chosen before anything happens (docs/design/architecture.md#rule-1). */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  /** Canonical ISO 4217 code. */
  readonly currency: string;
  readonly livemode: boolean;
}

/** An order as it is registered at a provider. */
export interface Order extends OrderRef {
  /** Where the payer's browser goes after a challenge: our own return route, never the merchant's. */
  readonly return_url: string;
  readonly customer_ip_address: string;
  readonly merchant_customer_id: string;
  /** Whom the payer pays, as the payer's bank may show it; absent where nobody told us. */
  readonly merchant_name?: string;
}

/** Money that goes back to the payer of a charge. */
export interface RefundOrder extends OrderRef {
  /** The charge's reference: our Payment's id. */
  readonly charge: string;
}

/** Money that goes to a card. The card itself travels encrypted and is opened for the call alone. */
export interface PayoutOrder extends OrderRef {
  readonly recipient: PayoutRecipient;
  /** Who asked for it at the merchant, in canonical text. */
  readonly initiator_ip_address: string;
}

export interface PayoutRecipient {
  readonly first_name: string;
  readonly last_name: string;
  /** Two capital letters, ISO 3166-1. */
  readonly country: string;
}
