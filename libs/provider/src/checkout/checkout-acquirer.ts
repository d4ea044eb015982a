import { refuseOtherMode } from "../accounts/mode-of-hosts.ts";
import type { Acquirer, AcquirerUse } from "../acquirer.ts";
import { createCheckoutCallbackVerifier } from "./callback-signature.ts";
import { createCheckoutAdapter, webhookKeysOf } from "./checkout-adapter.ts";
import { CHECKOUT_SETTINGS, type CheckoutSettings } from "./settings.ts";

/** Merchants' accounts at Checkout.com. */
export const checkoutAcquirer: Acquirer<CheckoutSettings, CheckoutSettings> = {
  settings: "account",
  settingsSchema: CHECKOUT_SETTINGS,
  createAdapter(settings, use: AcquirerUse & { readonly livemode: boolean }) {
    refuseOtherMode(CHECKOUT_SETTINGS, settings, use.livemode);
    return createCheckoutAdapter(settings, use);
  },
  createCallbackVerifier: (settings) => createCheckoutCallbackVerifier(webhookKeysOf(settings)),
};
