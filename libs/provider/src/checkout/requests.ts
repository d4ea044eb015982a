import { isIPv4 } from "node:net";
import type { Instrument, PayoutCard } from "@flowlix/cards";
import type { Order, PayoutOrder, PostalAddress, RefundOrder } from "../order.ts";
import { reversalReferenceOf } from "./idempotency-key.ts";
import type { CheckoutSettings } from "./settings.ts";

/** Funds transfer types that move a person's money; the schemes then want to know whose it is. */
const MONEY_TRANSFERS: ReadonlySet<string> = new Set(["AA", "PP", "FT", "WT", "TU"]);

export const wantsSender = ({ funds_transfer_type: type }: CheckoutSettings): boolean =>
  type !== undefined && MONEY_TRANSFERS.has(type);

/** `POST /payments` of a payer. Captured by itself once it is authorised. */
export function paymentRequestOf(order: Order, instrument: Instrument, settings: CheckoutSettings): object {
  const { amount, currency, reference, return_url, customer_ip_address, customer_email } = order;
  return {
    source: sourceOf(instrument),
    amount,
    currency,
    reference,
    capture: true,
    ...threeDSecureOf(instrument, settings),
    success_url: return_url,
    failure_url: return_url,
    // What is described of it is IPv4 alone (docs/acquirers/checkout.md#questions).
    ...(isIPv4(customer_ip_address) ? { payment_ip: customer_ip_address } : {}),
    ...(customer_email === undefined ? {} : { customer: { email: customer_email } }),
    ...channelOf(settings),
    ...descriptorOf(order, settings),
  };
}

/** Named part by part, so that nothing else an instrument may hold one day is sent by accident. */
function sourceOf(instrument: Instrument): object {
  const { kind, card } = instrument;
  const { number, exp_month: expiry_month, exp_year: expiry_year, holder_name } = card;
  if (kind === "card" || (kind === "google_pay" && instrument.auth_method === "PAN_ONLY")) {
    return {
      type: "card",
      number,
      expiry_month,
      expiry_year,
      ...(holder_name === undefined ? {} : { name: holder_name }),
      ...(kind === "card" ? { cvv: instrument.card.cvc } : {}),
    };
  }
  const { cryptogram, eci } = instrument;
  return {
    type: "network_token",
    token: number,
    token_type: kind === "apple_pay" ? "applepay" : "googlepay",
    expiry_month,
    expiry_year,
    cryptogram,
    // As the wallet gave it, or not at all: a default is right for one scheme and wrong for the other.
    ...(eci === undefined ? {} : { eci }),
    ...(holder_name === undefined ? {} : { name: holder_name }),
  };
}

/** A device's own number was authenticated by the device; a card's number never was, no matter who saved it. */
function threeDSecureOf(
  instrument: Instrument,
  { three_d_secure: asked = "attempt" }: CheckoutSettings,
): object {
  const isPanOnly = instrument.kind === "google_pay" && instrument.auth_method === "PAN_ONLY";
  if (instrument.kind !== "card" && !isPanOnly) return {};
  if (asked === "never" && !isPanOnly) return { "3ds": { enabled: false } };
  return {
    "3ds": { enabled: true, attempt_n3d: asked !== "always", challenge_indicator: "no_preference" },
  };
}

const channelOf = ({ processing_channel_id }: CheckoutSettings): object =>
  processing_channel_id === undefined ? {} : { processing_channel_id };

function descriptorOf({ statement_descriptor: name }: Order, { descriptor_city: city }: CheckoutSettings) {
  return name === undefined || city === undefined ? {} : { billing_descriptor: { name, city } };
}

/** `POST /payments/{id}/refunds` */
export const refundRequestOf = ({ amount, reference }: RefundOrder): object => ({ amount, reference });

/** `POST /payments/{id}/reversals`: voids what was not captured, and refunds what was. */
export const reversalRequestOf = (reference: string): object => ({
  reference: reversalReferenceOf(reference),
});

/** A card that a payout goes to, with its expiry where the merchant gave one. */
type PayoutCardWithExpiry = PayoutCard & { readonly exp_month?: number; readonly exp_year?: number };

/** `POST /payments` to a card. */
export function payoutRequestOf(
  payout: PayoutOrder,
  card: PayoutCardWithExpiry,
  settings: CheckoutSettings,
): object {
  const { amount, currency, reference, recipient, sender } = payout;
  const { number, exp_month, exp_year } = card;
  const { currency_account_id, funds_transfer_type } = settings;
  return {
    source: { type: "currency_account", id: currency_account_id },
    destination: {
      type: "card",
      number,
      ...(exp_month === undefined ? {} : { expiry_month: exp_month }),
      ...(exp_year === undefined ? {} : { expiry_year: exp_year }),
      account_holder: {
        type: "individual",
        first_name: recipient.first_name,
        last_name: recipient.last_name,
        billing_address:
          recipient.address === undefined ? { country: recipient.country } : addressOf(recipient.address),
      },
    },
    amount,
    currency,
    reference,
    instruction: { funds_transfer_type },
    ...(sender === undefined
      ? {}
      : {
          sender: {
            type: "individual",
            first_name: sender.first_name,
            last_name: sender.last_name,
            ...(sender.address === undefined ? {} : { address: addressOf(sender.address) }),
          },
        }),
    ...channelOf(settings),
  };
}

const addressOf = ({ line1, city, postal_code, state, country }: PostalAddress): object => ({
  address_line1: line1,
  city,
  ...(postal_code === undefined ? {} : { zip: postal_code }),
  ...(state === undefined ? {} : { state }),
  country,
});
