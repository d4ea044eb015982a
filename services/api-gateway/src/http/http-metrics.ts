import type { Metrics } from "@flowlix/runtime";

export interface HttpMetrics {
  started(): void;
  /** Answers the method as it is named everywhere: anybody can invent more. */
  ended(route: string, method: string, status: number, seconds: number): string;
  rateLimited(route: string, scope: "key" | "admission"): void;
  authFailed(reason: string): void;
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

/** The gateway's metrics (operations §7.1): route templates only, no ids. */
export function createHttpMetrics(metrics: Metrics): HttpMetrics {
  const requests = metrics.counter("gateway_http_requests_total", "Requests answered.", [
    "route",
    "method",
    "code",
  ]);
  const durations = metrics.histogram(
    "gateway_http_request_duration_seconds",
    "Time from request to answer.",
    ["route", "method"],
  );
  const rateLimited = metrics.counter("gateway_rate_limited_total", "Requests refused by a limit.", [
    "route",
    "scope",
  ]);
  const authFailures = metrics.counter("gateway_auth_failures_total", "Requests without a usable key.", [
    "reason",
  ]);
  let inFlight = 0;
  metrics.gauge("gateway_http_requests_in_flight", "Requests being served.", [], (gauge) =>
    gauge.set(inFlight),
  );
  return {
    started: () => {
      inFlight += 1;
    },
    ended: (route, method, status, seconds) => {
      inFlight -= 1;
      const known = METHODS.has(method) ? method : "other";
      requests.inc({ route, method: known, code: status });
      durations.observe({ route, method: known }, seconds);
      return known;
    },
    rateLimited: (route, scope) => rateLimited.inc({ route, scope }),
    authFailed: (reason) => authFailures.inc({ reason }),
  };
}
