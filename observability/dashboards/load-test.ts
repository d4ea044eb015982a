import { max, N, quantile, rate, RATE, NOTHING_YET, type Dashboard } from "./dashboard.ts";

export const LOAD_TEST: Dashboard = {
  uid: "payments-load-test",
  title: "Payments / Load test",
  description:
    "What k6 sends and sees, next to what the platform does. k6 writes with -o experimental-prometheus-rw, K6_PROMETHEUS_RW_TREND_STATS=p(95) and the tag testid.",
  variables: [{ name: "testid", label: "Test", query: "label_values(k6_iterations_total, testid)" }],
  rows: [
    {
      title: "What k6 sees",
      panels: [
        {
          title: "Iterations, and those that were dropped",
          empty: NOTHING_YET,
          description: "Dropped ones void the claim of a rate: there were too few virtual users.",
          unit: "ops",
          queries: [
            {
              expr: `sum by (scenario) (rate(k6_iterations_total{testid=~"$testid"}[${RATE}]))`,
              legend: "{{scenario}}",
            },
            {
              expr: `sum by (scenario) (rate(k6_dropped_iterations_total{testid=~"$testid"}[${RATE}]))`,
              legend: "{{scenario}} dropped",
            },
          ],
        },
        {
          title: "Requests",
          empty: NOTHING_YET,
          description: "By the name of what is asked.",
          unit: "reqps",
          queries: [
            {
              expr: `sum by (name) (rate(k6_http_reqs_total{testid=~"$testid"}[${RATE}]))`,
              legend: "{{name}}",
            },
          ],
        },
        {
          title: "Virtual users",
          empty: NOTHING_YET,
          description: "Those that are at work.",
          unit: "short",
          queries: [{ expr: `sum(k6_vus{testid=~"$testid"})`, legend: "users" }],
        },
        {
          title: "p95 by request",
          empty: NOTHING_YET,
          description: "As the client measures it.",
          unit: "s",
          queries: [
            { expr: `max by (name) (k6_http_req_duration_p95{testid=~"$testid"})`, legend: "{{name}}" },
          ],
        },
        {
          title: "Failed requests",
          empty: NOTHING_YET,
          description: "Share by request.",
          unit: "percentunit",
          warns: [0.001, 0.01],
          queries: [
            { expr: `max by (name) (k6_http_req_failed_rate{testid=~"$testid"})`, legend: "{{name}}" },
          ],
        },
        {
          title: "Checks that held",
          empty: NOTHING_YET,
          description: "Share by check; 1 is all of them.",
          unit: "percentunit",
          queries: [{ expr: `min by (check) (k6_checks_rate{testid=~"$testid"})`, legend: "{{check}}" }],
        },
      ],
    },
    {
      title: "What the platform does meanwhile",
      panels: [
        {
          title: "p95 of the gateway",
          empty: NOTHING_YET,
          description: "Compare it with the client's: the rest is the network, or k6 itself.",
          unit: "s",
          queries: [
            {
              expr: quantile(0.95, "gateway_http_request_duration_seconds", "route, method"),
              legend: "{{method}} {{route}}",
            },
          ],
        },
        {
          title: "Answers",
          description: "Of the gateway, by HTTP status.",
          unit: "reqps",
          stacked: true,
          queries: [{ expr: rate("gateway_http_requests_total", "code"), legend: "{{code}}" }],
        },
        {
          title: "Processor",
          description: "Cores by service.",
          unit: "short",
          queries: [{ expr: rate("process_cpu_seconds_total", "service"), legend: "{{service}}" }],
        },
        {
          title: "Event loop's lag, p99",
          description: "The first thing that grows where a process has had enough.",
          unit: "s",
          queries: [{ expr: max("nodejs_eventloop_lag_p99_seconds", "service"), legend: "{{service}}" }],
        },
        {
          title: "Statements that wait",
          description: "For a connection of their pool.",
          unit: "short",
          queries: [{ expr: max("db_pool_waiting_clients", "owner, pool"), legend: "{{owner}} {{pool}}" }],
        },
        {
          title: "Oldest event that waits",
          description: "Flat in a soak: events leave as fast as they are made.",
          unit: "s",
          queries: [{ expr: max("outbox_oldest_unpublished_age_seconds", "owner"), legend: "{{owner}}" }],
        },
        {
          title: "The Sandbox acquirer",
          empty: NOTHING_YET,
          description: "p95 of its answers, by operation: it shares the machine in a local test.",
          unit: "s",
          queries: [
            { expr: quantile(0.95, "acquirer_answer_seconds", "operation"), legend: "{{operation}}" },
          ],
        },
        {
          title: "Resident memory",
          description: "Its slope is what a soak is for.",
          unit: "bytes",
          queries: [
            { expr: `sum by (service) (process_resident_memory_bytes{${N}})`, legend: "{{service}}" },
          ],
        },
      ],
    },
  ],
};
