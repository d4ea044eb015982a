import type { HostedPageStage } from "@flowlix/contracts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { SUBMIT_MARGIN_MS } from "./hosted-store.ts";

/** What a hosted Payment's page has to show, by the row and the database's time of its reading. */
export function stageOf(row: SeenPayment): HostedPageStage {
  if (isTerminal(row.status)) return "ended";
  if (row.status !== "REQUIRES_ACTION") return "processing";
  // A card is in, or the payer came back from a challenge that we finish: its outcome is found out.
  if (row.submission !== null) return "checking";
  if (row.next_action_reason === "three_d_secure") return isLeft(row, 0) ? "challenge" : "expiring";
  if (!isLeft(row, SUBMIT_MARGIN_MS)) return "expiring";
  return formClosedUntil(row) === null ? "form" : "form_closed";
}

/** Whether more than that is left of the customer's time, and nobody has begun to close the order. */
function isLeft(row: SeenPayment, ms: number): boolean {
  if (row.expiring || row.action_expires_at === null) return false;
  return row.action_expires_at.getTime() - ms > row.now_ms;
}

/** Database time in ms until which the form is closed; null while it is open. */
export function formClosedUntil({ form_closed_until: until, now_ms }: SeenPayment): number | null {
  return until === null || until.getTime() <= now_ms ? null : until.getTime();
}
