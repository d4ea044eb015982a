import { randomUUID } from "node:crypto";
import type { HostedPaymentRequest, Payment } from "@flowlix/contracts";
import { TEST_CARDS, waitFor } from "@flowlix/testkit";
import type { Page } from "@flowlix/testkit/browser";
import { expect } from "chai";
import { paymentOf, type Api } from "../../e2e/support/api.ts";
import { MERCHANT_HOST } from "./payers.ts";

/** A query of the merchant's own has to survive the way. */
export const RETURN_URL = `https://${MERCHANT_HOST}/orders/7?basket=b%20c`;

/** What `main[data-state]` says. */
export type PageState =
  | "form"
  | "closed"
  | "checking"
  | "processing"
  | "challenge"
  | "succeeded"
  | "failed"
  | "expired"
  | "cancelled"
  | "unknown"
  | "unreadable"
  | "unavailable";

export async function hostedPayment(
  api: Api,
  changes: Partial<HostedPaymentRequest> = {},
): Promise<{ readonly id: string; readonly url: string }> {
  const body: HostedPaymentRequest = {
    amount: 1_250,
    currency: "EUR",
    merchant_customer_id: "customer-1",
    return_url: RETURN_URL,
    description: "Two chairs",
    ...changes,
  };
  const headers = { "idempotency-key": randomUUID(), "content-type": "application/json" };
  const answer = await api.send("POST", "/v1/payments/hpp", { headers, body: JSON.stringify(body) });
  const { id, next_action: next } = paymentOf(answer);
  if (next === null) throw new Error(`a hosted Payment without a page: ${answer.text}`);
  return { id, url: next.redirect_url };
}

export interface CardEntry {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

export const GOOD_CARD: CardEntry = {
  number: TEST_CARDS.visa,
  expiry: "12/40",
  cvc: "123",
  name: "Ada Lovelace",
};

/** Types what is given into the form and leaves the rest as it is. */
export async function fillIn(page: Page, card: Partial<CardEntry> = GOOD_CARD): Promise<void> {
  for (const field of ["number", "expiry", "cvc", "name"] as const) {
    const value = card[field];
    if (value !== undefined) await page.locator(`#card-${field}`).fill(value);
  }
}

/** Fills in the form and sends it off. */
export async function payWith(page: Page, card: Partial<CardEntry> = GOOD_CARD): Promise<void> {
  await fillIn(page, card);
  await page.locator("#pay").click();
}

export async function untilState(page: Page, state: PageState): Promise<void> {
  await page.locator(`main[data-state="${state}"]`).waitFor();
}

/** The payer arrives at the merchant's, with the hint about the Payment behind the merchant's own query. */
export async function untilMerchant(page: Page, id: string, status: Payment["status"]): Promise<void> {
  await page.waitForURL(`https://${MERCHANT_HOST}/**`);
  expect(page.url()).to.equal(`${RETURN_URL}&payment_id=${id}&status=${status}`);
}

export async function untilStatus(api: Api, id: string, status: Payment["status"]): Promise<Payment> {
  return waitFor(`${id} to be ${status}`, async () => {
    const payment = paymentOf(await api.read(id));
    return payment.status === status ? payment : null;
  });
}

/** The bank's page: its buttons by what they send. */
export async function answerBank(page: Page, action: "complete" | "fail" | "cancel"): Promise<void> {
  await page.locator(`button[name="action"][value="${action}"]`).click();
}
