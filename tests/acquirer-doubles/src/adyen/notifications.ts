import { createHmac } from "node:crypto";
import type { Webhooks } from "../shared/webhooks.ts";
import type { AdyenRules } from "./options.ts";

/** What happened, as an item of the standard webhook says it. */
export interface Happened {
  readonly eventCode: string;
  readonly success: boolean;
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantReference: string;
  readonly amount: { readonly currency: string; readonly value: number };
  readonly reason?: string;
}

const hmac = (key: string, text: string): string =>
  createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("base64");

/** Webhooks of payments: what happened at about the same time comes in one request, each item signed by itself. */
export function createNotifications(
  webhooks: Webhooks,
  { live, hmacKey, merchantAccount, transfersHmacKey }: AdyenRules,
  now: () => number,
  later: (run: () => void) => void,
) {
  let waiting: Happened[] = [];

  function itemOf(happened: Happened) {
    const { pspReference, originalReference, merchantReference, amount, eventCode, reason = "" } = happened;
    const success = String(happened.success);
    const signed = [
      pspReference,
      originalReference ?? "",
      merchantAccount,
      merchantReference,
      amount.value,
      amount.currency,
      eventCode,
      success,
    ].join(":");
    return {
      NotificationRequestItem: {
        additionalData: { hmacSignature: hmac(hmacKey, signed) },
        amount,
        eventCode,
        eventDate: new Date(now()).toISOString(),
        merchantAccountCode: merchantAccount,
        merchantReference,
        ...(originalReference === undefined ? {} : { originalReference }),
        paymentMethod: "visa",
        pspReference,
        reason,
        success,
      },
    };
  }

  function flush(): void {
    const batch = waiting;
    waiting = [];
    webhooks.send({
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ live: String(live), notificationItems: batch.map(itemOf) }),
    });
  }

  return {
    notify(happened: Happened): void {
      waiting.push(happened);
      if (waiting.length === 1) later(flush);
    },
    /** A balance platform webhook, signed as a whole. */
    notifyTransfer(type: string, data: object): void {
      const timestamp = new Date(now()).toISOString();
      const body = JSON.stringify({ data, environment: live ? "live" : "test", timestamp, type });
      webhooks.send({
        headers: {
          "content-type": "application/json",
          protocol: "HmacSHA256",
          hmacsignature: hmac(transfersHmacKey, body),
        },
        body,
      });
    },
  };
}

export type Notifications = ReturnType<typeof createNotifications>;
