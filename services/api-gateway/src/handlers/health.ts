import type { HealthStatus } from "@flowlix/contracts";
import type { IdempotencyClient } from "../idempotency/idempotent.ts";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import { within } from "../within.ts";
import type { PaymentsClient, PayoutsClient, RefundsClient } from "../clients.ts";
import type { NotifierClient } from "../webhooks/notifier-call.ts";
import type { ReconcilerClient } from "../reconciler-client.ts";

export interface HealthDeps {
  readonly idempotency: IdempotencyClient;
  readonly payments: PaymentsClient;
  readonly refunds: RefundsClient;
  readonly payouts: PayoutsClient;
  readonly notifier: Pick<NotifierClient, "health">;
  readonly reconciler: ReconcilerClient;
  /** Rejects while the gateway's own database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Anyone may ask, so the parts are asked at most this often. */
const CACHE_MS = 1_000;
/** A part that is slow for a moment is there; who monitors has to be answered all the same. */
const PART_TIMEOUT_MS = 4_000;
const NO_STORE = { "Cache-Control": "no-store" } as const;

/** GET /v1/health (docs/design/decisions.md#health): no component is named, and nothing is cached on the way. */
export function createHealthHandler(deps: HealthDeps): (request: ApiRequest) => Promise<Answer> {
  let known: { readonly status: Promise<HealthStatus>; readonly askedAt: number } | undefined;
  return async ({ requestId }) => {
    const now = deps.nowMs();
    if (known === undefined || now - known.askedAt >= CACHE_MS) {
      known = { status: judge(deps, requestId), askedAt: now };
    }
    const status = await known.status;
    return json(status === "unavailable" ? 503 : 200, { status }, NO_STORE);
  };
}

/**
 * Without its database or an owner something cannot be made at all; an open breaker only narrows what can,
 * without the notifier events wait where they were written, and without the reconciler what is unclear stays so.
 */
async function judge(deps: HealthDeps, requestId: string): Promise<HealthStatus> {
  const call = { requestId, timeoutMs: PART_TIMEOUT_MS };
  try {
    const [, notifier, reconciler, ...owners] = await Promise.all([
      within(PART_TIMEOUT_MS, deps.pingDatabase()),
      deps.notifier.health({}, call).catch(() => null),
      deps.reconciler.health({}, call).catch(() => null),
      deps.idempotency.health({}, call),
      deps.payments.health({}, call),
      deps.refunds.health({}, call),
      deps.payouts.health({}, call),
    ]);
    if (owners.some((owner) => !owner.database)) return "unavailable";
    const isWell = [notifier, reconciler, ...owners].every(
      (part) => part?.database && part.degraded.length === 0,
    );
    return isWell ? "ok" : "degraded";
  } catch {
    return "unavailable";
  }
}
