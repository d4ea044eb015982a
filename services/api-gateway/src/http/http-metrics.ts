import type { Metrics, Mode } from "@flowlix/runtime";

/** What the API key of a request says; `none` where there is no usable key, or none is asked for. */
export type RequestMode = Mode | "none";

/** A request that was answered. */
interface Ended {
  readonly route: string;
  readonly method: string;
  readonly mode: RequestMode;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpMetrics {
  started(): void;
  /** Answers the method as it is named everywhere: anybody can invent more. */
  ended(request: Ended): string;
  rateLimited(route: string, scope: "key" | "admission"): void;
  authFailed(reason: string): void;
  /** A connection was closed because there were as many as may be. */
  connectionRefused(): void;
  /** From where the connections that are open are counted at a scrape. */
  connections(open: () => number): void;
}

/** Methods that get a label of their own; anybody can invent more. */
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
]);

/** The gateway's metrics (docs/design/operations.md#metrics): route templates only, no ids. */
export function createHttpMetrics(metrics: Metrics): HttpMetrics {
  const requests = metrics.counter("gateway_http_requests_total", "Requests answered.", [
    "route",
    "method",
    "code",
    "mode",
  ]);
  const durations = metrics.histogram(
    "gateway_http_request_duration_seconds",
    "Time from request to answer.",
    ["route", "method", "mode"],
  );
  const rateLimited = metrics.counter("gateway_rate_limited_total", "Requests refused by a limit.", [
    "route",
    "scope",
  ]);
  const authFailures = metrics.counter("gateway_auth_failures_total", "Requests without a usable key.", [
    "reason",
  ]);
  const connectionRefused = metrics.counter(
    "gateway_http_connections_turned_away_total",
    "Connections closed because as many as may be were open.",
  );
  let inFlight = 0;
  metrics.gauge("gateway_http_requests_in_flight", "Requests being served.", [], (gauge) =>
    gauge.set(inFlight),
  );
  return {
    started: () => {
      inFlight += 1;
    },
    ended: ({ route, method, mode, status, seconds }) => {
      inFlight -= 1;
      const known = METHODS.has(method) ? method : "other";
      requests.inc({ route, method: known, code: status, mode });
      durations.observe({ route, method: known, mode }, seconds);
      return known;
    },
    rateLimited: (route, scope) => rateLimited.inc({ route, scope }),
    authFailed: (reason) => authFailures.inc({ reason }),
    connectionRefused: () => connectionRefused.inc(),
    connections: (open) =>
      void metrics.gauge("gateway_http_connections", "Connections that are open.", [], (gauge) =>
        gauge.set(open()),
      ),
  };
}
