import {
  max,
  N,
  quantile,
  rate,
  RATE,
  share,
  SERVICE_VARIABLE,
  NOTHING_YET,
  NO_BUS,
  type Dashboard,
  type Panel,
} from "./dashboard.ts";
import { OURS } from "../rule.ts";

const S = `${OURS},service=~"$service"`;
/** Keeps of a pod's series those of the services that were chosen. */
const OF_SERVICES = `and on (namespace, pod) group by (namespace, pod) (up{${N},${S}})`;
const CALLS = "moleculer_action_requests_total";

const calls: readonly Panel[] = [
  {
    title: "Calls by action",
    description: "What other services ask of this one.",
    unit: "ops",
    stacked: true,
    queries: [{ expr: rate(CALLS, "action", S), legend: "{{action}}" }],
  },
  {
    title: "Share of failed calls",
    description:
      "Errors of ours, timeouts and calls that found nobody; what a caller did wrong is not among them.",
    unit: "percentunit",
    warns: [0.01, 0.05],
    queries: [
      {
        expr: share(CALLS, 'outcome=~"server_error|timeout|rejected"', "action", S),
        legend: "{{action}}",
      },
    ],
    runbooks: ["ActionErrorRatioHigh"],
  },
  {
    title: "p95 by action",
    description: "How long handlers take, without the way over the bus.",
    unit: "s",
    queries: [
      { expr: quantile(0.95, "moleculer_action_duration_seconds", "action", S), legend: "{{action}}" },
    ],
  },
  {
    title: "Calls under way",
    description: "Handlers that have begun and not ended.",
    unit: "short",
    queries: [{ expr: `sum by (action) (moleculer_action_in_flight{${N},${S}})`, legend: "{{action}}" }],
  },
  {
    title: "Timeouts and rejections",
    empty: NOTHING_YET,
    description: "As seen by the caller: the owner did not answer in time, or is not there.",
    unit: "ops",
    queries: [
      {
        expr: rate(CALLS, "action, outcome", `${S},outcome=~"timeout|rejected"`),
        legend: "{{action}} {{outcome}}",
      },
    ],
    runbooks: ["ActionErrorRatioHigh"],
  },
  {
    title: "What it needs",
    description: "1 while Postgres, the bus and the clocks are as they have to be.",
    unit: "none",
    queries: [
      {
        expr: `min by (service, dependency) (dependency_available{${N},${S}})`,
        legend: "{{service}} {{dependency}}",
      },
    ],
    runbooks: ["DependencyUnavailable"],
  },
  {
    title: "What does not come off",
    empty: NOTHING_YET,
    description: "1 where every run of a loop has failed for a minute in some process, or hangs.",
    unit: "none",
    queries: [{ expr: max("loop_failing", "service, loop", S) + " > 0", legend: "{{loop}}" }],
    runbooks: ["EssentialLoopFailing", "LoopFailing"],
  },
  {
    title: "Runs of loops that fail",
    description: "Of loops whose runs no other metric counts; those of tasks are reconciler_runs_total.",
    unit: "ops",
    queries: [{ expr: rate("loop_turns_total", "loop", `${S},outcome="failed"`), legend: "{{loop}}" }],
    runbooks: ["LoopFailing"],
  },
  {
    title: "Round trip to the bus",
    empty: NO_BUS,
    description: "How long NATS takes to confirm, by process.",
    unit: "s",
    queries: [{ expr: max("nats_client_rtt_seconds", "service, pod", S), legend: "{{service}} {{pod}}" }],
    runbooks: ["NatsClientDisconnected"],
  },
  {
    title: "Bus lost and regained, and its errors",
    empty: NO_BUS,
    description: "Connections that were regained, and what NATS refused.",
    unit: "cps",
    queries: [
      { expr: rate("nats_client_reconnects_total", "service", S), legend: "{{service}} regained" },
      { expr: rate("nats_client_errors_total", "service, kind", S), legend: "{{service}} {{kind}}" },
    ],
    runbooks: ["NatsErrors"],
  },
];

