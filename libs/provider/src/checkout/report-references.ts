import { isId } from "@flowlix/contracts";
import type { ProviderCall } from "../reply.ts";
import { orderNamed } from "../order-reference.ts";
import type { StatementLine } from "../statement.ts";
import type { FinancialAction } from "./financial-actions.ts";
import { reversedBy } from "./idempotency-key.ts";
import type { LookUp } from "./look-up.ts";
import { NotRead } from "./not-read.ts";
import type { WireAction } from "./wire.ts";

/**
 * Gives a movement our reference. The report has that of the payment's latest action on every row, so that a refund,
 * and what was refunded later, are told by their own actions; a payment's are asked for once.
 */
export function createReportReferences(lookUp: LookUp, call: ProviderCall) {
  let last: { readonly paymentId: string; readonly actions: readonly WireAction[] } | undefined;

  async function actionsOf(paymentId: string): Promise<readonly WireAction[]> {
    if (last?.paymentId === paymentId) return last.actions;
    const done = await lookUp.actions(paymentId, call);
    if (done.kind === "unclear") throw new NotRead({ ...done.reply });
    last = { paymentId, actions: done.actions };
    return done.actions;
  }

  return async ({ paymentId, actionId, ...action }: FinancialAction): Promise<StatementLine> => {
    const line = (kind: StatementLine["kind"], reference: string): StatementLine => ({
      kind,
      reference,
      amount: action.amount,
      currency: action.currency,
      executedAtMs: action.executedAtMs,
    });
    if (action.kind === "payout") return line("payout", action.reference);
    if (action.kind === "charge" && isId("payment", orderNamed(action.reference).id))
      return line("charge", action.reference);
    const actions = await actionsOf(paymentId);
    if (action.kind === "charge")
      return line("charge", actions.find(({ type }) => type === "Authorization")?.reference ?? paymentId);
    const own = actions.find(({ id }) => id === actionId)?.reference ?? actionId;
    const charge = reversedBy(own);
    return charge === null ? line("refund", own) : line("reversal", charge);
  };
}
