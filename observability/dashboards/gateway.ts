import { max, N, quantile, quantiles, rate, RATE, share, NOTHING_YET, type Dashboard } from "./dashboard.ts";

const REQUESTS = "gateway_http_requests_total";
const DURATION = "gateway_http_request_duration_seconds";

const CHOSEN = 'route=~"$route",mode=~"$mode"';

export const GATEWAY: Dashboard = {
  uid: "payments-gateway",
  title: "Payments / API gateway",
  description: "Rate, errors and duration of what merchants and payers ask, by route.",
  variables: [
    { name: "route", label: "Route", query: `label_values(${REQUESTS}{${N}}, route)` },
    { name: "mode", label: "Mode", query: `label_values(${REQUESTS}{${N}}, mode)` },
  ],
  rows: [
    {
      title: "Rate, errors, duration",
      panels: [
        {
          title: "Requests by route",
          description: "What is asked, by the template of its path.",
          unit: "reqps",
          stacked: true,
          queries: [{ expr: rate(REQUESTS, "route", CHOSEN), legend: "{{route}}" }],
        },
        {
          title: "Share of errors",
          description:
            "Requests that were answered with a 5xx. In Sandbox a 502 or 503 may be what an amount orders, and does not page.",
          unit: "percentunit",
          warns: [0.001, 0.014],
          queries: [
            {
              expr: share(REQUESTS, 'code=~"5.."', "route", CHOSEN),
              legend: "{{route}}",
            },
          ],
          runbooks: ["GatewayAvailabilityBurnFast", "GatewayAvailabilityBurnSlow"],
        },
        {
          title: "Time to an answer",
          empty: NOTHING_YET,
          description: "From the request's head to the end of the answer.",
          unit: "s",
          warns: [0.5, 1],
          queries: quantiles(DURATION, CHOSEN),
          runbooks: ["PaymentLatencyBurnFast", "PaymentLatencyBurnSlow"],
        },
        {
          title: "Times of payments",
          empty: NOTHING_YET,
          description: "How many POST /v1/payments took how long.",
          type: "heatmap",
          unit: "s",
          width: 6,
          queries: [
            {
              expr: `sum by (le) (increase(${DURATION}_bucket{${N},route="/v1/payments",method="POST",mode=~"$mode"}[${RATE}]))`,
              legend: "{{le}}",
            },
          ],
        },
        {
          title: "p95 by route",
          empty: NOTHING_YET,
          description: "Where the time goes.",
          unit: "s",
          width: 6,
          queries: [{ expr: quantile(0.95, DURATION, "route", CHOSEN), legend: "{{route}}" }],
        },
      ],
    },
    {
      title: "What is refused",
      panels: [
        {
          title: "4xx by answer",
          empty: NOTHING_YET,
          description: "Requests that the merchant has to change.",
          unit: "reqps",
          stacked: true,
          queries: [{ expr: rate(REQUESTS, "code", `${CHOSEN},code=~"4.."`), legend: "{{code}}" }],
        },
        {
          title: "Refused by a limit",
          description: "Of a key's own quota, or because too much is under way here (admission).",
          unit: "reqps",
          queries: [
            { expr: rate("gateway_rate_limited_total", "scope, route"), legend: "{{scope}} {{route}}" },
          ],
          runbooks: ["GatewaySheddingLoad"],
        },
        {
          title: "No usable key",
          description: "Requests without a key that is known and holds.",
          unit: "reqps",
          queries: [{ expr: rate("gateway_auth_failures_total", "reason"), legend: "{{reason}}" }],
          runbooks: ["AuthenticationFailuresHigh"],
        },
        {
          title: "Requests under way",
          description: "By process.",
          unit: "short",
          queries: [
            { expr: max("gateway_http_requests_in_flight", "pod, instance"), legend: "{{pod}} {{instance}}" },
          ],
        },
        {
          title: "Busiest routes",
          description: "Requests of the last hour by route, answer and mode.",
          type: "table",
          unit: "short",
          width: 8,
          queries: [
            {
              expr: `topk(20, sum by (route, method, code, mode) (increase(${REQUESTS}{${N},mode=~"$mode"}[1h])))`,
            },
          ],
        },
      ],
    },
  ],
};
