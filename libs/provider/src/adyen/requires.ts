import type { Capabilities, FieldPath, PaymentFacts, PayoutFacts } from "../capabilities.ts";
import type { AdyenSettings } from "./settings.ts";

/** What a card holder's name may be made of, as the transfers' schema says. */
const NAME = /^[A-Za-z./ —-]+$/;
/** As short as the schema lets a city and a postal code be. */
const ADDRESS_PART_MIN = 3;

/** A page that has not been chosen on yet may come to a card: its browser information is then collected by the page. */
const paymentRequires =
  (isChallenged: boolean) =>
  ({ method, browser }: PaymentFacts): readonly FieldPath[] =>
    isChallenged && method === "card" && browser === undefined ? ["browser_information"] : [];

/**
 * Fields of a payout that are missing or that Adyen would refuse. A name is never rewritten to fit: a bank compares it
 * with its holder's.
 */
function payoutRequires({ recipient }: PayoutFacts): readonly FieldPath[] {
  const { first_name, last_name, address } = recipient;
  const { line1 = "", city = "", postal_code } = address ?? {};
  const isShort = postal_code !== undefined && postal_code.length < ADDRESS_PART_MIN;
  return [
    ...(NAME.test(first_name) ? [] : ["recipient.first_name"]),
    ...(NAME.test(last_name) ? [] : ["recipient.last_name"]),
    ...(line1.trim() === "" ? ["recipient.address.line1"] : []),
    ...(city.trim().length < ADDRESS_PART_MIN ? ["recipient.address.city"] : []),
    ...(isShort ? ["recipient.address.postal_code"] : []),
  ];
}

/**
 * Currencies whose minor unit is another one at Adyen than in ISO 4217, so that an amount would be charged a
 * hundredfold or a hundredth (docs/acquirers/adyen.md#currencies).
 */
const OTHER_MINOR_UNIT: ReadonlySet<string> = new Set(["CLP", "CVE", "IDR", "ISK"]);

const currencies = Intl.supportedValuesOf("currency").filter((code) => !OTHER_MINOR_UNIT.has(code));

export const capabilitiesOf = (
  settings: Pick<AdyenSettings, "three_d_secure" | "transfers_url">,
): Capabilities => ({
  methods: ["card", "apple_pay", "google_pay"],
  hostedPage: true,
  currencies,
  refunds: true,
  payouts: settings.transfers_url === undefined ? null : { networks: ["visa", "mastercard"], currencies },
  requires: {
    payment: paymentRequires(settings.three_d_secure !== "never"),
    payout: payoutRequires,
  },
});
