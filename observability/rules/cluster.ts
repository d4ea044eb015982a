import {
  growing,
  NS,
  OURS,
  steady,
  STORES,
  WHERE_WE_OR_STORES_RUN,
  WHERE_WE_RUN,
  type AlertRule,
  type RuleGroup,
} from "../rule.ts";
import { STORE_ALERTS } from "./stores.ts";

const OURS_UP = { [`up{${OURS},namespace="pay",service="payments",pod="a"}`]: steady(1) };
const STORE_UP = { [`up{${STORES},namespace="postgresql",pod="payments-db-1"}`]: steady(1) };
const ELSEWHERE = 'namespace="other"';

/** Of 10,000 bytes so many are free. */
const volume = (namespace: string, claim: string, free: number) => ({
  [`kubelet_volume_stats_available_bytes{namespace="${namespace}",persistentvolumeclaim="${claim}"}`]:
    steady(free),
  [`kubelet_volume_stats_capacity_bytes{namespace="${namespace}",persistentvolumeclaim="${claim}"}`]:
    steady(10_000),
});

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
    expr: `min by (namespace, persistentvolumeclaim) (kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes) < 0.15 ${WHERE_WE_OR_STORES_RUN}`,
    for: "15m",
    severity: "page",
    summary: "{{ $labels.persistentvolumeclaim }} is nearly full",
    description: "Less than 15 % of the volume is free. A database without room takes no payment.",
    firing: {
      series: {
        ...OURS_UP,
        ...volume("pay", "data-pay-postgres-0", 1_000),
      },
      at: "30m",
      labels: [{ ...NS, persistentvolumeclaim: "data-pay-postgres-0" }],
    },
    alsoFiring: {
      "in the namespace of a store": {
        series: { ...OURS_UP, ...STORE_UP, ...volume("postgresql", "payments-db-1", 100) },
        at: "30m",
        labels: [{ namespace: "postgresql", persistentvolumeclaim: "payments-db-1" }],
      },
    },
    quiet: {
      series: {
        ...OURS_UP,
        ...volume("pay", "data-pay-postgres-0", 5_000),
      },
      at: "30m",
    },
    alsoQuiet: {
      "in a namespace of others": {
        series: { ...OURS_UP, ...STORE_UP, ...volume("wiki", "wiki-db-1", 100) },
        at: "30m",
      },
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

export const CLUSTER: RuleGroup = { name: "cluster", rules: [...kubernetes, ...STORE_ALERTS] };
