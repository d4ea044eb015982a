import { ERROR_CATALOGUE, isId } from "@flowlix/contracts";
import type { Context } from "moleculer";
import { DomainError, isDomainError } from "./domain-error.ts";
import { rememberBegun } from "./begun-traces.ts";
import type { Logger } from "./logger.ts";
import { beginAtZero, type Metrics } from "./metrics.ts";
import { modeOf, type Mode } from "./mode.ts";
import { withContext, type SqlTime } from "./request-context.ts";
import { newTrace, traceOf } from "./trace-context.ts";
import { objectAttribute, sqlAttributes, sqlTimeOf, type Span, type Tracing } from "./tracing.ts";
import { transportErrorOf } from "./transport-error.ts";

type Handler = (context: Context) => Promise<unknown>;
const SERVER_ERROR_STATUS = 500;

/**
 * Around every handler of ours: its ids in the log, its outcome in the metrics and in its span, and
 * `internal_error` to the caller for whatever it throws that is no `DomainError`.
 */
export function actionMiddleware(logger: Logger, metrics: Metrics, tracing?: Tracing) {
  const meters = actionMeters(metrics);
  return {
    name: "Actions",
    localAction: (next: Handler, action: { name?: string }): Handler => {
      const name = action.name ?? "unnamed";
      const meter = meters(name);
      const tracer = tracing?.tracerOf(name.split(".", 1)[0] ?? name);
      const handle = (
        context: Context,
        span: Span | undefined,
        sql: SqlTime | undefined,
      ): Promise<unknown> => {
        const startedAt = meter.begin();
        const mode = modeOfCall(context.params);
        return next(context).then(
          (result) => {
            meter.end("ok", mode, startedAt);
            span?.end({ attributes: { "flowlix.outcome": "ok", ...sqlAttributes(sql) } });
            return result;
          },
          (error: unknown) => {
            const refusal = refusalOf(error, name, logger);
            const outcome =
              ERROR_CATALOGUE[refusal.type].status < SERVER_ERROR_STATUS ? "client_error" : "server_error";
            meter.end(outcome, mode, startedAt);
            span?.end({
              attributes: { "flowlix.outcome": outcome, "error.type": refusal.type, ...sqlAttributes(sql) },
              failed: outcome === "server_error",
            });
            throw refusal;
          },
        );
      };
      return (context) => {
        const parent = traceOf(context.meta);
        // The answer would take it all the way back.
        context.meta = {};
        const about = { objectId: objectIdOf(context.params) };
        const attributes = { "rpc.method": name, ...objectAttribute(about.objectId) };
        const span = tracer?.start({ name, kind: "server", parent, attributes });
        const trace = span?.trace ?? parent ?? newTrace();
        const requestId = context.requestID ?? context.id;
        const sql = sqlTimeOf(span);
        if (span !== undefined) rememberBegun(name, about.objectId, span.trace);
        return withContext({ requestId, trace, awaitedUntil: awaitedUntil(context), about, sql }, () =>
          handle(context, span, sql),
        );
      };
    },
  };
}

/** Parameters that name the object that a call is about, in the order in which they do: a Refund before its Payment. */
const OBJECT_PARAMS = ["refund_id", "payout_id", "payment_id", "object_id", "reference"] as const;

/** Of ours: a reference of the acquirer may be anything. */
const OBJECT_KINDS = ["payment", "refund", "payout"] as const;

function objectIdOf(params: unknown): string | undefined {
  if (typeof params !== "object" || params === null) return undefined;
  for (const name of OBJECT_PARAMS) {
    const id: unknown = Reflect.get(params, name);
    const isOurs = OBJECT_KINDS.some((kind) => isId(kind, id));
    if (isOurs && typeof id === "string") return id;
  }
  return undefined;
}

/** The caller's timeout travels with the call; zero or none is no end. */
function awaitedUntil({ options }: Context): number | undefined {
  const timeoutMs = options.timeout ?? 0;
  return timeoutMs > 0 ? performance.now() + timeoutMs : undefined;
}

