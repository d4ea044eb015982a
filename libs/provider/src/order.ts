/** What identifies an order and what its answers are compared with (architecture rule 2). */
export interface OrderRef {
  /** Our own object id, chosen before anything happens (architecture rule 1). */
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
}
