import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  makeLiveMerchant,
  startAdyenDouble,
  startCheckoutDouble,
  type AdyenDouble,
  type BookLine,
  type CheckoutDouble,
  type Double,
} from "@flowlix/acquirer-doubles";
import type { Platform } from "./platform.ts";

export type AcquirerName = "checkout" | "adyen";

/** Settings of an installation whose merchants have accounts at doubles. */
export const ACCOUNT_SETTINGS = {
  ACQUIRER_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  ACQUIRER_LOOPBACK: "true",
} as const;

/** What an amount, in minor units, comes to at both doubles; anything else is charged. */
export const DECLINED_AMOUNT = 100_051;
export const CHALLENGED_AMOUNT = 103_000;

/** For as long as an installation can be away: what was never told is evidence that is lost. */
const WEBHOOK_TRIES = 2_000;

/** Both doubles as one world: what was executed there, and what is known of a reference. */
export interface Acquirers {
  readonly doubles: Readonly<Record<AcquirerName, Double>>;
  /** Every movement of money, with the acquirer that it was at. */
  lines(): readonly (BookLine & { readonly acquirer: AcquirerName })[];
  /** How many requests that move money came to both of them. */
  asked(): number;
  /** Whether one of them has begun or decided what was ordered under a reference; of a refund, its charge's as well. */
  knows(reference: string, charge?: string): boolean;
  stop(): Promise<void>;
}

export async function startAcquirers(): Promise<Acquirers> {
  const checkout = await startCheckoutDouble({ webhookTries: WEBHOOK_TRIES });
  const adyen = await startAdyenDouble({
    live: true,
    webhookTries: WEBHOOK_TRIES,
    outcomeOfAmount: (amount) =>
      amount === DECLINED_AMOUNT ? "refused" : amount === CHALLENGED_AMOUNT ? "challenge" : undefined,
  });
  const doubles = { checkout, adyen };
  const names = ["checkout", "adyen"] as const;
  return {
    doubles,
    lines: () =>
      names.flatMap((acquirer) => doubles[acquirer].book.lines().map((line) => ({ ...line, acquirer }))),
    asked: () =>
      names
        .flatMap((name) => doubles[name].server.seen)
        .filter(({ method, path }) => method === "POST" && isMoving(path)).length,
    knows: (reference, charge) =>
      knownAtCheckout(checkout, reference, charge) || toldByAdyen(adyen, reference),
    async stop() {
      await checkout.stop();
      await adyen.stop();
    },
  };
}

const isMoving = (path: string): boolean => /\/(?:payments|refunds|transfers|details)$/.test(path);

const knownAtCheckout = (double: CheckoutDouble, reference: string, charge = reference): boolean =>
  double
    .paymentsOf(charge)
    .some(
      (payment) =>
        payment.reference === reference || payment.actions.some((action) => action.reference === reference),
    );

/** What a cancellation found nothing of was never known. */
const toldByAdyen = ({ webhooks }: AdyenDouble, reference: string): boolean =>
  webhooks
    .made()
    .some(
      ({ body }) =>
        body.includes(`"${reference}"`) &&
        /"eventCode":"(?!TECHNICAL_CANCEL)|"type":"balancePlatform/.test(body),
    );

/** A new merchant with an account at each of both, as likely to be chosen; answers its live key. */
export async function merchantOfBoth(
  { dataDir, installation }: Platform,
  { doubles }: Acquirers,
): Promise<string> {
  const token = readFileSync(join(dataDir, "control-token"), "utf8").trim();
  const control = { url: installation().runtime().control_url, token };
  const { merchantId, apiKey } = await makeLiveMerchant(control, doubles.checkout);
  const answer = await fetch(`${control.url}/acquirers`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      actor: "acquirer-double",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      merchant: merchantId,
      mode: "live",
      label: "The other",
      ...doubles.adyen.account,
    }),
  });
  const made: { callback_url: string } = JSON.parse(await answer.text());
  doubles.adyen.webhooks.sendTo(made.callback_url);
  return apiKey;
}
