import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { formClosedUntil } from "./page-stage.ts";

/**
 * Counts a submit that the page refused for its fields; too many close the form for a while, and the
 * Payment stays (docs/design/decisions.md#hosted-challenge). Errors: object_not_found, of Direct Payments too.
 */
export async function refusePage(
  deps: PaymentsDeps,
  { payment_id }: Params<typeof paymentsContract, "refusePage">,
): Promise<Result<typeof paymentsContract, "refusePage">> {
  await deps.hosted.refuse(payment_id);
  const row = await deps.store.read(payment_id);
  if (row?.integration_type !== "HOSTED_PAYMENT_PAGE") throw new DomainError("object_not_found");
  return { form_closed_until_ms: formClosedUntil(row) };
}
