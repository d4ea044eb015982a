import { createCheckoutAdapter, type CheckoutSettings, type ProviderAdapter } from "@flowlix/provider";
import { startCheckoutDouble, type CheckoutDouble, type CheckoutDoubleOptions } from "../../src/index.ts";

export interface CheckoutFixture {
  readonly double: CheckoutDouble;
  readonly adapter: ProviderAdapter;
  readonly settings: CheckoutSettings;
  stop(): Promise<void>;
}

/** Longer than anything that the double does later, but a challenge's end. */
export const LATER_MS = 1_500;

export const settingsFor = (
  { server, secretKey, webhookKey }: CheckoutDouble,
  differences: Partial<CheckoutSettings> = {},
): CheckoutSettings => ({
  api_url: server.url,
  secret_key: secretKey,
  webhook_key: webhookKey,
  redirect_hosts: [server.host],
  currency_account_id: "ca_abcdefghijklmnop",
  funds_transfer_type: "FD",
  ...differences,
});

/** A double, and an adapter that reaches it. What happens later happens when the clock is moved. */
export async function makeCheckout(
  options: CheckoutDoubleOptions = {},
  differences: Partial<CheckoutSettings> = {},
): Promise<CheckoutFixture> {
  const moved = 1_000;
  const delays = { capture: moved, refund: moved, payout: moved, returned: 60_000 };
  const double = await startCheckoutDouble({ delays, timeStands: true, ...options });
  const settings = settingsFor(double, differences);
  const adapter = createCheckoutAdapter(settings, { livemode: true });
  return {
    double,
    adapter,
    settings,
    async stop() {
      await adapter.shutdown();
      await double.stop();
    },
  };
}
