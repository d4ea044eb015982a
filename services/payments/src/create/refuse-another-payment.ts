import { refuseAnotherRequest } from "@flowlix/engine";
import type { IntegrationType, Scope } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

interface Asked {
  readonly scope: Scope;
  readonly amount: number;
  readonly currency: string;
}

const ANOTHER_REQUEST =
  "a request named this payment's id with another scope, amount, currency or way of paying";

/** Refuses an id that meets another request (`refuseAnotherRequest`). Errors: internal_error. */
export const refuseAnotherPayment = (
  deps: Pick<PaymentsDeps, "exceptions">,
  row: PaymentRow,
  integration_type: IntegrationType,
  { scope, amount, currency }: Asked,
): Promise<void> =>
  refuseAnotherRequest(deps, row, {
    scope,
    asked: { amount, currency, integration_type },
    detail: ANOTHER_REQUEST,
  });
