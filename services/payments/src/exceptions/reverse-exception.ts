import type { ExceptionRecord, Params, paymentsContract } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";

const DEADLINE_MS = 15_000;
const RETRY_AFTER_S = 5;

/**
 * Gives a charge back that must not stand: reversed at the provider once, by its reference, then ended
 * with an audit row (docs/design/decisions.md#charged-after-end). A crash in between leaves the exception open;
 * repeating is safe. Errors: object_not_found; object_state_conflict for one that has ended, or is no charge;
 * service_unavailable where the provider did not confirm.
 */
export async function reverseException(
  deps: PaymentsDeps,
  { anomaly_id, actor }: Params<typeof paymentsContract, "reverseAnomaly">,
  requestId: string,
): Promise<ExceptionRecord> {
  const exception = await deps.exceptions.find(anomaly_id);
  if (exception === null) throw new DomainError("object_not_found", { param: anomaly_id });
  if (
    exception.resolved_at !== null ||
    exception.kind !== "charged_after_end" ||
    exception.object_id === null
  ) {
    throw new DomainError("object_state_conflict");
  }
  const { object_id: reference, amount, currency, livemode } = exception;
  if (amount === null || currency === null || livemode === null)
    throw new DomainError("object_state_conflict");
  // A repeated request may have found the charge meanwhile and made it the Payment's own.
  const row = await deps.store.read(reference);
  if (row?.status === "SUCCEEDED") throw new DomainError("object_state_conflict");
  // A Payment that is gone names no acquirer. One that does not have the charge says so.
  const provider = row === null ? deps.acquirers.ofMode(livemode) : deps.acquirers.of(row);
  if (provider === null) throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });
  const outcome = await provider.reverse(
    { reference, amount, currency, livemode },
    deadlineIn(DEADLINE_MS),
    requestId,
  );
  if (outcome === "not_charged") throw new DomainError("object_state_conflict");
  if (outcome !== "reversed") throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });
  const resolved = await deps.exceptions.resolve(anomaly_id, { resolution: "reversed", note: null, actor });
  if (resolved === null) throw new DomainError("object_state_conflict");
  return resolved;
}