function refusalOf(error: unknown, action: string, logger: Logger): DomainError {
  if (isDomainError(error)) return error;
  logger.error({ action, err: error }, "A handler failed unexpectedly.");
  return new DomainError("internal_error");
}

/** What Moleculer knows of a failed call; a call that found no owner has a name only. */
interface FailedCall {
  readonly actionName?: string;
  readonly action?: { readonly name?: string } | null;
  readonly service?: object | null;
  readonly ctx?: Context;
}

/**
 * Counts, at the caller, calls that had no answer: the owner cannot know of them. To be the broker's
 * `errorHandler`, which sees every failed call.
 */
export function unansweredCounter(metrics: Metrics) {
  const requests = requestsCounter(metrics);
  return (error: Error, info: FailedCall): never => {
    const action = info.action?.name ?? info.actionName ?? "unnamed";
    const failure = transportErrorOf(error, action);
    // With a bus the owner's own timer fires as well; only the caller's is counted.
    const isOwners = Boolean(info.service) && info.ctx?.broker.transit !== undefined;
    if (failure !== undefined && !isOwners)
      requests.inc({
        action,
        outcome: failure.kind === "timeout" ? "timeout" : "rejected",
        mode: modeOfCall(info.ctx?.params),
      });
    throw error;
  };
}

const requestsCounter = (metrics: Metrics) =>
  metrics.counter(
    "moleculer_action_requests_total",
    "Calls of actions by outcome; timeout and rejected as seen by the caller.",
    ["action", "outcome", "mode"],
  );

/**
 * Whom a call is made for says its parameter `scope`, which the gateway makes from the API key
 * (docs/design/architecture.md#scope).
 */
function modeOfCall(params: unknown): Mode | "none" {
  if (typeof params !== "object" || params === null || !("scope" in params)) return "none";
  const { scope } = params;
  if (typeof scope !== "object" || scope === null || !("livemode" in scope)) return "none";
  return modeOf(scope.livemode === true);
}

const MODES = ["live", "sandbox", "none"] as const;

type Outcome = "ok" | "client_error" | "server_error";

interface Meter {
  begin(): number;
  end(outcome: Outcome, mode: Mode | "none", startedAt: number): void;
}

function actionMeters(metrics: Metrics): (action: string) => Meter {
  const requests = requestsCounter(metrics);
  const durations = metrics.histogram("moleculer_action_duration_seconds", "How long handlers take.", [
    "action",
  ]);
  const inFlight = inFlightOf(metrics);
  return (action) => {
    // Bound once: finding a child by its labels costs more than the count itself.
    const duration = durations.labels({ action });
    const countersOf = (mode: Mode | "none") => ({
      ok: requests.labels({ action, outcome: "ok", mode }),
      client_error: requests.labels({ action, outcome: "client_error", mode }),
      server_error: requests.labels({ action, outcome: "server_error", mode }),
    });
    const counters = { live: countersOf("live"), sandbox: countersOf("sandbox"), none: countersOf("none") };
    inFlight.set(action, inFlight.get(action) ?? 0);
    beginAtZero(requests, { action: [action], outcome: ["ok", "server_error"], mode: MODES });
    const add = (change: number): void => void inFlight.set(action, (inFlight.get(action) ?? 0) + change);
    return {
      begin: () => {
        add(1);
        return performance.now();
      },
      end: (outcome, mode, startedAt) => {
        add(-1);
        counters[mode][outcome].inc();
        duration.observe((performance.now() - startedAt) / 1000);
      },
    };
  };
}

const inFlightCounts = new WeakMap<Metrics, Map<string, number>>();

/** Counted here and read at a scrape: cheaper than a gauge that changes twice a call. */
function inFlightOf(metrics: Metrics): Map<string, number> {
  const known = inFlightCounts.get(metrics);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  inFlightCounts.set(metrics, counts);
  metrics.gauge("moleculer_action_in_flight", "Calls being handled.", ["action"], (gauge) => {
    for (const [action, count] of counts) gauge.set({ action }, count);
  });
  return counts;
}
