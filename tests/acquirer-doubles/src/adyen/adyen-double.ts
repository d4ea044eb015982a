import { ADYEN_SETTINGS, type AdyenSettings } from "@flowlix/provider";
import { createBook } from "../shared/book.ts";
import { withControl } from "../shared/control.ts";
import { createDoubleClock } from "../shared/double-clock.ts";
import { accountOf, type Double } from "../shared/double.ts";
import { createFaults } from "../shared/faults.ts";
import { startDoubleServer } from "../shared/http-server.ts";
import type { DoubleAnswer, DoubleRequest } from "../shared/messages.ts";
import { createWebhooks } from "../shared/webhooks.ts";
import { CHECKOUT_BASE, createCheckoutApi } from "./checkout-api.ts";
import { createIds } from "./ids.ts";
import { createKeyStore } from "./key-store.ts";
import { createNotifications } from "./notifications.ts";
import { rulesOf, type AdyenDoubleOptions } from "./options.ts";
import { createPayments } from "./payments.ts";
import { createReports, REPORTS_BASE, TRANSFERS_REPORTS_BASE } from "./reports.ts";
import { createTransfersApi, TRANSFERS_BASE } from "./transfers-api.ts";

export interface AdyenDouble extends Double {
  /** Settings of an account at it, complete. */
  readonly settings: AdyenSettings;
}

interface Api {
  handles(path: string): boolean;
  refusal(request: DoubleRequest): DoubleAnswer | null;
  execute(request: DoubleRequest): DoubleAnswer;
  isToBeDropped(request: DoubleRequest): boolean;
}

/** How long what happens is gathered into one webhook. */
const BATCH_MS = 10;

/** A double of Adyen: Checkout, Transfers, the standard and the balance platform's webhooks, and daily reports. */
export async function startAdyenDouble(options: AdyenDoubleOptions = {}): Promise<AdyenDouble> {
  const rules = rulesOf(options);
  const clock = createDoubleClock({ stands: options.timeStands });
  const [book, planned, nextId] = [createBook(), createFaults(), createIds()];
  const { webhookUrl, mischief, webhookTries: tries } = options;
  const webhooks = createWebhooks({
    clock,
    ...(webhookUrl === undefined ? {} : { url: webhookUrl }),
    ...(mischief === undefined ? {} : { mischief }),
    ...(tries === undefined ? {} : { tries }),
  });
  const notifications = createNotifications(
    webhooks,
    rules,
    () => clock.nowMs(),
    (run) => clock.after(BATCH_MS, run),
  );
  const payments = createPayments({ book, clock, nextId, notifications, rules });
  let host = "";
  const checkout = createCheckoutApi({ payments, rules, host: () => host });
  const transfers = createTransfersApi({ book, clock, nextId, notifications, rules });
  const reports = createReports({
    rules,
    changes: payments.changes,
    payouts: () => book.lines().filter(({ kind }) => kind === "payout"),
  });
  const apis: readonly (readonly [Api, ReturnType<typeof createKeyStore>])[] = [
    [checkout, createKeyStore(rules.underWayMs)],
    [transfers, createKeyStore(rules.underWayMs)],
  ];
  const apiOf = ({ path }: DoubleRequest) => apis.find(([api]) => api.handles(path));

  async function handle(request: DoubleRequest): Promise<DoubleAnswer> {
    if (checkout.challenges.handles(request.path)) return checkout.challenges.visit(request);
    if (reports.handles(request.path)) return reports.answer(request);
    const [api, once] = apiOf(request) ?? [];
    if (api === undefined || once === undefined) return { status: 404 };
    return api.refusal(request) ?? (await once(request, () => api.execute(request)));
  }

  const dropped = ({ method, path }: DoubleRequest): boolean =>
    method === "POST" && !path.endsWith("/details");
  const faults = {
    ...planned,
    take: (request: DoubleRequest) => {
      const fault = planned.take(request);
      if (fault !== null || !dropped(request)) return fault;
      return apiOf(request)?.[0].isToBeDropped(request) === true ? ({ kind: "drop_after" } as const) : null;
    },
  };
  const server = await startDoubleServer({
    port: options.port ?? 0,
    faults,
    handle: withControl({ book, faults, clock }, handle),
  });
  ({ host } = server);
  const settings: AdyenSettings = {
    merchant_account: rules.merchantAccount,
    checkout_url: `${server.url}${CHECKOUT_BASE}`,
    api_key: rules.apiKey,
    redirect_hosts: [server.host],
    hmac_key: rules.hmacKey,
    transfers_url: `${server.url}${TRANSFERS_BASE}`,
    balance_account: rules.balanceAccount,
    transfers_api_key: rules.transfersApiKey,
    transfers_hmac_key: rules.transfersHmacKey,
    reports_url: `${server.url}${REPORTS_BASE}${rules.merchantAccount}`,
    transfers_reports_url: `${server.url}${TRANSFERS_REPORTS_BASE}`,
    report_user: rules.reportUser,
    report_password: rules.reportPassword,
    time_zone: rules.timeZone,
  };
  return {
    account: accountOf("adyen", settings, ADYEN_SETTINGS.secrets),
    server,
    book,
    faults,
    clock,
    webhooks,
    settings,
    async stop() {
      clock.stop();
      await webhooks.stop();
      await server.stop();
    },
  };
}
