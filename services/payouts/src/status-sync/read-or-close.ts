import { isFinallyAbsent, type AbsentFinality, type Deadline, type TransferRead } from "@flowlix/provider";
import { recordOnce } from "@flowlix/engine";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import type { PayoutsDeps } from "../deps.ts";
import { isTerminal } from "../lifecycle/payout-lifecycle.ts";
import { askedOrderOf } from "../payout/order.ts";
import type { SeenPayout } from "../payout/payouts-store.ts";

/** Whether somebody may still be submitting, by the database's clock of the reading. */
export const submissionIsLive = (row: SeenPayout): boolean =>
  row.submit_until !== null && row.submit_until.getTime() > row.now_ms;

/** What it means that the acquirer does not know the Payout, by what its adapter declares. */
const absenceOf = (row: SeenPayout, finality: AbsentFinality) =>
  isFinallyAbsent({
    finality,
    submittedBetween: askedOrderOf(row).submittedBetween,
    askedAtMs: row.now_ms,
    absentAtMs: row.absent_at?.getTime() ?? null,
  });

/**
 * What the provider says of a Payout. One that it does not know is closed there before it is given up, and
 * never while it may still be submitted (docs/design/architecture.md#rule-5): only the confirmation of that ends it,
 * "was executed" wins, and unknown tries again later. Nothing is ever submitted again.
 */
export async function readOrClose(
  deps: Pick<PayoutsDeps, "exceptions" | "acquirers" | "syncs">,
  row: SeenPayout & { readonly look_hung?: boolean },
  deadline: Deadline,
  requestId: string,
): Promise<TransferRead> {
  const { payouts } = deps.acquirers.of(row);
  const read = await payouts.read(askedOrderOf(row), deadline, requestId, row.look_hung);
  await noteContradiction(deps, row, read);
  await keepAcquirerId(deps, row, read);
  const isKnown = read.kind !== "absent" && read.kind !== "unknown";
  if (isKnown && row.absent_at !== null) await deps.syncs.noteAbsence(row.id, row.version, false);
  if (read.kind !== "absent" || isTerminal(row.status) || submissionIsLive(row)) return read;
  const absence = absenceOf(row, payouts.absentIsFinal);
  if (absence === "first") await deps.syncs.noteAbsence(row.id, row.version, true);
  if (row.status === "PROCESSING") {
    // It had acknowledged the payout, which an absence contradicts only where it proves something. Closing does not say
    // what became of it, so a human has to ask, once. Each status sync reads the same; after the human has noted the
    // answer, nothing is left to do.
    const detail = "the provider does not know this payout any more, which it had acknowledged";
    if (absence === "closable" || absence === "final")
      await recordOnce(deps, row, "outcome_mismatch", detail);
    return read;
  }
  // Nothing can be closed there. Once nothing that was sent can arrive any more, it ends as what was closed does.
  if (absence !== "closable") return absence === "final" ? { kind: "closed" } : read;
  const closed = await payouts.close(askedOrderOf(row), deadline, requestId);
  await noteContradiction(deps, row, closed);
  return closed;
}

/**
 * Whether a Payout that was sent, perhaps, is not known there and never proved not to be executed by that: its callback
 * has it read at once, and without one nothing ends it here (docs/design/architecture.md#closing).
 */
export const isNeverFound = (
  deps: Pick<PayoutsDeps, "acquirers">,
  row: SeenPayout,
  outcome: TransferRead,
): boolean =>
  outcome.kind === "absent" &&
  row.status === "PENDING" &&
  !submissionIsLive(row) &&
  absenceOf(row, deps.acquirers.of(row).payouts.absentIsFinal) === "never";
