import { currencyExponent } from "@flowlix/contracts";
import type { Capabilities, FieldPath, PayoutFacts } from "../capabilities.ts";
import { wantsSender } from "./requests.ts";
import type { CheckoutSettings } from "./settings.ts";

/** Decimals that Checkout.com counts in where they are not two (docs/acquirers/checkout.md#amounts). */
const EXPONENTS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, "BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VUV VND XAF XOF XPF"],
      [3, "BHD IQD JOD KWD LYD OMR TND"],
    ] as const
  ).flatMap(([exponent, codes]) => codes.split(" ").map((code) => [code, exponent] as const)),
);

/** Only those that are counted in the same units there as by us: a peso of Chile would be a hundredth of one. */
const CURRENCIES: readonly string[] = Intl.supportedValuesOf("currency").filter(
  (code) => currencyExponent(code) === (EXPONENTS.get(code) ?? 2),
);

const ADDRESS = ["address.line1", "address.city"] as const;

function payoutRequires(
  { hasExpiry, sender }: PayoutFacts,
  settings: CheckoutSettings,
): readonly FieldPath[] {
  const expiry = hasExpiry ? [] : ["destination.exp_month", "destination.exp_year"];
  if (!wantsSender(settings)) return expiry;
  if (sender === undefined) return [...expiry, "sender"];
  return sender.address === undefined ? [...expiry, ...ADDRESS.map((path) => `sender.${path}`)] : expiry;
}

/** What an account at Checkout.com can do for us. */
export const checkoutCapabilities = (settings: CheckoutSettings): Capabilities => ({
  methods: ["card", "apple_pay", "google_pay"],
  hostedPage: true,
  currencies: CURRENCIES,
  refunds: true,
  payouts:
    settings.currency_account_id === undefined
      ? null
      : { networks: ["visa", "mastercard"], currencies: CURRENCIES },
  requires: { payment: () => [], payout: (facts) => payoutRequires(facts, settings) },
});
