import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { syncPaymentSafely } from "../status-sync/sync-due.ts";
import { attemptOf } from "../payment/order.ts";
import { viewOf } from "../payment/payment-view.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { formClosedUntil, stageOf } from "./page-stage.ts";

export type HostedPage = Result<typeof paymentsContract, "readPage">;

/**
 * A hosted Payment as its page shows it. A page that waits has the Payment synced, at most once a
 * second per Payment for all pages together. What it learns is recorded as by any other status sync.
 * Errors: object_not_found, of Direct Payments too: they have no page.
 */
export async function readPage(
  deps: PaymentsDeps,
  { payment_id, look }: Params<typeof paymentsContract, "readPage">,
): Promise<HostedPage> {
  const row = await pageRow(deps, payment_id);
  if (!look || !isWaiting(row)) return pageOf(row);
  const due = await deps.syncs.claimOne(payment_id);
  if (due === null) return pageOf(row);
  await syncPaymentSafely(deps, due, performance.now());
  return pageOf(await pageRow(deps, payment_id));
}

async function pageRow(deps: PaymentsDeps, id: string): Promise<SeenPayment> {
  const row = await deps.hosted.read(id);
  if (row?.integration_type !== "HOSTED_PAYMENT_PAGE") throw new DomainError("object_not_found");
  return row;
}

/** A status sync may say more than the row: a card is in, a challenge runs, or the time is over. */
function isWaiting(row: SeenPayment): boolean {
  const stage = stageOf(row);
  if (stage === "expiring")
    return row.action_expires_at !== null && row.action_expires_at.getTime() <= row.now_ms;
  return stage === "checking" || stage === "challenge";
}

function pageOf(row: SeenPayment): HostedPage {
  const stage = stageOf(row);
  return {
    scope: { merchant_id: row.merchant_id, livemode: row.livemode },
    payment: viewOf(row),
    return_url: row.return_url,
    customer_ip_address: row.customer_ip_address,
    now_ms: row.now_ms,
    stage,
    form_closed_until_ms: formClosedUntil(row),
    expires_at_ms: row.action_expires_at?.getTime() ?? null,
    card_tried: row.order_sent !== null && (stage === "form" || stage === "form_closed"),
    ...declinedOf(row),
  };
}

/** What a payer has to know of the card before; nothing where there was none. */
function declinedOf(row: SeenPayment): Pick<HostedPage, "declined"> {
  const last = row.declined_cards?.at(-1);
  if (last === undefined || row.card_attempts_max === null) return {};
  const attempt = attemptOf(row);
  return {
    declined: { failure_code: last.failure_code, attempt, left: row.card_attempts_max - attempt + 1 },
  };
}
