import { refuseAnotherRequest } from "@flowlix/engine";
import type { CreatePayout } from "./attempt.ts";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

const ANOTHER_REQUEST =
  "a request named this payout's id with another scope, amount, currency or destination";

/** Refuses an id that meets another request (`refuseAnotherRequest`). Errors: internal_error. */
export const refuseAnotherPayout = (
  deps: Pick<PayoutsDeps, "exceptions">,
  row: PayoutRow,
  { scope, amount, currency, destination: { card_brand, card_last4 } }: CreatePayout,
): Promise<void> =>
  refuseAnotherRequest(deps, row, {
    scope,
    asked: { amount, currency, card_brand, card_last4 },
    detail: ANOTHER_REQUEST,
  });
