import { refuseOtherMode } from "../accounts/mode-of-hosts.ts";
import type { Acquirer, AcquirerUse } from "../acquirer.ts";
import { createAdyenAdapter } from "./adyen-adapter.ts";
import { createAdyenCallbackVerifier } from "./callbacks.ts";
import { ADYEN_SETTINGS, type AdyenSettings } from "./settings.ts";

/** Merchants' accounts at Adyen. */
export const adyenAcquirer: Acquirer<AdyenSettings, AdyenSettings> = {
  settings: "account",
  settingsSchema: ADYEN_SETTINGS,
  createAdapter(settings, { livemode = false, callbackUrl: _none, ...use }: AcquirerUse) {
    refuseOtherMode(ADYEN_SETTINGS, settings, livemode);
    return createAdyenAdapter({ settings, livemode, ...use });
  },
  createCallbackVerifier: (settings, livemode) =>
    createAdyenCallbackVerifier({ settings, ...(livemode === undefined ? {} : { livemode }) }),
};
