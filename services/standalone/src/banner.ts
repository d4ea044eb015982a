export interface BannerText {
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly keyFile: string;
  /** Of the first payment: one that the installation accepts. */
  readonly currency: string;
  /** The port that was to be, where nobody named one and it was taken. */
  readonly portTaken?: number | undefined;
}

/**
 * A payment as a merchant would make it; succeeds in Sandbox because of its amount
 * (docs/design/decisions.md#sandbox-payments).
 */
export const FIRST_PAYMENT = {
  amount: 4999,
  currency: "EUR",
  payment_method_data: {
    type: "card",
    card: {
      number: "4111111111111111",
      exp_month: 12,
      exp_year: 2034,
      cvc: "123",
      holder_name: "Ada Lovelace",
    },
  },
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  return_url: "https://shop.example/return",
} as const;

/** From urandom, because `date +%N` and `uuidgen` are not everywhere. */
const FRESH_KEY = "$(od -An -N12 -tx1 /dev/urandom | tr -d ' \\n')";

/** One line that works as pasted into any POSIX shell, and makes another payment each time. */
function curlLine({ publicUrl, apiKey, currency }: BannerText): string {
  return [
    `curl -sS ${publicUrl}/v1/payments`,
    `-H "Authorization: Bearer ${apiKey}"`,
    `-H "Idempotency-Key: ${FRESH_KEY}"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify({ ...FIRST_PAYMENT, currency })}'`,
  ].join(" ");
}

/**
 * The port that was chosen then is kept for the starts to come: links that were handed out lead to it. The one that was
 * taken may be so still, so that naming it works later alone.
 */
const aboutPort = (taken: number | undefined): string =>
  taken === undefined
    ? ""
    : `
               Port ${taken} was taken when this one was chosen. Once it is free, PORT=${taken} make start has it again`;

/** What is printed when an installation is ready; plain text, before the logs. */
export function bannerText(text: BannerText): string {
  return `
  The payments platform is ready.

  API          ${text.publicUrl}${aboutPort(text.portTaken)}
  Documents    ${text.publicUrl}/docs/
  Workbench    ${text.publicUrl}/workbench   (open it with the key)
  Sandbox key  ${text.apiKey}   (kept in ${text.keyFile})

  For every command in the documents:

  export FLOWLIX_URL=${text.publicUrl} FLOWLIX_KEY=${text.apiKey}

  A first payment; its amount decides the outcome, for any card with a right check digit
  (${text.publicUrl}/docs/testing):

  ${curlLine(text)}

  Stop with Ctrl-C.

`;
}
