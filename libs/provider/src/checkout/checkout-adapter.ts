import type { AcquirerUse } from "../acquirer.ts";
import type { ProviderAdapter } from "../adapter.ts";
import { createCheckoutCallbackVerifier } from "./callback-signature.ts";
import { checkoutCapabilities } from "./capabilities.ts";
import { createCheckoutHttp } from "./checkout-http.ts";
import { createCheckoutOrders } from "./checkout-orders.ts";
import { createCheckoutPayouts } from "./checkout-payouts.ts";
import { createCheckoutRefunds } from "./checkout-refunds.ts";
import { createCheckoutStatement } from "./checkout-statement.ts";
import { createLookUp } from "./look-up.ts";
import type { CheckoutSettings } from "./settings.ts";
import { wireShapes } from "./wire.ts";

/**
 * How long after the last byte that can have been sent an absence begins to count: a challenge takes 15 minutes, and
 * how soon a payment is listed nobody has said (docs/decisions/0106-checkout-when-a-charge-has-succeeded.md).
 */
const ABSENT_AFTER = { afterMs: 45 * 60_000 };

export interface CheckoutUse extends Pick<AcquirerUse, "connections" | "lookup"> {
  readonly livemode: boolean;
}

/** Keys of callbacks, the one that is to be next among them. */
export const webhookKeysOf = ({ webhook_key, next_webhook_key }: CheckoutSettings): readonly string[] =>
  next_webhook_key === undefined ? [webhook_key] : [webhook_key, next_webhook_key];

/** One account at Checkout.com, over its HTTP API (docs/acquirers/checkout.md). */
export function createCheckoutAdapter(settings: CheckoutSettings, use: CheckoutUse): ProviderAdapter {
  const shapes = wireShapes();
  const { livemode, ...connecting } = use;
  const http = createCheckoutHttp({
    origin: settings.api_url,
    secretKey: settings.secret_key,
    shapes,
    ...connecting,
  });
  const lookUp = createLookUp(http, shapes);
  return {
    name: "checkout",
    livemode,
    redirectHosts: settings.redirect_hosts,
    // Only an account whose acquirer is this machine itself may lead a payer there.
    allowLoopbackHttp: new URL(settings.api_url).protocol === "http:",
    capabilities: checkoutCapabilities(settings),
    absentIsFinal: { order: ABSENT_AFTER, refund: ABSENT_AFTER, payout: ABSENT_AFTER },
    evidence: false,
    returnParameters: [],
    ...createCheckoutOrders({ http, shapes, lookUp, settings }),
    refunds: createCheckoutRefunds({ http, shapes, lookUp }),
    payouts: createCheckoutPayouts({ http, shapes, lookUp, settings }),
    statement: createCheckoutStatement({ http, shapes, lookUp, entityId: settings.entity_id }),
    verifyCallbacks: createCheckoutCallbackVerifier(webhookKeysOf(settings)),
    shutdown: () => http.shutdown(),
  };
}
