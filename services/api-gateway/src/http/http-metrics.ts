import { ERROR_CATALOGUE, OPERATIONS, ORDERED_ERRORS } from "@flowlix/contracts";
import { beginAtZero, type Metrics, type Mode } from "@flowlix/runtime";
import type { Route } from "./route.ts";

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
  /** What is served: errors of these routes begin at 0. */
  serves(routes: readonly Pick<Route, "access" | "method" | "template">[]): void;
  started(): void;
  /** Answers the method as it is named everywhere: anybody can invent more. */
  ended(request: Ended): string;
  /** An answer of 5xx that a Sandbox amount of the request ordered. */
  errorOrdered(route: string, code: number): void;
  rateLimited(route: string, scope: "key" | "admission"): void;
  authFailed(reason: string): void;
  /** A connection was closed because there were as many as may be. */
  connectionRefused(): void;
  /** From where the connections that are open are counted at a scrape. */
  connections(open: () => number): void;
}

/** Answers that objectives count as failed, as far as they are everyday ones of an outage. */
const ERRORS = ["500", "502", "503", "504"];

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
  const ordered = metrics.counter(
    "gateway_ordered_errors_total",
    "Answers of 5xx that an amount of the Sandbox ordered.",
    ["route", "code", "mode"],
  );
  beginAtZero(authFailures, { reason: ["missing", "malformed", "unknown", "expired", "revoked"] });
  const codes = [...ORDERED_ERRORS.values()].map((code) => String(ERROR_CATALOGUE[code].status));
  beginAtZero(ordered, { route: [OPERATIONS.createPayment.path], code: codes, mode: ["sandbox"] });
  let inFlight = 0;
  metrics.gauge("gateway_http_requests_in_flight", "Requests being served.", [], (gauge) =>
    gauge.set(inFlight),
  );
  return {
    serves: (routes) => {
      for (const { access, method, template: route } of routes) {
        const mode = access === "key" ? ["live", "sandbox"] : ["none"];
        beginAtZero(requests, { route: [route], method: [method], code: ERRORS, mode });
        if (access === "key") beginAtZero(rateLimited, { route: [route], scope: ["key", "admission"] });
      }
    },
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
    errorOrdered: (route, code) => ordered.inc({ route, code, mode: "sandbox" }),
    rateLimited: (route, scope) => rateLimited.inc({ route, scope }),
    authFailed: (reason) => authFailures.inc({ reason }),
    connectionRefused: () => connectionRefused.inc(),
    connections: (open) =>
      void metrics.gauge("gateway_http_connections", "Connections that are open.", [], (gauge) =>
        gauge.set(open()),
      ),
  };
}
