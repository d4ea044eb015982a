import { orderNamed, type CallObservation } from "@flowlix/provider";
import {
  beginAtZero,
  currentTrace,
  repeatedFailures,
  requestOfId,
  traceFields,
  type Host,
  type Trace,
} from "@flowlix/runtime";
import type { OwnerName } from "../owner/owner-name.ts";
import type { CallsStore, KeptCall } from "./calls-store.ts";
import { isOrdinary } from "./ordinary-call.ts";

/** Whom a call went to. */
export interface CalledAcquirer {
  readonly provider: string;
  /** Null for the installation's own acquirer of that name. */
  readonly account: string | null;
  readonly livemode: boolean;
}

export interface CallLog {
  /** Takes no time, waits for nothing and never fails. Called in the context of who makes the call. */
  note(call: CallObservation, to: CalledAcquirer): void;
  /** Writes what was noted since the last time. What cannot be written is dropped. Errors: the driver's. */
  flush(): Promise<void>;
  start(): void;
  /** Writes what is left; never rejects. */
  stop(): Promise<void>;
}

export interface CallLogDeps extends Pick<Host, "loops" | "logger" | "metrics"> {
  readonly store: Pick<CallsStore, "insert">;
}

const FLUSH_EVERY_MS = 500;
/** Of each mode between two writes: a load test in the Sandbox takes no place of a live call. */
export const CALLS_MAX = 200;
/**
 * Of ordinary calls, which add nothing to what their object shows. Alone each is kept; under load they would be a row
 * a payment.
 */
export const ORDINARY_MAX = 20;

interface Noted {
  readonly call: CallObservation;
  readonly to: CalledAcquirer;
  readonly endedAtMs: number;
  readonly trace: Trace | undefined;
}

/**
 * Calls of the acquirer, for the story of their object: lossy on purpose
 * (docs/decisions/0111-calls-are-kept-where-they-are-few.md).
 */
export function createCallLog({ loops, logger, metrics, store }: CallLogDeps, owner: OwnerName): CallLog {
  const records = metrics.counter(
    "provider_call_records_total",
    "Calls to a provider for the story of their object: written, left out as ordinary ones under load, or dropped",
    ["outcome"],
  );
  beginAtZero(records, { outcome: ["written", "ordinary", "dropped"] });
  const failures = repeatedFailures({
    logger,
    failed: "calls of the acquirer were not kept for the story of their objects",
    again: "calls of the acquirer are kept again",
  });
  const loop = loops.add({
    name: `${owner}.writeCalls`,
    runMaxMs: 60_000,
    retryMaxMs: 60_000,
    onDemand: true,
  });
  const [live, sandbox] = [places(), places()];
  let waiting: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    for (const mode of [live, sandbox]) mode.clear();
    try {
      await store.insert(batch.map(keptOf));
      records.inc({ outcome: "written" }, batch.length);
    } catch (error) {
      records.inc({ outcome: "dropped" }, batch.length);
      throw error;
    }
  }

  const run = (): Promise<void> =>
    loop.run(flush).then(
      () => failures.cameOff(),
      (error: unknown) => failures.failed(error),
    );

  return {
    note(call, to) {
      if (call.reference === undefined) return;
      const refused = (to.livemode ? live : sandbox).take(isOrdinary(call));
      if (refused === null) waiting.push({ call, to, endedAtMs: performance.now(), trace: currentTrace() });
      else records.inc({ outcome: refused });
    },
    flush,
    start() {
      timer = setInterval(() => {
        if (waiting.length === 0) return;
        underWay ??= run().finally(() => {
          underWay = undefined;
        });
      }, FLUSH_EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await underWay;
      await run();
    },
  };
}

/** The places of a mode between two writes. */
function places() {
  let [all, ordinary] = [0, 0];
  return {
    /** Why there is none for another call; null where it has one. */
    take(isOrdinaryOne: boolean): "ordinary" | "dropped" | null {
      if (isOrdinaryOne && ordinary >= ORDINARY_MAX) return "ordinary";
      if (all >= CALLS_MAX) return "dropped";
      all += 1;
      if (isOrdinaryOne) ordinary += 1;
      return null;
    },
    clear() {
      [all, ordinary] = [0, 0];
    },
  };
}

function keptOf({ call, to, endedAtMs, trace }: Noted): KeptCall {
  const { reference = "", requestId, operation, outcome, seconds, tried = null, isRepeat = null } = call;
  const { id: objectId } = orderNamed(reference);
  const durationMs = seconds * 1_000;
  return {
    objectId,
    beganAtMs: endedAtMs - durationMs,
    durationMs,
    tried,
    isRepeat,
    operation,
    outcome,
    provider: to.provider,
    account: to.account,
    reference: reference === objectId ? null : reference,
    requestId: requestId === "" || requestId === requestOfId(objectId) ? null : requestId,
    traceId: trace === undefined ? null : traceFields(trace).trace_id,
  };
}
