import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { syncPaymentSafely } from "../status-sync/sync-due.ts";
import { completeAction } from "./complete-action.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** Together a little longer than the second within which the provider is not asked twice. */
const WAITS_MAX = 5;
const WAIT_MS = 250;

/**
 * The payer's browser came back from a challenge. That proves nothing. So a status sync follows, at most one a second
 * per Payment, and the browser is sent on with the recorded status as a hint
 * (docs/design/architecture.md#3d-secure-return). Before that a challenge is finished that the acquirer leaves to us
 * (`completeAction`). Late and repeated returns are harmless. Errors: object_not_found for
 * an unknown Payment and for a forged token alike.
 */
export async function completeAuthentication(
  deps: PaymentsDeps,
  { payment_id, token_sha256, returned }: Params<typeof paymentsContract, "completeAuthentication">,
  requestId = "",
): Promise<Result<typeof paymentsContract, "completeAuthentication">> {
  if (!deps.returnTokens.matches(payment_id, token_sha256)) throw new DomainError("object_not_found");
  const before = await deps.store.read(payment_id);
  const isCompleted =
    before !== null && returned !== undefined && (await completeAction(deps, before, returned, requestId));
  const row = await syncedRow(deps, payment_id);
  const { status, return_url, integration_type } = row;
  // After a challenge that was finished the next one is a second step of the same payer.
  const isLeft = before !== null && !isCompleted && isAnotherChallenge(before, row);
  return {
    payment_id,
    status,
    return_url,
    integration_type,
    ...(isLeft ? { challenge_left: true } : {}),
  };
}

/**
 * An acquirer asks anew where the payer left a challenge without an answer; one that was answered stays as it was until
 * it is decided.
 */
const isAnotherChallenge = (before: PaymentRow, now: PaymentRow): boolean =>
  isChallenge(before) && isChallenge(now) && before.next_action_url !== now.next_action_url;

const isChallenge = ({ status, next_action_reason: reason }: PaymentRow): boolean =>
  status === "REQUIRES_ACTION" && reason === "three_d_secure";

/**
 * The row after a status sync. Often another one has just begun, for the callback of the same challenge. Its result is
 * about to be recorded, or may be older than the payer's answer.
 */
async function syncedRow(deps: PaymentsDeps, id: string): Promise<PaymentRow> {
  for (let waits = 0; ; waits += 1) {
    const due = await deps.syncs.claimOne(id);
    if (due !== null) await syncPaymentSafely(deps, due, performance.now());
    const row = await deps.store.read(id);
    if (row === null) throw new DomainError("object_not_found");
    const mayBeOld = due === null && row.status === "REQUIRES_ACTION";
    if (!mayBeOld || waits === WAITS_MAX) return row;
    await deps.pause(WAIT_MS);
  }
}
