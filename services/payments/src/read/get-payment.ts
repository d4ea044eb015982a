import type { Params, Payment, paymentsContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { viewOf } from "../payment/payment-view.ts";

/**
 * The Payment as recorded, within the merchant's mode; never asks the provider
 * (docs/design/specification.md#get-payment). Errors: object_not_found.
 */
export async function getPayment(
  deps: Pick<PaymentsDeps, "reads">,
  { scope, payment_id }: Params<typeof paymentsContract, "get">,
): Promise<Payment> {
  const row = await deps.reads.get(scope, payment_id);
  if (row === null) throw new DomainError("object_not_found", { param: "id" });
  return viewOf(row);
}