const processes: readonly Panel[] = [
  {
    title: "Event loop's lag, p99",
    description: "How late timers are: a process that computes too much, or has too little processor.",
    unit: "s",
    warns: [0.1, 0.25],
    queries: [
      { expr: max("nodejs_eventloop_lag_p99_seconds", "service, pod", S), legend: "{{service}} {{pod}}" },
    ],
    runbooks: ["EventLoopLagHigh"],
  },
  {
    title: "Processor",
    description: "Cores that the processes use.",
    unit: "short",
    queries: [{ expr: rate("process_cpu_seconds_total", "service, pod", S), legend: "{{service}} {{pod}}" }],
  },
  {
    title: "Memory",
    description: "What the system has given the process, and the part of it that is V8's heap in use.",
    unit: "bytes",
    queries: [
      {
        expr: max("process_resident_memory_bytes", "service, pod", S),
        legend: "{{service}} {{pod}} resident",
      },
      { expr: max("nodejs_heap_size_used_bytes", "service, pod", S), legend: "{{service}} {{pod}} heap" },
    ],
    runbooks: ["MemoryNearLimit"],
  },
  {
    title: "Time in garbage collection",
    description: "Seconds a second, by kind.",
    unit: "percentunit",
    queries: [
      { expr: rate("nodejs_gc_duration_seconds_sum", "service, kind", S), legend: "{{service}} {{kind}}" },
    ],
  },
  {
    title: "Processor held back",
    description:
      "Share of periods in which Kubernetes gave the container no more processor. Needs the kubelet's metrics.",
    unit: "percentunit",
    queries: [
      {
        expr: `sum by (namespace, pod) (rate(container_cpu_cfs_throttled_periods_total{${N}}[${RATE}])) / sum by (namespace, pod) (rate(container_cpu_cfs_periods_total{${N}}[${RATE}])) ${OF_SERVICES}`,
        legend: "{{pod}}",
      },
    ],
  },
  {
    title: "Restarts",
    description: "Containers that were started again. Needs kube-state-metrics.",
    unit: "short",
    queries: [
      {
        expr: `sum by (namespace, pod) (increase(kube_pod_container_status_restarts_total{${N}}[1h])) ${OF_SERVICES}`,
        legend: "{{pod}}",
      },
    ],
    runbooks: ["PodRestarting"],
  },
  {
    title: "Spans",
    empty: NOTHING_YET,
    description: "Of traces, by what became of them; none where no collector is named.",
    unit: "ops",
    queries: [{ expr: rate("trace_spans_total", "service, outcome", S), legend: "{{service}} {{outcome}}" }],
    runbooks: ["SpansLost"],
  },
  {
    title: "What runs",
    description: "Versions and how many processes have each.",
    type: "table",
    unit: "short",
    width: 8,
    queries: [{ expr: `count by (service, version, revision, node_version) (build_info{${N},${S}})` }],
    runbooks: ["VersionsDiffer"],
  },
];

const database: readonly Panel[] = [
  {
    title: "Connections at work",
    description: "Of each pool, by owner; the pool's own bound is the second line.",
    unit: "short",
    queries: [
      {
        expr: `sum by (owner, pool) (db_pool_connections{${N},${S},state="active"})`,
        legend: "{{owner}} {{pool}} at work",
      },
      {
        expr: `sum by (owner, pool) (db_pool_connections_max{${N},${S}})`,
        legend: "{{owner}} {{pool}} at most",
      },
    ],
  },
  {
    title: "Statements that wait",
    description: "For a connection of their pool. More than five for two minutes page.",
    unit: "short",
    warns: [1, 5],
    queries: [{ expr: max("db_pool_waiting_clients", "owner, pool", S), legend: "{{owner}} {{pool}}" }],
    runbooks: ["DbPoolSaturated"],
  },
  {
    title: "p95 of statements",
    description: "With what they waited for a connection.",
    unit: "s",
    queries: [
      { expr: quantile(0.95, "db_query_duration_seconds", "owner, pool", S), legend: "{{owner}} {{pool}}" },
    ],
  },
  {
    title: "Statements that failed",
    description:
      "By the class of their SQLSTATE: 23 a constraint refused, 40 lost to others, 53 out of something, 57 shut down.",
    unit: "ops",
    queries: [
      { expr: rate("db_errors_total", "owner, sqlstate_class", S), legend: "{{owner}} {{sqlstate_class}}" },
    ],
    runbooks: ["DbErrors", "DbResourcesExhausted"],
  },
];

export const SERVICE: Dashboard = {
  uid: "payments-service",
  title: "Payments / Service",
  description: "One service or several: calls, what it needs, its processes, its database.",
  variables: [SERVICE_VARIABLE],
  rows: [
    { title: "Calls", panels: calls },
    { title: "Processes", panels: processes },
    { title: "Database", panels: database },
  ],
};
