import { DomainError } from "@flowlix/runtime";
import type { CreatePayment } from "./create-payment.ts";
import type { PaymentsDeps } from "./deps.ts";
import type { PaymentRow } from "./payment.entity.ts";

/**
 * The owner stores what it was asked for and compares (architecture §2 rule 1): an id that meets another
 * scope, amount or currency is an anomaly and never an answer. Errors: internal_error.
 */
export async function refuseAnotherRequest(
  deps: PaymentsDeps,
  row: PaymentRow,
  request: CreatePayment,
): Promise<void> {
  const same =
    row.merchant_id === request.scope.merchant_id &&
    row.livemode === request.scope.livemode &&
    row.amount === request.amount &&
    row.currency === request.currency;
  if (same) return;
  await deps.anomalies.record({
    kind: "request_mismatch",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail: "a create named this payment's id with another scope, amount or currency",
  });
  throw new DomainError("internal_error");
}
