import { deadlineIn, isFinallyAbsent, type Provider, type ReadOutcome } from "@flowlix/provider";
import { databaseTime } from "@flowlix/persistence";
import type { SyncResult } from "@flowlix/engine";
import type { PaymentsDeps } from "../deps.ts";
import { awaitsFirstCard } from "../hosted/expire-unsubmitted.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import { movePayment } from "../lifecycle/move-payment.ts";
import { askedOrderOf, submittedBetween } from "../payment/order.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { recordOrReschedule } from "./record-or-reschedule.ts";
import { callDeadlineMs, NOT_QUITE_MS } from "./sync-schedule.ts";
import type { ClosingCause, DuePayment } from "./sync-store.ts";

type AbsenceIs = ReturnType<typeof isFinallyAbsent>;

/**
 * What it means that the acquirer does not know the order, by what its adapter declares; `closable` where it does.
 * Where the order is to end, the first absence is noted, and forgotten once the acquirer knows the order.
 */
export async function absenceIn(
  deps: Pick<PaymentsDeps, "syncs">,
  provider: Pick<Provider, "absentIsFinal">,
  seen: SeenPayment,
  outcome: ReadOutcome,
  isToEnd: boolean,
): Promise<AbsenceIs> {
  const isKnown = outcome.kind !== "absent" && outcome.kind !== "unknown";
  if (isKnown && seen.absent_at !== null) await deps.syncs.noteAbsence(seen.id, seen.version, false);
  if (outcome.kind !== "absent") return "closable";
  const absence = isFinallyAbsent({
    finality: provider.absentIsFinal.order,
    submittedBetween: submittedBetween(seen).submittedBetween,
    askedAtMs: seen.now_ms,
    absentAtMs: seen.absent_at?.getTime() ?? null,
  });
  if (absence === "first" && isToEnd) await deps.syncs.noteAbsence(seen.id, seen.version, true);
  return absence;
}

/** Nothing can be closed there, and nothing that was sent can still arrive: it ends as what was closed does. */
export async function endAbsent(
  deps: PaymentsDeps,
  due: DuePayment,
  cause: ClosingCause,
): Promise<SyncResult> {
  const claimed = await claim(deps, due, cause);
  if (claimed === null) return "unchanged";
  return recordOrReschedule(deps, due, claimed, { kind: "closed" }, databaseTime(claimed.now_ms));
}

/** Has the acquirer close the order, and records what it confirms (docs/design/architecture.md#rule-5). */
export async function close(
  deps: PaymentsDeps,
  provider: Provider,
  due: DuePayment,
  cause: ClosingCause,
): Promise<SyncResult> {
  const claimed = await claim(deps, due, cause);
  return claimed === null ? "unchanged" : closeClaimed(deps, provider, due, claimed);
}

async function claim(deps: PaymentsDeps, due: DuePayment, cause: ClosingCause): Promise<SeenPayment | null> {
  const claimed = await deps.syncs.claimClosing(due.id, due.version, cause);
  // Somebody moved it and set its own next status sync, or by the database's clock its time is not quite over.
  if (claimed === null) await deps.syncs.reschedule(due, NOT_QUITE_MS);
  return claimed;
}

/**
 * The payer has paid by the order of an earlier card, which had failed: no other one may begin, and what the last one
 * has begun is to come to nothing. Null where a card is being sent just now, or somebody moved the row.
 */
export async function closePaid(deps: PaymentsDeps, due: DuePayment): Promise<SyncResult | null> {
  const claimed = await deps.syncs.claimClosing(due.id, due.version, "given up");
  if (claimed === null) return null;
  if (!awaitsFirstCard(claimed)) return closeClaimed(deps, deps.acquirers.of(due), due, claimed);
  const event = { type: "failed", code: "processor_error" } as const;
  const ended = await movePayment(
    deps,
    { row: claimed, event, submission: null },
    databaseTime(claimed.now_ms),
  );
  return ended === null ? "unchanged" : "changed";
}

async function closeClaimed(
  deps: PaymentsDeps,
  provider: Provider,
  due: DuePayment,
  claimed: SeenPayment,
): Promise<SyncResult> {
  // Where the payer's time was the cause, it is over by this reading of the clock.
  const time = databaseTime(claimed.now_ms);
  const outcome = await provider.close(askedOrderOf(claimed), deadlineIn(callDeadlineMs(claimed)), "");
  await noteContradiction(deps, claimed, outcome);
  // Where nothing was read before, this is how the acquirer says that it does not know the order.
  const absence = await absenceIn(deps, provider, claimed, outcome, true);
  return recordOrReschedule(deps, due, claimed, confirmedBy(outcome, absence), time);
}

/** An order that still asks for a challenge was not closed. Only a confirmed closing ends a Payment. */
function confirmedBy(outcome: ReadOutcome, absence: AbsenceIs): ReadOutcome {
  if (absence === "final") return { kind: "closed" };
  return outcome.kind === "action_required" ? { kind: "unknown", cause: "garbled" } : outcome;
}
