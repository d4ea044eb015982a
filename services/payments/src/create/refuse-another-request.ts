import { recordException } from "@flowlix/engine";
import type { IntegrationType, Scope } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

interface Asked {
  readonly scope: Scope;
  readonly amount: number;
  readonly currency: string;
}

/**
 * The owner stores what it was asked for and compares (docs/design/architecture.md#rule-1): an id that meets another
 * scope, amount, currency or way of paying is an exception and never an answer. Errors: internal_error.
 */
export async function refuseAnotherRequest(
  deps: Pick<PaymentsDeps, "exceptions">,
  row: PaymentRow,
  integrationType: IntegrationType,
  { scope, amount, currency }: Asked,
): Promise<void> {
  const same =
    row.merchant_id === scope.merchant_id &&
    row.livemode === scope.livemode &&
    row.amount === amount &&
    row.currency === currency &&
    row.integration_type === integrationType;
  if (same) return;
  const detail = "a request named this payment's id with another scope, amount, currency or way of paying";
  await recordException(deps, row, "request_mismatch", detail);
  throw new DomainError("internal_error");
}
