import type { Deadline, TransferRead } from "@flowlix/provider";
import { recordException } from "@flowlix/engine";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import type { PayoutsDeps } from "../deps.ts";
import { isTerminal } from "../lifecycle/payout-lifecycle.ts";
import { orderRefOf } from "../payout/order.ts";
import type { SeenPayout } from "../payout/payouts-store.ts";

/** Whether somebody may still be submitting, by the database's clock of the reading. */
export const submissionIsLive = (row: SeenPayout): boolean =>
  row.submit_until !== null && row.submit_until.getTime() > row.now_ms;

/**
 * What the provider says of a Payout. One that it does not know is closed there before it is given up, and
 * never while it may still be submitted (docs/design/architecture.md#rule-5): only the confirmation of that ends it,
 * "was executed" wins, and unknown tries again later. Nothing is ever submitted again.
 */
export async function readOrClose(
  deps: Pick<PayoutsDeps, "exceptions" | "acquirers">,
  row: SeenPayout & { readonly look_hung?: boolean },
  deadline: Deadline,
  requestId: string,
): Promise<TransferRead> {
  const { payouts } = deps.acquirers.of(row);
  const read = await payouts.read(orderRefOf(row), deadline, requestId, row.look_hung);
  await noteContradiction(deps, row, read);
  if (read.kind !== "absent" || isTerminal(row.status) || submissionIsLive(row)) return read;
  if (row.status === "PROCESSING") {
    // It had acknowledged the payout. Closing does not say what became of it, so a human has to ask.
    const detail = "the provider does not know this payout any more, which it had acknowledged";
    await recordException(deps, row, "outcome_mismatch", detail);
    return read;
  }
  const closed = await payouts.close(orderRefOf(row), deadline, requestId);
  await noteContradiction(deps, row, closed);
  return closed;
}
