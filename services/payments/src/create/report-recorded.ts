import type { Payment } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { factOf, saysNeverCharged, type ExplicitRead } from "../lifecycle/order-fact.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { viewOf } from "../payment/payment-view.ts";
import type { Claimed } from "./attempt.ts";

/**
 * The Payment as it is recorded now, for an attempt that has lost the row to others. An older copy of a row that is
 * gone is never an answer.
 * Errors (docs/design/decisions.md#conflict-codes), both with the key held, because the order may be charged:
 * object_not_found where the row is gone; object_state_conflict where it cannot be read.
 */
export async function reportRecorded(deps: Pick<PaymentsDeps, "store">, id: string): Promise<Payment> {
  return viewOf((await seenOrThrow(deps, id)) ?? throwGone("hold"));
}

const seenOrThrow = (deps: Pick<PaymentsDeps, "store">, id: string): Promise<PaymentRow | null> =>
  deps.store.read(id).catch((cause: unknown) => {
    throw new DomainError("object_state_conflict", { key: "hold", cause });
  });

function throwGone(key: "hold" | "release"): never {
  throw new DomainError("object_not_found", { key });
}

/**
 * Records what the provider said of the order and answers with what is recorded then; null where that moves
 * nothing. Errors: as `reportRecorded`; of a Payment that is gone the key is released where the provider
 * confirmed that nothing was charged.
 */
export async function reportFact(
  deps: PaymentsDeps,
  { row, time }: Pick<Claimed, "row" | "time">,
  outcome: ExplicitRead,
): Promise<Payment | null> {
  const fact = factOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
  if (fact === null) return null;
  const applied = await applyEvent(deps, row, fact, time);
  switch (applied.kind) {
    case "recorded":
      return viewOf(applied.row);
    case "lost":
      return reportRecorded(deps, row.id);
    case "gone":
      return throwGone(saysNeverCharged(outcome) ? "release" : "hold");
  }
}
