import type { Logger, Loop } from "@flowlix/runtime";
import { Agent, request } from "undici";
import type { AcquirerMetrics } from "../metrics.ts";
import type { RunInBackground } from "../pool.ts";
import { signCallback } from "./callback-signature.ts";
import { callbackDelivered, callbackFailed, claimCallbacks, type OwedCallback } from "./callback-store.ts";

export interface CallbackDelivery {
  /** Starts tries for what is due, as far as slots are free; returns whether more may be waiting. */
  deliverSome(): Promise<boolean>;
  /** Resolves when no try is under way; none may be started any more. */
  close(): Promise<void>;
}

const IN_FLIGHT_MAX = 32;
const TRY_LASTS_MAX_MS = 10_000;

/**
 * Delivers signed callbacks: at least once, in bounded numbers, each on its own schedule, so that one
 * address that does not answer holds back no other for long.
 */
export function createCallbackDelivery(deps: {
  readonly background: RunInBackground;
  readonly secret: string;
  readonly logger: Logger;
  readonly metrics: AcquirerMetrics;
  /** Where it reports whether the end of a try could be recorded. */
  readonly recording: Loop;
}): CallbackDelivery {
  const agent = new Agent({ connections: IN_FLIGHT_MAX, keepAliveTimeout: 4_000 });
  const underWay = new Set<Promise<void>>();

  async function deliverSome(): Promise<boolean> {
    const free = IN_FLIGHT_MAX - underWay.size;
    if (free === 0) {
      await Promise.race(underWay);
      return true;
    }
    const claimed = await claimCallbacks(deps.background, free);
    for (const callback of claimed) {
      const tried = deliver(callback).finally(() => underWay.delete(tried));
      underWay.add(tried);
    }
    return claimed.length === free;
  }

  async function deliver(callback: OwedCallback): Promise<void> {
    const delivered = await post(agent, deps.secret, callback);
    deps.metrics.callbackTried(delivered);
    try {
      const next = await deps.recording.run(async () => {
        if (!delivered) return callbackFailed(deps.background, callback);
        return callbackDelivered(deps.background, callback.id);
      });
      const facts = { callback_id: callback.id, reference: callback.reference, attempts: callback.attempts };
      if (next === "given_up") deps.logger.warn(facts, "callback given up after 24 hours");
    } catch (error) {
      // The claim runs out by itself and the callback is tried again.
      deps.logger.warn(
        { err: error, callback_id: callback.id },
        "the end of a callback's try could not be recorded",
      );
    }
  }

  return {
    deliverSome,
    async close() {
      await Promise.all(underWay);
      await agent.close();
    },
  };
}

async function post(agent: Agent, secret: string, callback: OwedCallback): Promise<boolean> {
  const { id, reference, kind, state, at } = callback;
  const body = JSON.stringify({ callback_id: id, reference, kind, state, at });
  try {
    const response = await request(callback.callback_url, {
      dispatcher: agent,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "acquirer-signature": signCallback(secret, body, Math.floor(Date.now() / 1_000)),
      },
      body,
      signal: AbortSignal.timeout(TRY_LASTS_MAX_MS),
    });
    await response.body.dump();
    return response.statusCode >= 200 && response.statusCode < 300;
  } catch {
    return false;
  }
}
