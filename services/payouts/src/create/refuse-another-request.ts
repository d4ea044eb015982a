import { DomainError } from "@flowlix/runtime";
import { recordException } from "@flowlix/engine";
import type { CreatePayout } from "./attempt.ts";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/**
 * The owner stores what it was asked for and compares (docs/design/architecture.md#rule-1): an id that meets another
 * scope, amount, currency or destination is an exception and never an answer. Errors: internal_error.
 */
export async function refuseAnotherRequest(
  deps: Pick<PayoutsDeps, "exceptions">,
  row: PayoutRow,
  { scope, amount, currency, destination }: CreatePayout,
): Promise<void> {
  const same =
    row.merchant_id === scope.merchant_id &&
    row.livemode === scope.livemode &&
    row.amount === amount &&
    row.currency === currency &&
    row.card_brand === destination.card_brand &&
    row.card_last4 === destination.card_last4;
  if (same) return;
  const detail = "a request named this payout's id with another scope, amount, currency or destination";
  await recordException(deps, row, "request_mismatch", detail);
  throw new DomainError("internal_error");
}
