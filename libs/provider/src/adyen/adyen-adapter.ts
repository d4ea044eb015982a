import type { AcquirerUse } from "../acquirer.ts";
import type { ProviderAdapter } from "../adapter.ts";
import { createAdyenApi } from "./adyen-http.ts";
import { createAdyenOrders, REDIRECT_RESULT } from "./adyen-orders.ts";
import { createAdyenPayouts, NO_PAYOUTS } from "./adyen-payouts.ts";
import { createAdyenRefunds } from "./adyen-refunds.ts";
import { createAdyenStatement, NO_STATEMENT, type AdyenStatement } from "./adyen-statement.ts";
import { createAdyenCallbackVerifier } from "./callbacks.ts";
import { capabilitiesOf } from "./requires.ts";
import type { AdyenSettings } from "./settings.ts";
import { wireShapes } from "./wire.ts";

export interface AdyenAdapterOptions extends Pick<AcquirerUse, "connections" | "lookup"> {
  readonly settings: AdyenSettings;
  readonly livemode: boolean;
  readonly connectTimeoutMs?: number;
}

const isLocal = (url: string): boolean => new URL(url).protocol === "http:";

/** Adyen: Checkout v72, Transfers v4, standard and balance platform webhooks (docs/acquirers/adyen.md). */
export function createAdyenAdapter({ settings, livemode, ...use }: AdyenAdapterOptions): ProviderAdapter {
  const shapes = wireShapes();
  const checkout = createAdyenApi({ url: settings.checkout_url, apiKey: settings.api_key, ...use });
  const transfers = transfersOf(settings, use);
  const statement = statementOf(settings, use);

  return {
    name: "adyen",
    livemode,
    redirectHosts: settings.redirect_hosts,
    // Only of an account whose Checkout is a program on this machine, which Adyen's never is.
    allowLoopbackHttp: isLocal(settings.checkout_url),
    capabilities: capabilitiesOf(settings),
    // No webhook yet is no proof, however long it has not come; payouts can be read, and a list may be late.
    absentIsFinal: { order: "never", refund: "never", payout: "never" },
    evidence: true,
    returnParameters: [REDIRECT_RESULT],
    ...createAdyenOrders(checkout, shapes, settings),
    refunds: createAdyenRefunds(checkout, shapes, settings.merchant_account),
    payouts:
      transfers === null ? NO_PAYOUTS : createAdyenPayouts(transfers.api, shapes, transfers.balanceAccount),
    statement,
    verifyCallbacks: createAdyenCallbackVerifier({ settings, livemode }),
    async shutdown() {
      await Promise.all([checkout.shutdown(), transfers?.api.shutdown(), statement.shutdown()]);
    },
  };
}

function transfersOf(
  { transfers_url, transfers_api_key, balance_account }: AdyenSettings,
  use: Omit<AdyenAdapterOptions, "settings" | "livemode">,
) {
  if (transfers_url === undefined || transfers_api_key === undefined || balance_account === undefined)
    return null;
  const api = createAdyenApi({ url: transfers_url, apiKey: transfers_api_key, ...use });
  return { api, balanceAccount: balance_account };
}

function statementOf(settings: AdyenSettings, use: Pick<AcquirerUse, "lookup">): AdyenStatement {
  const { reports_url, report_user, report_password, time_zone } = settings;
  return reports_url === undefined ||
    report_user === undefined ||
    report_password === undefined ||
    time_zone === undefined
    ? NO_STATEMENT
    : createAdyenStatement({ ...settings, reports_url, report_user, report_password, time_zone }, use);
}
