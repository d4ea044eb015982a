import type { BrowserInformation } from "@flowlix/contracts";

/** What identifies an order and what its answers are compared with (docs/design/architecture.md#rule-2). */
export interface OrderRef {
  /** Our own object id, chosen before anything happens (docs/design/architecture.md#rule-1). */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  /** Canonical ISO 4217 code. */
  readonly currency: string;
  readonly livemode: boolean;
  /**
   * The acquirer's own id of it, as it came with an outcome (`WithAcquirerId`); absent until then. Saves a look-up,
   * and is never its identity: an answer is ours by the facts above alone.
   */
  readonly acquirerId?: string;
  /** Given to reads and closings: by it an adapter decides about an absence and bounds what it looks through. */
  readonly submittedBetween?: SubmittedBetween;
  /**
   * Given to reads and closings of an order that its owner is closing: an authorisation alone is no success of it,
   * where a cancellation may be under way. The acquirer may not have been asked yet, or may never have heard of it.
   */
  readonly closingAsked?: true;
}

/**
 * The earliest and the latest moment at which a submission of a reference can have been sent, in Unix milliseconds: its
 * row's creation and its last submission's deadline.
 */
export interface SubmittedBetween {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** An order as it is registered at a provider. */
export interface Order extends OrderRef {
  /** Where the payer's browser goes after a challenge: our own return route, never the merchant's. */
  readonly return_url: string;
  readonly customer_ip_address: string;
  readonly merchant_customer_id: string;
  /** Whom the payer pays, as the payer's bank may show it; absent where it is not known. */
  readonly merchant_name?: string;
  /** What the payer's statement is to say, 1 to 22 printable ASCII characters; absent where nobody asked for one. */
  readonly statement_descriptor?: string;
  readonly customer_email?: string;
  /**
   * What the payer's browser says of itself, where the merchant passed it on; the port takes it from the instrument.
   */
  readonly browser?: BrowserInformation;
  /**
   * Names a submission after one of the same order that is known not to have been executed; absent for the first, and
   * for a repeat. An acquirer that replays what it answered to a key is sent another key with it.
   */
  readonly again?: string;
}

/** Money that goes back to the payer of a charge. */
export interface RefundOrder extends OrderRef {
  /** The reference of the order that was charged: the Payment's id, or with a later card `<id>_<attempt>`. */
  readonly charge: string;
  /** The acquirer's own id of the charge, as `acquirerId` of an order; absent where it named none. */
  readonly chargeAcquirerId?: string;
  /** When the charge was submitted, in Unix milliseconds; absent where its owner did not say. */
  readonly chargeSubmittedMs?: number;
}

/** Money that goes to a card. The card itself travels encrypted and is opened for the call alone. */
export interface PayoutOrder extends OrderRef {
  readonly recipient: PayoutRecipient;
  /** Who asked for it at the merchant, in canonical text. */
  readonly initiator_ip_address: string;
  /** Whose money it is, where the acquirer wants to know. */
  readonly sender?: PayoutSender;
}

export interface PayoutRecipient {
  readonly first_name: string;
  readonly last_name: string;
  /** Two capital letters, ISO 3166-1. */
  readonly country: string;
  readonly address?: PostalAddress;
}

export interface PayoutSender {
  readonly first_name: string;
  readonly last_name: string;
  readonly address?: PostalAddress;
}

/** Where somebody lives; `country` as of a recipient. */
export interface PostalAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postal_code?: string;
  readonly state?: string;
  readonly country: string;
}
