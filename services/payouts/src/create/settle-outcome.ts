import type { Payout } from "@flowlix/contracts";
import { codeOfNotExecuted, type TransferOutcome } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { noteContradiction, recordAnomaly } from "../anomalies/record-anomaly.ts";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { PayoutsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { eventOf } from "../lifecycle/outcome-event.ts";
import type { PayoutEvent } from "../lifecycle/payout-lifecycle.ts";
import { viewOf } from "../payout/payout-view.ts";
import type { Claimed } from "./submit-payout.ts";

/**
 * What a submission's outcome does to the row and the answer (architecture §6): payouts know no 429 and no
 * 502. What is known not to have been executed fails, and whatever is unknown stays as recorded.
 */
export async function settleOutcome(
  deps: PayoutsDeps,
  claimed: Claimed,
  outcome: TransferOutcome,
): Promise<Payout> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "in_progress": {
      const event = eventOf(outcome);
      return event === null ? asRecorded(deps, claimed) : recordEvent(deps, claimed, event);
    }
    case "not_executed":
      return recordEvent(deps, claimed, { type: "failed", code: codeOfNotExecuted(outcome) });
    case "unknown":
      await noteContradiction(deps, claimed.row, outcome);
      return asRecorded(deps, claimed);
  }
}

/** Stays PENDING: nothing more of it is ever sent, and the provider is looked at soon. */
async function asRecorded(deps: PayoutsDeps, { row }: Claimed): Promise<Payout> {
  const ended = await deps.store.endSubmission(row.id, row.version, lookInMs("PENDING", 0) ?? 0);
  if (ended) return viewOf(row);
  const seen = await deps.store.read(row.id);
  return viewOf(seen ?? row);
}

/** Records an explicit outcome and answers with what is recorded (decisions §10, object_state_conflict). */
async function recordEvent(deps: PayoutsDeps, { row, time }: Claimed, event: PayoutEvent): Promise<Payout> {
  const applied = await applyEvent(deps, row, event, time);
  switch (applied.kind) {
    case "recorded":
      return viewOf(applied.row);
    case "lost": {
      const seen = await deps.store.read(row.id).catch((cause: unknown) => {
        throw new DomainError("object_state_conflict", { key: "hold", cause });
      });
      return seen === null ? gone(deps, row, event) : viewOf(seen);
    }
    case "gone":
      return gone(deps, row, event);
  }
}

/**
 * Nothing here deletes a Payout. Where one is gone all the same the key is free only if nothing was paid;
 * else it keeps its id, and an operator hears of it (decisions §10, object_not_found).
 */
async function gone(deps: PayoutsDeps, row: Claimed["row"], event: PayoutEvent): Promise<never> {
  if (event.type === "failed") throw new DomainError("object_not_found", { key: "release" });
  const kind = event.type === "succeeded" ? "executed_after_end" : "unknown_reference";
  await recordAnomaly(deps, row, kind, `the provider reports "${event.type}" of a payout that is gone`);
  throw new DomainError("object_not_found", { key: "hold" });
}
