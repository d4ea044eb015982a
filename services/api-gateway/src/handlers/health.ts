import type { HealthStatus } from "@flowlix/contracts";
import type { Loops } from "@flowlix/runtime";
import type { Offering } from "../offering.ts";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import { within } from "../within.ts";

export interface HealthDeps {
  /** Every service that says how it is, by name. */
  readonly parts: Offering<"health">;
  /** Rejects while the gateway's own database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  /** What the gateway itself repeats. */
  readonly ownLoops: Pick<Loops, "failing">;
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
      known = { status: readStatus(deps, requestId), askedAt: now };
    }
    const status = await known.status;
    return json(status === "unavailable" ? 503 : 200, { status }, NO_STORE);
  };
}

/** Without one of these services some object cannot be made at all. */
const INDISPENSABLE = ["idempotency", "payments", "refunds", "payouts"];

/**
 * An open breaker only narrows what can be made. What a loop does not get done, and the work of the other services, is
 * caught up with later: without the notifier events wait in their outbox, and without the reconciler differences stay
 * open.
 */
async function readStatus(deps: HealthDeps, requestId: string): Promise<HealthStatus> {
  const call = { requestId, timeoutMs: PART_TIMEOUT_MS };
  try {
    const [parts] = await Promise.all([
      Promise.all(
        Object.entries(deps.parts).map(async ([name, part]) => {
          const indispensable = INDISPENSABLE.includes(name);
          const asked = part.health({}, call);
          return { indispensable, health: await (indispensable ? asked : asked.catch(() => null)) };
        }),
      ),
      within(PART_TIMEOUT_MS, deps.pingDatabase()),
    ]);
    if (parts.some(({ indispensable, health }) => indispensable && !health?.database)) return "unavailable";
    const isWell =
      deps.ownLoops.failing().length === 0 &&
      parts.every(({ health }) => health?.database && health.degraded.length === 0);
    return isWell ? "ok" : "degraded";
  } catch {
    return "unavailable";
  }
}
