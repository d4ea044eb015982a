import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { type Payout, ENCRYPTED_FOR } from "@flowlix/contracts";
import { type Made, type Routed, decryptInstrument, noRouteError, refuseAsked } from "@flowlix/engine";
import { databaseTime, QueueFull, type DatabaseTime } from "@flowlix/persistence";
import type { Provider, ProviderPayouts } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import type { InitialPayout } from "./insert-payout.ts";
import { newPayout } from "../lifecycle/payout-lifecycle.ts";
import { viewOf, withState } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { askedOf } from "./asked-of.ts";
import { refuseAnotherPayout } from "./refuse-another-payout.ts";
import { resumePayout } from "./resume-payout.ts";
import { statusEvent } from "../lifecycle/status-event.ts";
import { submitPayout } from "./submit-payout.ts";
import type { CreatePayout, Attempt } from "./attempt.ts";

const RETRY_AFTER_S = 5;

/**
 * Makes a Payout, or answers the one that exists under this id. A failure is a result, not an error. Safe to
 * repeat: only the attempt that made the row ever submits it (docs/design/architecture.md#payout). Errors: as the
 * contract's `create` lists them, with what is left of the idempotency key.
 */
export async function createPayout(
  deps: PayoutsDeps,
  request: CreatePayout,
  requestId: string,
): Promise<Payout> {
  const startedAt = performance.now();
  const route = deps.acquirers.route(routeQuestion(request), ({ payouts }) => payouts.isOpen());
  if (route !== null && "refused" in route) return reportOrRefuse(deps, request, noRouteError(route));
  if (route === null || route.port.payouts.isOpen())
    return reportOrRefuse(deps, request, unavailable(route?.port.payouts));
  const card = decryptInstrument(deps, {
    ...request,
    noun: "payout",
    operation: ENCRYPTED_FOR.createPayout,
    object_id: request.payout_id,
  });
  const notTaken = refuseAsked(route.port.capabilities, askedOf(request, card));
  if (notTaken !== null) return reportOrRefuse(deps, request, notTaken);
  const attempt: Attempt = { request, requestId, card, submission: randomUUID(), startedAt };
  const readAt = performance.now();
  const time = databaseTime(await deps.store.now(), { askedAt: readAt });
  const inserted = await insert(deps, attempt, route, time);
  if (inserted === "queue_full") return reportOrRefuse(deps, request, unavailable(route.port.payouts));
  if (inserted === null) return resumePayout(deps, attempt);
  return submitPayout(deps, attempt, { row: inserted.initial.row, time });
}

async function insert(
  deps: PayoutsDeps,
  attempt: Attempt,
  route: Routed<Pick<Provider, "payouts">>,
  time: DatabaseTime,
): Promise<Made<InitialPayout> | null | "queue_full"> {
  const { payout_id: id, start_before } = attempt.request;
  // The commit is shared; the event belongs to the trace of this request.
  const at = AsyncLocalStorage.bind((nowMs: number) => {
    const row = initialPayoutRow(attempt, route, nowMs);
    return { row, event: statusEvent(row) };
  });
  try {
    return await deps.store.insert({ id, start_before, time, at });
  } catch (error) {
    if (error instanceof QueueFull) return "queue_full";
    throw error;
  }
}

/**
 * Nothing can be made now, but what exists under the id is told: only where there is nothing may the key be
 * released (docs/design/architecture.md#release). An earlier attempt's time to insert is long over.
 */
async function reportOrRefuse(
  deps: PayoutsDeps,
  request: CreatePayout,
  refusal: DomainError,
): Promise<Payout> {
  const row = await deps.store.read(request.payout_id);
  if (row === null) throw refusal;
  await refuseAnotherPayout(deps, row, request);
  return viewOf(row);
}

function unavailable(provider: ProviderPayouts | undefined): DomainError {
  const retryAfterS = provider?.retryAfterS() ?? RETRY_AFTER_S;
  return new DomainError("service_unavailable", { key: "release", retryAfterS });
}

const routeQuestion = ({ payout_id: id, scope, destination, currency, amount }: CreatePayout) => ({
  id,
  merchantId: scope.merchant_id,
  livemode: scope.livemode,
  method: "payout" as const,
  brand: destination.card_brand,
  currency,
  amount,
});

function initialPayoutRow(
  { request, submission }: Attempt,
  route: Routed<Pick<Provider, "payouts">>,
  nowMs: number,
): PayoutRow {
  const claimedUntil = new Date(request.start_before);
  const createdAt = new Date(nowMs);
  const withoutState: PayoutRow = {
    id: request.payout_id,
    merchant_id: request.scope.merchant_id,
    livemode: request.scope.livemode,
    amount: request.amount,
    currency: request.currency,
    provider: route.provider,
    provider_account: route.provider_account,
    route: route.route,
    merchant_reference: request.merchant_reference,
    ...request.destination,
    ...request.recipient,
    initiator_ip_address: request.initiator_ip_address,
    status: "PENDING",
    failure_code: null,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
    acquirer_id: null,
    absent_at: null,
    version: 1,
    submission,
    submit_until: claimedUntil,
    next_look_at: claimedUntil,
    look_count: 0,
  };
  return withState(withoutState, newPayout(Math.floor(nowMs / 1000)));
}
