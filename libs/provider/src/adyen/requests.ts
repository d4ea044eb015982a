import type { Instrument, PayoutCard } from "@flowlix/cards";
import type { BrowserInformation } from "@flowlix/contracts";
import type { Order, OrderRef, PayoutOrder, PostalAddress, RefundOrder } from "../order.ts";
import type { AdyenSettings } from "./settings.ts";

/** Longer ones are not sent: it serves native 3D Secure, which is switched off. */
const ORIGIN_LENGTH_MAX = 80;

const amountOf = ({ amount, currency }: OrderRef) => ({ currency, value: amount });

const monthOf = (month: number): string => String(month).padStart(2, "0");

type PaymentSettings = Pick<AdyenSettings, "merchant_account" | "three_d_secure" | "capture_delay_hours">;

/** `POST /payments`: named part by part, so that nothing else an order or an instrument may hold one day is sent. */
export function paymentRequest(order: Order, instrument: Instrument, settings: PaymentSettings) {
  const { merchant_account, three_d_secure, capture_delay_hours } = settings;
  const isAuthenticated = isPayersCard(instrument) && three_d_secure !== "never";
  const origin = URL.parse(order.return_url)?.origin ?? "";
  return {
    amount: amountOf(order),
    merchantAccount: merchant_account,
    reference: order.reference,
    returnUrl: order.return_url,
    channel: "Web" as const,
    ...(origin === "" || origin.length > ORIGIN_LENGTH_MAX ? {} : { origin }),
    shopperInteraction: "Ecommerce" as const,
    shopperIP: order.customer_ip_address,
    ...(order.customer_email === undefined ? {} : { shopperEmail: order.customer_email }),
    ...(order.statement_descriptor === undefined ? {} : { shopperStatement: order.statement_descriptor }),
    ...(capture_delay_hours === undefined ? {} : { captureDelayHours: capture_delay_hours }),
    ...(order.browser === undefined ? {} : { browserInfo: browserInfoOf(order.browser) }),
    authenticationData: isAuthenticated ? CHALLENGED_BY_REDIRECT : NOT_CHALLENGED,
    ...paymentMethodOf(instrument),
  };
}

/** The payer is sent to a page of Adyen's, where native 3D Secure would leave the whole conversation to us. */
const CHALLENGED_BY_REDIRECT = {
  attemptAuthentication: "always" as const,
  threeDSRequestData: { nativeThreeDS: "disabled" as const },
};
const NOT_CHALLENGED = { attemptAuthentication: "never" as const };

/** Typed in or saved by the payer, so that 3D Secure can ask whose it is; a device has asked already. */
const isPayersCard = (instrument: Instrument): boolean =>
  instrument.kind === "card" || (instrument.kind === "google_pay" && instrument.auth_method === "PAN_ONLY");

function paymentMethodOf(instrument: Instrument) {
  const { number, exp_month, exp_year, holder_name } = instrument.card;
  const card = {
    type: "scheme" as const,
    number,
    expiryMonth: monthOf(exp_month),
    expiryYear: String(exp_year),
    ...(holder_name === undefined ? {} : { holderName: holder_name }),
  };
  if (instrument.kind === "card") return { paymentMethod: { ...card, cvc: instrument.card.cvc } };
  if (instrument.kind === "google_pay" && instrument.auth_method === "PAN_ONLY")
    return { paymentMethod: card };
  const { cryptogram, eci } = instrument;
  return {
    paymentMethod: { ...card, brand: instrument.kind === "apple_pay" ? "applepay" : "googlepay" },
    // A wallet's cryptogram goes into cavv (tokenAuthenticationVerificationValue is for the schemes' own tokens), and
    // an eci only where the wallet gave one.
    mpiData: {
      authenticationResponse: "Y" as const,
      directoryResponse: "Y" as const,
      cavv: cryptogram,
      ...(eci === undefined ? {} : { eci }),
    },
  };
}

const browserInfoOf = (browser: BrowserInformation) => ({
  acceptHeader: browser.accept_header,
  colorDepth: browser.color_depth,
  javaEnabled: browser.java_enabled,
  javaScriptEnabled: browser.javascript_enabled,
  language: browser.language,
  screenHeight: browser.screen_height,
  screenWidth: browser.screen_width,
  timeZoneOffset: browser.time_zone_offset,
  userAgent: browser.user_agent,
});

/** `POST /payments/details`: what the payer brought back from the challenge. */
export const detailsRequest = (redirectResult: string) => ({ details: { redirectResult } });

/**
 * `POST /cancels`: by our reference, without knowing Adyen's. Its own reference is the order's too, so that its webhook
 * is about the order whichever of the two it names.
 */
export const cancelRequest = ({ reference }: OrderRef, merchantAccount: string) => ({
  merchantAccount,
  paymentReference: reference,
  reference,
});

/** `POST /payments/{pspReference}/reversals`. */
export const reversalRequest = ({ reference }: OrderRef, merchantAccount: string) => ({
  merchantAccount,
  reference,
});

/** `POST /payments/{pspReference}/refunds`. */
export const refundRequest = (refund: RefundOrder, merchantAccount: string) => ({
  amount: amountOf(refund),
  merchantAccount,
  reference: refund.reference,
});

/** `POST /transfers` to a card. */
export function transferRequest(payout: PayoutOrder, card: PayoutCard, balanceAccountId: string) {
  const { recipient } = payout;
  return {
    amount: amountOf(payout),
    balanceAccountId,
    category: "card" as const,
    counterparty: {
      card: {
        cardHolder: {
          type: "individual" as const,
          firstName: recipient.first_name,
          lastName: recipient.last_name,
          ...(recipient.address === undefined ? {} : { address: addressOf(recipient.address) }),
        },
        cardIdentification: {
          number: card.number,
          ...(card.exp_month === undefined ? {} : { expiryMonth: monthOf(card.exp_month) }),
          ...(card.exp_year === undefined ? {} : { expiryYear: String(card.exp_year) }),
        },
      },
    },
    reference: payout.reference,
  };
}

const addressOf = ({ line1, city, postal_code, state, country }: PostalAddress) => ({
  line1,
  city,
  country,
  ...(postal_code === undefined ? {} : { postalCode: postal_code }),
  ...(state === undefined ? {} : { stateOrProvince: state }),
});
