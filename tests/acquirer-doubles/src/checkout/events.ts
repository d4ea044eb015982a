import { createHmac, randomUUID } from "node:crypto";
import type { Webhooks } from "../shared/webhooks.ts";
import type { CheckoutAction, CheckoutPayment } from "./payments.ts";

/** Tells what happened, signed over the body as it is sent. */
export type NotifyEvent = (
  type: string,
  payment: CheckoutPayment,
  action: CheckoutAction | undefined,
) => void;

export const createNotifyEvent =
  (webhooks: Webhooks, webhookKey: string, nowMs: () => number): NotifyEvent =>
  (type, payment, action) => {
    const at = new Date(nowMs()).toISOString();
    const body = JSON.stringify({
      id: `evt_${randomUUID().replaceAll("-", "").slice(0, 26)}`,
      type,
      version: "1.0.0",
      created_on: at,
      data: {
        id: payment.id,
        ...(action === undefined ? {} : { action_id: action.id }),
        reference: action?.reference ?? payment.reference,
        amount: action?.amount ?? payment.amount,
        currency: payment.currency,
        ...(action?.response_code === undefined ? {} : { response_code: action.response_code }),
        processed_on: at,
      },
    });
    const signature = createHmac("sha256", webhookKey).update(body).digest("hex");
    webhooks.send({ headers: { "content-type": "application/json", "cko-signature": signature }, body });
  };
