import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "./deps.ts";
import { lookSafely } from "./look.ts";

/**
 * The payer's browser came back from a challenge. That proves nothing: the provider is looked at, at
 * most once a second per Payment, and the browser sent on with what is recorded as a hint
 * (architecture §6, 3D Secure return). Late and repeated returns are harmless.
 * Errors: object_not_found for an unknown Payment and for a forged token alike.
 */
export async function completeAuthentication(
  deps: PaymentsDeps,
  { payment_id, token_sha256 }: Params<typeof paymentsContract, "completeAuthentication">,
): Promise<Result<typeof paymentsContract, "completeAuthentication">> {
  if (!deps.returnTokens.matches(payment_id, token_sha256)) throw new DomainError("object_not_found");
  const due = await deps.looks.claimOne(payment_id);
  if (due !== null) await lookSafely(deps, due, performance.now());
  const row = await deps.store.read(payment_id);
  if (row === null) throw new DomainError("object_not_found");
  const { status, return_url, integration_type } = row;
  return { payment_id, status, return_url, integration_type };
}
