import { randomUUID } from "node:crypto";
import type { PayoutCard, Secret } from "@flowlix/cards";
import type { Params, Payout, payoutsContract } from "@flowlix/contracts";
import { databaseTime, QueueFull } from "@flowlix/persistence";
import type { ProviderPayouts } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import { openCard } from "./open-card.ts";
import { newPayout } from "../lifecycle/payout-lifecycle.ts";
import { viewOf, withState } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { refuseAnotherRequest } from "./refuse-another-request.ts";
import { resumePayout } from "./resume-payout.ts";
import { statusEvent } from "../lifecycle/status-event.ts";
import { submitPayout } from "./submit-payout.ts";

export type CreatePayout = Params<typeof payoutsContract, "create">;

/** One request's attempt at its Payout: what it asks for and where the money goes. */
export interface Attempt {
  readonly request: CreatePayout;
  readonly requestId: string;
  /** Null where the box did not open: nothing can be sent. */
  readonly card: Secret<PayoutCard> | null;
  readonly provider: ProviderPayouts;
  /** Names this attempt's claim on the submission. */
  readonly submission: string;
  /** When this process took the request up, by its monotonic clock. */
  readonly startedAt: number;
}

const RETRY_AFTER_S = 5;

/**
 * Makes a Payout, or tells of the one that exists under this id. A failure is a result, not an error. Safe to
 * repeat: only the attempt that made the row ever submits it (architecture §6, Payout).
 * Errors: as the contract's `create` lists them, with what is left of the idempotency key.
 */
export async function createPayout(
  deps: PayoutsDeps,
  request: CreatePayout,
  requestId: string,
): Promise<Payout> {
  const startedAt = performance.now();
  const provider = deps.providerFor(request.scope.livemode);
  if (provider === null || provider.isOpen()) return tellOrRefuse(deps, request, provider);
  const card = openCard(deps, request);
  const attempt: Attempt = { request, requestId, card, provider, submission: randomUUID(), startedAt };
  const readAt = performance.now();
  const nowMs = await deps.store.now();
  const row = bornRow(attempt, nowMs);
  const inserted = await insert(deps, row, request.start_before);
  if (inserted === "queue_full") return tellOrRefuse(deps, request, provider);
  if (!inserted) return resumePayout(deps, attempt);
  return submitPayout(deps, attempt, { row, time: databaseTime(nowMs, readAt) });
}

async function insert(
  deps: PayoutsDeps,
  row: PayoutRow,
  startBefore: number,
): Promise<boolean | "queue_full"> {
  try {
    return await deps.store.insert({ row, event: statusEvent(row), start_before: startBefore });
  } catch (error) {
    if (error instanceof QueueFull) return "queue_full";
    throw error;
  }
}

/**
 * Nothing can be made now, but what exists under the id is told: only where there is nothing may the key be
 * released (architecture §6, `release`). An earlier attempt's time to insert is long over.
 */
async function tellOrRefuse(
  deps: PayoutsDeps,
  request: CreatePayout,
  provider: ProviderPayouts | null,
): Promise<Payout> {
  const row = await deps.store.read(request.payout_id);
  if (row === null) {
    const retryAfterS = provider?.retryAfterS() ?? RETRY_AFTER_S;
    throw new DomainError("service_unavailable", { key: "release", retryAfterS });
  }
  await refuseAnotherRequest(deps, row, request);
  return viewOf(row);
}

function bornRow({ request, submission }: Attempt, nowMs: number): PayoutRow {
  const claimedUntil = new Date(request.start_before);
  const createdAt = new Date(nowMs);
  const unborn: PayoutRow = {
    id: request.payout_id,
    merchant_id: request.scope.merchant_id,
    livemode: request.scope.livemode,
    amount: request.amount,
    currency: request.currency,
    merchant_reference: request.merchant_reference,
    ...request.destination,
    ...request.recipient,
    initiator_ip_address: request.initiator_ip_address,
    status: "PENDING",
    failure_code: null,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
    version: 1,
    submission,
    submit_until: claimedUntil,
    next_look_at: claimedUntil,
    look_count: 0,
  };
  return withState(unborn, newPayout(Math.floor(nowMs / 1000)));
}
