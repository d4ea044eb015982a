import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pool } from "@flowlix/persistence";
import type { Loop, Metrics } from "@flowlix/runtime";
import { beginAtZero } from "@flowlix/runtime";
import type { LogLine } from "./packed-lines.ts";
import { insertLines, sweepLines, sweepSurplus } from "./request-log-store.ts";
import { shownBody } from "./shown-body.ts";
import { isShown } from "./shown-fields.ts";
import { shownPath } from "./shown-path.ts";

const DAY_MS = 86_400_000;
/** How long a merchant's developer finds a request (docs/design/decisions.md#retention). */
export const KEPT_DAYS = 7;
export const KEPT_MS = KEPT_DAYS * DAY_MS;
/** Of each merchant, the newest: a load test that runs for a week would else fill the disk that live mode shares. */
export const LINES_KEPT_OF_MERCHANT = 10_000;
const FLUSH_EVERY_MS = 500;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Between two writes. A person who tries things never comes near; of a load the rest is dropped and counted. */
const LINES_MAX = 200;
const LINES_MAX_OF_MERCHANT = 100;
/** Of longer bodies nothing is kept, so that what waits is bounded. */
const BODY_BYTES_MAX = 16 * 1024;
/** Bodies that are read in one go: requests in between wait no longer than that takes. */
const READ_AT_ONCE = 10;

/** A request of the Sandbox that was answered; nothing of it has been read or copied yet. */
export interface Answered {
  readonly requestId: string;
  readonly merchantId: string;
  readonly keyId: string;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly method: string;
  readonly template: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly target: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly isReplay: boolean;
  readonly objectId: string | null;
  readonly body: Buffer | null;
  readonly answer: string | null;
}

export interface RequestLog {
  /** Takes no time, waits for nothing and never fails. */
  note(answered: Answered): void;
  /** Writes what was noted since the last time. What cannot be written is dropped. Errors: the driver's. */
  flush(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface RequestLogDeps {
  readonly pool: Pool;
  readonly loopOf: (what: "writeRequestLog" | "sweepRequestLog") => Loop;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
}

/** The log of Sandbox requests, which is lossy on purpose (docs/decisions/0092-the-request-log-is-lossy.md). */
export function createRequestLog({ pool, loopOf, metrics, onError }: RequestLogDeps): RequestLog {
  const lines = metrics.counter(
    "gateway_request_log_lines_total",
    "Sandbox requests for their merchants' log, written or dropped.",
    ["outcome"],
  );
  beginAtZero(lines, { outcome: ["written", "dropped"] });
  let waiting: Answered[] = [];
  let ofMerchant = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  const writing = loopOf("writeRequestLog");
  const sweeping = loopOf("sweepRequestLog");

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    ofMerchant = new Map();
    try {
      await insertLines(pool, await linesOf(batch));
      lines.inc({ outcome: "written" }, batch.length);
    } catch (error) {
      lines.inc({ outcome: "dropped" }, batch.length);
      throw error;
    }
  }

  const every = (ms: number, loop: Loop, run: () => Promise<unknown>, isDue = () => true) => {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning || !isDue()) return;
      isRunning = true;
      void loop
        .run(run)
        .catch(onError)
        .finally(() => (isRunning = false));
    }, ms);
    timer.unref();
    timers.push(timer);
  };

  return {
    note(answered) {
      const count = ofMerchant.get(answered.merchantId) ?? 0;
      if (count >= LINES_MAX_OF_MERCHANT || waiting.length >= LINES_MAX) {
        lines.inc({ outcome: "dropped" });
        return;
      }
      ofMerchant.set(answered.merchantId, count + 1);
      waiting.push(answered);
    },
    flush,
    start() {
      every(FLUSH_EVERY_MS, writing, flush, () => waiting.length > 0);
      every(SWEEP_EVERY_MS, sweeping, async () => {
        await sweepLines(pool, KEPT_MS);
        await sweepSurplus(pool, LINES_KEPT_OF_MERCHANT);
      });
    },
    stop: () => timers.forEach(clearInterval),
  };
}

async function linesOf(batch: readonly Answered[]): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (const [index, answered] of batch.entries()) {
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn();
    lines.push(lineOf(answered));
  }
  return lines;
}

const lineOf = (answered: Answered): LogLine => ({
  request_id: answered.requestId,
  merchant_id: answered.merchantId,
  key_id: answered.keyId,
  age_ms: Math.max(0, Math.round(performance.now() - answered.startedAtMs)),
  method: answered.method,
  path: shownPath(answered.template, answered.params, answered.target),
  status: answered.status,
  error_code: answered.errorCode,
  idempotent_replay: answered.isReplay,
  duration_ms: Math.round(answered.durationMs),
  object_id: answered.objectId !== null && isShown("id", answered.objectId) ? answered.objectId : null,
  request_body: shownShort(answered.body?.toString("utf8")),
  answer_body: shownShort(answered.answer),
});

/** Long ones were left out when they were noted. */
const shownShort = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : shownBody(text);

/** What is remembered of a body until it is written. */
export const ifShort = <T extends { readonly length: number }>(body: T | null | undefined): T | null =>
  body === null || body === undefined || body.length > BODY_BYTES_MAX ? null : body;
