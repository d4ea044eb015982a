import { randomUUID } from "node:crypto";
import { databaseTime, type DatabaseTime } from "@flowlix/persistence";
import { deadlineIn, returnedQueryOf, type Outcome } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { factOf } from "../lifecycle/order-fact.ts";
import { orderRefOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import type { SeenPayment } from "../payment/payments-store.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import type { LeftCompletion } from "./claim-completion.ts";

/** Of an owner's time this much is left for the status sync that follows, and for the answer. */
const LEFT_FOR_ANSWER = 0.4;

/**
 * Finishes the payer's challenge at an acquirer that leaves that to us, with what the payer came back with. It moves
 * money: a claim of the row lets it happen at most once for a challenge, however many come back and how often. A call
 * without an answer is unknown, and the status sync finds out. False where there was nothing to finish, or another one
 * did (docs/decisions/0098-completing-an-action-is-claimed-once.md).
 */
export async function completeAction(
  deps: PaymentsDeps,
  seen: PaymentRow,
  given: Readonly<Record<string, string>>,
  requestId: string,
): Promise<boolean> {
  if (seen.status !== "REQUIRES_ACTION" || seen.next_action_reason !== "three_d_secure") return false;
  const provider = deps.acquirers.of(seen);
  const returned = returnedQueryOf(provider.returnParameters, given);
  if (returned === null) return false;
  const withinMs = Math.round(deps.settings.ownerDeadlineMs * (1 - LEFT_FOR_ANSWER));
  const askedAt = performance.now();
  const claimed = await claim(deps, seen.id, withinMs);
  if (claimed === null) return false;
  const deadline = deadlineIn(withinMs - (performance.now() - askedAt));
  const outcome = await provider.complete(orderRefOf(claimed.row), returned, deadline, requestId);
  await record(deps, claimed, outcome);
  return true;
}

interface Claimed {
  readonly row: SeenPayment;
  readonly submission: string;
  readonly time: DatabaseTime;
}

async function claim({ store }: PaymentsDeps, id: string, withinMs: number): Promise<Claimed | null> {
  const submission = randomUUID();
  const askedAt = performance.now();
  const row = (await store.claimCompletion(id, submission, withinMs)) ?? (await store.read(id));
  // A row with our own claim is our own work whose answer was lost.
  if (row?.submission !== submission) return null;
  return { row, submission, time: databaseTime(row.now_ms, { askedAt }) };
}

/**
 * An explicit answer is recorded; of anything else the claim says what is left (docs/design/architecture.md#rule-2).
 */
async function record(
  deps: PaymentsDeps,
  { row, submission, time }: Claimed,
  outcome: Outcome,
): Promise<void> {
  const leave = (left: LeftCompletion) =>
    deps.store.leaveCompletion(row.id, submission, left, syncInMs("PENDING", 0, null) ?? 0);
  switch (outcome.kind) {
    case "not_executed":
      return leave("undone");
    case "unknown":
      await noteContradiction(deps, row, outcome);
      return leave(outcome.cause === "lost" ? "unanswered" : "answered");
    default: {
      await keepAcquirerId(deps, row, outcome);
      const fact = factOf(outcome, time.nowMs(), deps.settings.threeDSecureExpiryMs);
      const applied = fact === null ? null : await applyEvent(deps, row, fact, time);
      // What moved the row has ended the claim with it.
      if (applied === null || (applied.kind === "recorded" && applied.row.version === row.version))
        await leave("answered");
    }
  }
}
