import type { Instrument, PayoutCard } from "@flowlix/cards";
import {
  createAdyenAdapter,
  type AdyenSettings,
  type Evidence,
  type Order,
  type OrderRef,
  type PayoutOrder,
  type ProviderAdapter,
  type ProviderCall,
  type ProviderCallback,
  type RefundOrder,
} from "@flowlix/provider";
import { startAdyenDouble, type AdyenDouble, type AdyenDoubleOptions } from "@flowlix/acquirer-doubles";

export const call = (isRepeat = false): ProviderCall => ({
  signal: new AbortController().signal,
  requestId: "",
  isRepeat,
});

let made = 0;
const idOf = (prefix: string): string => `${prefix}${String((made += 1)).padStart(24, "0")}`;

export const BROWSER = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1440,
  screen_height: 900,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

export const anOrder = (differences: Partial<Order> = {}): Order => ({
  reference: idOf("pay_"),
  amount: 1_000,
  currency: "EUR",
  livemode: false,
  return_url: "https://pay.example/return/1/token",
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  browser: BROWSER,
  ...differences,
});

export const aCard = (
  differences: { readonly number?: string; readonly holder_name?: string } = {},
): Instrument => ({
  kind: "card",
  card: {
    number: "4111111145551142",
    exp_month: 3,
    exp_year: 2030,
    cvc: "737",
    holder_name: "Ada Lovelace",
    ...differences,
  },
});

const DEVICE_CARD = { number: "4895370012003478", exp_month: 12, exp_year: 2034 };
export const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";
export const anApplePay = (eci?: string): Instrument => ({
  kind: "apple_pay",
  card: DEVICE_CARD,
  cryptogram: CRYPTOGRAM,
  ...(eci === undefined ? {} : { eci }),
});
export const aGooglePay = (eci?: string): Instrument => ({
  kind: "google_pay",
  auth_method: "CRYPTOGRAM_3DS",
  card: DEVICE_CARD,
  cryptogram: CRYPTOGRAM,
  ...(eci === undefined ? {} : { eci }),
});
export const aPanOnly = (): Instrument => ({
  kind: "google_pay",
  auth_method: "PAN_ONLY",
  card: DEVICE_CARD,
});

export const aRefund = (charge: OrderRef, chargeAcquirerId?: string, amount = 400): RefundOrder => ({
  reference: idOf("ref_"),
  amount,
  currency: "EUR",
  livemode: false,
  charge: charge.reference,
  ...(chargeAcquirerId === undefined ? {} : { chargeAcquirerId }),
});

export const aPayout = (differences: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: idOf("po_"),
  amount: 1_000,
  currency: "EUR",
  livemode: false,
  recipient: {
    first_name: "Ada",
    last_name: "Lovelace",
    country: "GB",
    address: { line1: "12 St James's Square", city: "London", postal_code: "SW1Y 4JH", country: "GB" },
  },
  initiator_ip_address: "203.0.113.7",
  ...differences,
});

export const aPayoutCard = (): PayoutCard => ({ kind: "payout_card", number: "5555555555554444" });

/** An account at a double, whose time stands but for `settle`, with what an owner keeps of its webhooks. */
export interface Account {
  readonly double: AdyenDouble;
  readonly adapter: ProviderAdapter;
  /** Lets the results come that come later, and keeps the webhooks that were made. */
  settle(): void;
  /** What an owner has kept of a reference, oldest first. */
  kept(reference: string): readonly Evidence[];
  /** Every callback that was verified, each once. */
  callbacks(): readonly ProviderCallback[];
  stop(): Promise<void>;
}

/** As long as any result takes, and as many as follow from one another. */
const RESULT_MS = 1_000;
const RESULTS = 5;

export async function anAccount(
  options: AdyenDoubleOptions = {},
  settings: Partial<AdyenSettings> = {},
): Promise<Account> {
  const double = await startAdyenDouble({ timeStands: true, ...options });
  const adapter = createAdyenAdapter({ settings: { ...double.settings, ...settings }, livemode: false });
  const keeper = keeping(double, adapter);
  return {
    double,
    adapter,
    settle() {
      for (let at = 0; at < RESULTS; at += 1) double.clock.advance(RESULT_MS);
    },
    ...keeper,
    async stop() {
      await adapter.shutdown();
      await double.stop();
    },
  };
}

/** Keeps callbacks as owners do: those that are verified, once by their id, in the order they came in. */
function keeping(double: AdyenDouble, { verifyCallbacks }: ProviderAdapter) {
  const kept = new Map<string, ProviderCallback>();
  let taken = 0;

  function take(): void {
    const webhooks = double.webhooks.made();
    // The newest first, and each twice, as the double would post them.
    const batch = webhooks.slice(taken).toReversed();
    taken = webhooks.length;
    for (const { headers, body } of [...batch, ...batch]) {
      const verified = verifyCallbacks(headers, Buffer.from(body));
      if (verified === null) throw new Error("the double's webhook is not signed as it should be");
      for (const callback of verified)
        if (!kept.has(callback.callbackId)) kept.set(callback.callbackId, callback);
    }
  }

  return {
    callbacks(): readonly ProviderCallback[] {
      take();
      return [...kept.values()];
    },
    kept(reference: string): readonly Evidence[] {
      take();
      return [...kept.values()].flatMap(({ claimedState: _claimed, evidence, ...callback }) =>
        callback.reference === reference && evidence !== undefined ? [{ ...callback, evidence }] : [],
      );
    },
  };
}

/** Goes through a challenge as a browser would; answers what the payer comes back with. */
export async function passChallenge(url: string, answer: "pass" | "fail"): Promise<Record<string, string>> {
  const page = await (await fetch(url)).text();
  const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
  const answered = await fetch(new URL(action, url), {
    method: "POST",
    body: new URLSearchParams({ answer }),
    redirect: "manual",
  });
  const back = new URL(answered.headers.get("location") ?? "");
  return Object.fromEntries(back.searchParams);
}
