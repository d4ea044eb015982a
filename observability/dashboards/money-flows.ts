import { OWNERS } from "../rule.ts";
import { max, N, quantile, rate, share, NOTHING_YET, type Dashboard, type Panel } from "./dashboard.ts";

const OUTCOMES = "provider_requests_total";
const CHOSEN = 'mode=~"$mode"';

const moves: readonly Panel[] = OWNERS.map((owner) => ({
  title: `Changes of ${owner}`,
  empty: NOTHING_YET,
  description: "How many moved from which status to which, a second.",
  unit: "ops",
  queries: [
    { expr: rate(`${owner}_state_transitions_total`, "from, to", CHOSEN), legend: "{{from}} → {{to}}" },
  ],
  runbooks: ["FailureRatioHigh"],
}));

const ages: readonly Panel[] = [
  {
    title: "Oldest by state",
    description:
      "Age of the oldest object in each state that is no end. PENDING over a quarter of an hour pages, not in Sandbox, where amounts order it.",
    unit: "s",
    queries: [
      {
        expr: `max by (owner, state, mode) (owner_state:oldest_in_state_age_seconds:max{${N},${CHOSEN}})`,
        legend: "{{owner}} {{state}} {{mode}}",
      },
    ],
    runbooks: ["PendingTooLong", "ProcessingTooLong", "PaymentsNotExpiring"],
  },
  {
    title: "How many have not ended",
    description: "By state, up to 10,000 an owner.",
    unit: "short",
    queries: [
      {
        expr: `max by (owner, state, mode) (owner_state:open:max{${N},${CHOSEN}})`,
        legend: "{{owner}} {{state}} {{mode}}",
      },
    ],
  },
  {
    title: "Status syncs that are late",
    description: "By how long the status sync is late that is due for longest. Over two minutes pages.",
    unit: "s",
    warns: [30, 120],
    queries: [{ expr: `max by (owner) (owner:look_overdue_seconds:max{${N}})`, legend: "{{owner}}" }],
    runbooks: ["LooksOverdue"],
  },
];

const provider: readonly Panel[] = [
  {
    title: "Share of calls that came to nothing",
    description:
      "No answer, a late one, or the provider's word that it cannot. Declined cards are not among them, nor is what amounts of the Sandbox order.",
    unit: "percentunit",
    warns: [0.02, 0.1],
    queries: [
      {
        expr: `max by (provider, mode) (provider:error_ratio5m{${N},${CHOSEN}})`,
        legend: "{{provider}} {{mode}}",
      },
    ],
    runbooks: ["ProviderErrorRatioHigh", "SandboxProviderFailing"],
  },
  {
    title: "p95 by operation",
    description: "How long the provider takes.",
    unit: "s",
    queries: [
      {
        expr: quantile(0.95, "provider_request_duration_seconds", "provider, operation", CHOSEN),
        legend: "{{provider}} {{operation}}",
      },
    ],
  },
  {
    title: "Circuit breakers",
    description: "0 closed, 1 half open, 2 open: then the operation is not asked for.",
    unit: "none",
    warns: [1, 2],
    queries: [
      { expr: max("provider_circuit_state", "provider, operation"), legend: "{{provider}} {{operation}}" },
    ],
    runbooks: ["ProviderCircuitOpen"],
  },
  {
    title: "Declined",
    empty: NOTHING_YET,
    description: "Orders, refunds and payouts that the provider said no to.",
    unit: "ops",
    queries: [
      {
        expr: rate(OUTCOMES, "provider, operation", `outcome="failed",${CHOSEN}`),
        legend: "{{provider}} {{operation}}",
      },
    ],
    runbooks: ["FailureRatioHigh"],
  },
  {
    title: "Calls by what came of them",
    description: "All outcomes of all operations.",
    unit: "ops",
    width: 8,
    queries: [{ expr: rate(OUTCOMES, "operation, outcome", CHOSEN), legend: "{{operation}} {{outcome}}" }],
  },
];

const keys: readonly Panel[] = [
  {
    title: "Idempotency keys",
    description:
      "proceed: new; resumed: taken over from a worker that is gone; replay: answered as before; in_use: its first request is under way; reused: came with another request.",
    unit: "ops",
    stacked: true,
    queries: [{ expr: rate("idempotency_requests_total", "result"), legend: "{{result}}" }],
    runbooks: ["IdempotencyKeysReused"],
  },
  {
    title: "Share of repetitions",
    description: "Requests whose key had been seen: so many duplicates were kept from being made.",
    unit: "percentunit",
    queries: [
      {
        expr: share("idempotency_requests_total", 'result=~"replay|resumed|in_use"'),
        legend: "repeated",
      },
    ],
  },
  {
    title: "Status syncs",
    description: "What status syncs of objects that were due came to.",
    unit: "ops",
    queries: OWNERS.map((owner) => ({
      expr: rate(`${owner}_looks_total`, "result"),
      legend: `${owner} {{result}}`,
    })),
  },
  {
    title: "Exceptions",
    description: "Contradictions that were recorded in the last hour, by kind.",
    unit: "short",
    queries: OWNERS.map((owner) => ({
      expr: `sum by (kind) (increase(${owner}_anomalies_total{${N}}[1h]))`,
      legend: `${owner} {{kind}}`,
    })),
    runbooks: ["AnomaliesOpen"],
  },
  {
    title: "Cards on the hosted page",
    description: "What became of cards that payers submitted.",
    unit: "ops",
    queries: [{ expr: rate("payments_hosted_submits_total", "result"), legend: "{{result}}" }],
  },
  {
    title: "Payments that went to a second account",
    description: "In the last hour, by why the first account had executed nothing.",
    unit: "short",
    queries: [
      {
        expr: `sum by (cause) (increase(payments_account_switches_total{${N}}[1h]))`,
        legend: "{{cause}}",
      },
    ],
  },
  {
    title: "Refunds that their payment's owner does not know of",
    description: "And how reporting it went.",
    unit: "short",
    queries: [
      { expr: max("refunds_untold"), legend: "not reported" },
      { expr: rate("refunds_tellings_total", "result"), legend: "{{result}} a second" },
    ],
    runbooks: ["RefundsUntold"],
  },
];

const volumes: readonly Panel[] = OWNERS.map((owner) => ({
  title: `Volume of ${owner}`,
  empty: NOTHING_YET,
  description: "Minor units a second of what ended, by currency and how.",
  unit: "short",
  queries: [
    {
      expr: rate(`${owner}_amount_minor_units_total`, "currency, state, mode", CHOSEN),
      legend: "{{currency}} {{state}} {{mode}}",
    },
  ],
}));

export const MONEY_FLOWS: Dashboard = {
  uid: "payments-money-flows",
  title: "Payments / Money flows",
  description: "Payments, refunds and payouts on their way, and the provider that moves the money.",
  variables: [{ name: "mode", label: "Mode", query: `label_values(payments_open{${N}}, mode)` }],
  rows: [
    { title: "Statuses", panels: [...moves, ...ages] },
    { title: "Provider", panels: provider },
    { title: "Volumes", panels: volumes },
    { title: "Repetition and repair", panels: keys },
  ],
};
