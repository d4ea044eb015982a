import { currentTrace, isTraceparent, withContext, type Span, type SpanEnd } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { disableGone } from "../endpoints/disable-gone.ts";
import { payloadOf } from "../events/kept-payload.ts";
import type { Answer } from "../sending/send.ts";
import type { SendError } from "../sending/send-error.ts";
import { signatureHeaders } from "../sending/sign.ts";
import type { PaceSign } from "./pace.ts";
import type { DueDelivery } from "./queues-store.ts";
import type { TryResult } from "./results-store.ts";
import { pauseMs } from "./retry-schedule.ts";

const GONE = 410;
const USER_AGENT = "Flowlix-Webhooks/1";

type TryDeps = Pick<
  NotifierDeps,
  "secrets" | "sender" | "fillPageUrls" | "results" | "metrics" | "logger" | "tracer" | "dataSource"
>;

/** What a try says about its endpoint, once it has an answer or none. */
export interface Tried extends PaceSign {
  /** False where the result could not be recorded: the delivery is still due. */
  readonly recorded: Promise<boolean>;
}

/**
 * One try: signed anew, sent, and its result handed to the record. Null where the process is stopping and
 * the try was given up, which leaves the delivery as it was.
 */
export async function tryDelivery(deps: TryDeps, due: DueDelivery): Promise<Tried | null> {
  const parent = isTraceparent(due.traceparent) ? { traceparent: due.traceparent } : undefined;
  const span = deps.tracer?.start({
    name: "webhook",
    kind: "client",
    parent,
    attributes: {
      "flowlix.event_id": due.event_id,
      "flowlix.endpoint_id": due.endpoint_id,
      "flowlix.attempt": due.attempts + 1,
    },
  });
  return withContext({ trace: span?.trace ?? parent }, () => tryTraced(deps, due, span));
}

async function tryTraced(deps: TryDeps, due: DueDelivery, span: Span | undefined): Promise<Tried | null> {
  const startedAt = performance.now();
  if (due.attempts === 0) deps.metrics.firstTryDelay.observe(due.age_ms / 1000);
  const answer = await answerOf(deps, due);
  span?.end(answer === null ? { attributes: { "flowlix.outcome": "given_up" } } : spanEndOf(answer));
  if (answer === null) return null;
  const result = resultOf(due, answer);
  count(deps, answer, result);
  return {
    answer: signOf(answer),
    // Until the body was read: so long the try held its slot.
    durationMs: performance.now() - startedAt,
    recorded: record(deps, due, result),
  };
}

async function answerOf(deps: TryDeps, due: DueDelivery): Promise<Answer | null> {
  // Its event was deleted between the operator's request to send it again and this try.
  if (due.event === null) return notSent("event_deleted");
  let body: string;
  let signed: Readonly<Record<string, string>>;
  try {
    body = deps.fillPageUrls(payloadOf(due.event));
    const secrets = [deps.secrets.open(due.secret, due), ...previousSecretsOf(deps, due)];
    // Real time, whatever the database's clock says: receivers compare it with theirs.
    signed = signatureHeaders(secrets, { eventId: due.event_id, body, atS: Math.floor(Date.now() / 1000) });
  } catch (error) {
    // Its key is not in WEBHOOK_SECRET_KEYS any more, or its event is kept as a later release does. The delivery is
    // tried again as after any failure.
    deps.logger.error({ err: error, endpoint_id: due.endpoint_id }, "a webhook could not be signed");
    return notSent("signing_failed");
  }
  return await deps.sender.send({
    url: due.url,
    livemode: due.livemode,
    headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...traceHeader(), ...signed },
    body,
  });
}

/** No part of what is signed: receivers may log it and go by nothing in it. */
function traceHeader(): Readonly<Record<string, string>> {
  const trace = currentTrace();
  return trace === undefined ? {} : { traceparent: trace.traceparent };
}

function spanEndOf(answer: Answer): SpanEnd {
  const failed = !isSuccess(answer);
  const outcome = failed ? "failed" : "succeeded";
  return answer.status === null
    ? { attributes: { "flowlix.outcome": outcome, "error.type": answer.error }, failed }
    : { attributes: { "flowlix.outcome": outcome, "http.response.status_code": answer.status }, failed };
}

/** A receiver needs one signature that it can verify, so a secret that cannot be opened is left out. */
function previousSecretsOf({ secrets, logger }: TryDeps, due: DueDelivery): string[] {
  return due.previous_secrets.flatMap((box) => {
    try {
      return [secrets.open(box, due)];
    } catch (error) {
      logger.warn(
        { err: error, endpoint_id: due.endpoint_id },
        "a webhook is not signed with a previous secret",
      );
      return [];
    }
  });
}

const notSent = (error: SendError): Answer => ({
  status: null,
  error,
  prefix: null,
  durationMs: 0,
  retryAfterMs: null,
});

function resultOf(due: DueDelivery, answer: Answer): TryResult {
  const {
    status: http_status,
    error,
    durationMs: duration_ms,
    prefix: response_prefix,
    retryAfterMs,
  } = answer;
  const { endpoint_id, id, url, live_since, attempts, age_ms: ageMs } = due;
  const seen = {
    endpoint_id,
    id,
    url,
    live_since,
    attempts,
    http_status,
    error,
    duration_ms,
    response_prefix,
  };
  if (isSuccess(answer)) return { ...seen, status: "succeeded", next_in_ms: null };
  const pause =
    error === "event_deleted"
      ? null
      : pauseMs({ attempts: attempts + 1, ageMs, retryAfterMs, random: Math.random() });
  return { ...seen, status: pause === null ? "failed" : "pending", next_in_ms: pause };
}

function signOf(answer: Answer): PaceSign["answer"] {
  if (answer.status === null) return "none";
  if (answer.status === 429 || answer.status === 503) return "too_much";
  return isSuccess(answer) ? "good" : "bad";
}

const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

function count({ metrics }: TryDeps, answer: Answer, result: TryResult): void {
  const outcome = result.status === "succeeded" ? "succeeded" : "failed";
  const codeClass = answer.status === null ? answer.error : `${Math.floor(answer.status / 100)}xx`;
  metrics.deliveries.inc({ outcome, code_class: codeClass });
  metrics.duration.observe(answer.durationMs / 1000);
}

async function record(deps: TryDeps, due: DueDelivery, result: TryResult): Promise<boolean> {
  try {
    const recorded = await deps.results.add(result);
    if (recorded && result.status === "failed" && due.event !== null) {
      deps.metrics.exhausted.inc();
      const { endpoint_id, event_id } = due;
      deps.logger.warn({ endpoint_id, event_id, attempts: result.attempts + 1 }, "a webhook was given up");
    }
    // Where another process has recorded a later try, this answer is none of now.
    if (recorded && result.http_status === GONE) await disableGone(deps, due);
    return true;
  } catch (error) {
    // The delivery stays due and is tried again, though not at once.
    deps.logger.error({ err: error, delivery_id: due.id }, "the result of a webhook could not be recorded");
    return false;
  }
}
