import { growing, NS, steady, WHERE_WE_RUN, type AlertRule, type RuleGroup } from "../rule.ts";

const OURS_UP = { 'up{namespace="pay",service="payments",pod="a"}': steady(1) };
const ELSEWHERE = 'namespace="other"';

const kubernetes: readonly AlertRule[] = [
  {
    alert: "PodRestarting",
    expr: `sum by (namespace, pod) (increase(kube_pod_container_status_restarts_total[15m])) > 2 ${WHERE_WE_RUN}`,
    severity: "ticket",
    summary: "{{ $labels.pod }} starts again and again",
    description: "A container of the pod was restarted more than twice within a quarter of an hour.",
    firing: {
      series: {
        ...OURS_UP,
        'kube_pod_container_status_restarts_total{namespace="pay",pod="a",container="service"}': growing(1),
      },
      at: "30m",
      labels: [{ ...NS, pod: "a" }],
    },
    quiet: {
      series: {
        ...OURS_UP,
        [`kube_pod_container_status_restarts_total{${ELSEWHERE},pod="b",container="x"}`]: growing(1),
      },
      at: "30m",
    },
  },
  {
    alert: "MigrationJobFailed",
    expr: `max by (namespace, job_name) (kube_job_status_failed{job_name=~".*migrate.*"}) > 0 ${WHERE_WE_RUN}`,
    severity: "page",
    summary: "The migrations of {{ $labels.job_name }} failed",
    description: "The schema is not what the new version needs; its pods wait for it and the old ones go on.",
    firing: {
      series: { ...OURS_UP, 'kube_job_status_failed{namespace="pay",job_name="pay-migrate-3"}': steady(1) },
      at: "5m",
      labels: [{ ...NS, job_name: "pay-migrate-3" }],
    },
    quiet: {
      series: { ...OURS_UP, 'kube_job_status_failed{namespace="pay",job_name="pay-migrate-3"}': steady(0) },
      at: "5m",
    },
  },
  {
    alert: "AutoscalerAtItsMost",
    expr: `max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_status_current_replicas) >= max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_spec_max_replicas) ${WHERE_WE_RUN}`,
    for: "15m",
    severity: "ticket",
    summary: "{{ $labels.horizontalpodautoscaler }} has as many replicas as it may",
    description: "The autoscaler cannot add another one; what comes on top is not served.",
    firing: {
      series: {
        ...OURS_UP,
        'kube_horizontalpodautoscaler_status_current_replicas{namespace="pay",horizontalpodautoscaler="pay-payments"}':
          steady(6),
        'kube_horizontalpodautoscaler_spec_max_replicas{namespace="pay",horizontalpodautoscaler="pay-payments"}':
          steady(6),
      },
      at: "30m",
      labels: [{ ...NS, horizontalpodautoscaler: "pay-payments" }],
    },
    quiet: {
      series: {
        ...OURS_UP,
        'kube_horizontalpodautoscaler_status_current_replicas{namespace="pay",horizontalpodautoscaler="pay-payments"}':
          steady(2),
        'kube_horizontalpodautoscaler_spec_max_replicas{namespace="pay",horizontalpodautoscaler="pay-payments"}':
          steady(6),
      },
      at: "30m",
    },
  },
  {
    alert: "VolumeFilling",
    expr: `min by (namespace, persistentvolumeclaim) (kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes) < 0.15 ${WHERE_WE_RUN}`,
    for: "15m",
    severity: "page",
    summary: "{{ $labels.persistentvolumeclaim }} is nearly full",
    description: "Less than 15 % of the volume is free. A database without room takes no payment.",
    firing: {
      series: {
        ...OURS_UP,
        'kubelet_volume_stats_available_bytes{namespace="pay",persistentvolumeclaim="data-pay-postgres-0"}':
          steady(1_000),
        'kubelet_volume_stats_capacity_bytes{namespace="pay",persistentvolumeclaim="data-pay-postgres-0"}':
          steady(10_000),
      },
      at: "30m",
      labels: [{ ...NS, persistentvolumeclaim: "data-pay-postgres-0" }],
    },
    quiet: {
      series: {
        ...OURS_UP,
        'kubelet_volume_stats_available_bytes{namespace="pay",persistentvolumeclaim="data-pay-postgres-0"}':
          steady(5_000),
        'kubelet_volume_stats_capacity_bytes{namespace="pay",persistentvolumeclaim="data-pay-postgres-0"}':
          steady(10_000),
      },
      at: "30m",
    },
  },
  {
    alert: "MemoryNearLimit",
    expr: `max by (namespace, pod, container) (container_memory_working_set_bytes{container!=""}) / max by (namespace, pod, container) (kube_pod_container_resource_limits{resource="memory"}) > 0.9 ${WHERE_WE_RUN}`,
    for: "10m",
    severity: "ticket",
    summary: "{{ $labels.pod }} uses nearly all the memory that it may",
    description:
      "At its limit the container is killed, and whatever it was doing is taken up by another one.",
    firing: {
      series: {
        ...OURS_UP,
        'container_memory_working_set_bytes{namespace="pay",pod="a",container="service"}': steady(95),
        'kube_pod_container_resource_limits{namespace="pay",pod="a",container="service",resource="memory"}':
          steady(100),
      },
      at: "30m",
      labels: [{ ...NS, pod: "a", container: "service" }],
    },
    quiet: {
      series: {
        ...OURS_UP,
        'container_memory_working_set_bytes{namespace="pay",pod="a",container="service"}': steady(60),
        'kube_pod_container_resource_limits{namespace="pay",pod="a",container="service",resource="memory"}':
          steady(100),
      },
      at: "30m",
    },
  },
];

const stores: readonly AlertRule[] = [
  {
    alert: "PostgresConnectionsNearlyUsed",
    expr: "sum by (namespace, instance) (pg_stat_activity_count) / max by (namespace, instance) (pg_settings_max_connections) > 0.85",
    for: "5m",
    severity: "page",
    summary: "Postgres has hardly a connection left",
    description: "More than 85 % of the server's connections are taken; a process that starts finds none.",
    firing: {
      series: {
        'pg_stat_activity_count{namespace="pay",instance="db",datname="pay",state="idle"}': steady(95),
        'pg_settings_max_connections{namespace="pay",instance="db"}': steady(100),
      },
      at: "20m",
      labels: [{ ...NS, instance: "db" }],
    },
    quiet: {
      series: {
        'pg_stat_activity_count{namespace="pay",instance="db",datname="pay",state="idle"}': steady(60),
        'pg_settings_max_connections{namespace="pay",instance="db"}': steady(100),
      },
      at: "20m",
    },
  },
  {
    alert: "NatsSlowConsumers",
    expr: "sum by (namespace) (increase(nats_varz_slow_consumers[15m])) > 0",
    severity: "ticket",
    summary: "NATS cut off a client that did not keep up",
    description:
      "A process read its messages so slowly that the server dropped its connection; its calls timed out.",
    firing: {
      series: { 'nats_varz_slow_consumers{namespace="pay",server_id="n"}': growing(1) },
      at: "30m",
      labels: [NS],
    },
    quiet: { series: { 'nats_varz_slow_consumers{namespace="pay",server_id="n"}': steady(3) }, at: "30m" },
  },
];

export const CLUSTER: RuleGroup = { name: "cluster", rules: [...kubernetes, ...stores] };
