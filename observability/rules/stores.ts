import { growing, NS, steady, STORES, type AlertRule } from "../rule.ts";
import { BACKUPS_EXPECTED } from "./backups.ts";

const DB = { namespace: "postgresql" } as const;
/** A series of CloudNativePG as its PodMonitor in k8s/ has it scraped. */
const cnpg = (metric: string, pod = "payments-db-1", labels = "") =>
  `${metric}{${STORES},namespace="postgresql",pod="${pod}"${labels}}`;
const exporter = (metric: string, labels = "") => `${metric}{${STORES},namespace="pay",pod="db"${labels}}`;

const TAKEN = ',datname="pay",state="idle"';
const MOST = ',name="max_connections"';
const per = "by (namespace, pod, instance)";
const usedOf = (taken: string, most: string) => `sum ${per} (${taken}) / max ${per} (${most}) > 0.85`;
const backupAge = (metric: string) => `time() - max by (namespace) (${metric}{${STORES}})`;
const nats = (namespace: string) =>
  `nats_varz_slow_consumers{${STORES},namespace="${namespace}",server_id="n"}`;
const HOURS_36 = 36 * 3_600;

/** Of the servers an installation lives on: those whose targets are marked as its own, and nobody else's. */
export const STORE_ALERTS: readonly AlertRule[] = [
  {
    alert: "PostgresConnectionsNearlyUsed",
    expr: [
      usedOf(`pg_stat_activity_count{${STORES}}`, `pg_settings_max_connections{${STORES}}`),
      usedOf(`cnpg_backends_total{${STORES}}`, `cnpg_pg_settings_setting{${STORES},name="max_connections"}`),
    ].join(" or "),
    for: "5m",
    severity: "page",
    summary: "Postgres has hardly a connection left",
    description: "More than 85 % of the server's connections are taken; a process that starts finds none.",
    firing: {
      series: {
        [exporter("pg_stat_activity_count", TAKEN)]: steady(95),
        [exporter("pg_settings_max_connections")]: steady(100),
      },
      at: "20m",
      labels: [{ ...NS, pod: "db" }],
    },
    alsoFiring: {
      "as CloudNativePG tells it": {
        series: {
          [cnpg("cnpg_backends_total", "payments-db-1", TAKEN)]: steady(450),
          [cnpg("cnpg_pg_settings_setting", "payments-db-1", MOST)]: steady(500),
        },
        at: "20m",
        labels: [{ ...DB, pod: "payments-db-1" }],
      },
    },
    quiet: {
      series: {
        [exporter("pg_stat_activity_count", TAKEN)]: steady(60),
        [exporter("pg_settings_max_connections")]: steady(100),
      },
      at: "20m",
    },
    alsoQuiet: {
      "where it is somebody else's": {
        series: {
          'pg_stat_activity_count{namespace="wiki",instance="db",datname="wiki",state="idle"}': steady(99),
          'pg_settings_max_connections{namespace="wiki",instance="db"}': steady(100),
        },
        at: "20m",
      },
    },
  },
  {
    alert: "PostgresWithoutStandby",
    expr: `max by (namespace) (cnpg_pg_replication_streaming_replicas{${STORES}}) < 1`,
    for: "2m",
    severity: "page",
    summary: "Postgres in {{ $labels.namespace }} has no standby that follows",
    description:
      "Where a commit waits for a second instance nothing can be written, and no payment is taken; elsewhere the next failure of a disk loses what was confirmed.",
    firing: {
      series: {
        [cnpg("cnpg_pg_replication_streaming_replicas")]: "2 2 0+0x120",
        [cnpg("cnpg_pg_replication_streaming_replicas", "payments-db-2")]: steady(0),
      },
      at: "20m",
      labels: [DB],
    },
    quiet: {
      series: {
        [cnpg("cnpg_pg_replication_streaming_replicas")]: steady(1),
        [cnpg("cnpg_pg_replication_streaming_replicas", "payments-db-2")]: steady(0),
      },
      at: "20m",
    },
  },
  {
    alert: "PostgresReplicaBehind",
    expr: `max ${per} (pg_replication_lag_seconds{${STORES}}) > 60 or max ${per} (cnpg_pg_replication_lag{${STORES}}) > 60`,
    for: "10m",
    severity: "ticket",
    summary: "A standby of Postgres is more than a minute behind",
    description:
      "It cannot take over until it has caught up, and the primary keeps its log for it meanwhile.",
    firing: {
      series: { [exporter("pg_replication_lag_seconds")]: steady(90) },
      at: "20m",
      labels: [{ ...NS, pod: "db" }],
    },
    alsoFiring: {
      "as CloudNativePG tells it": {
        series: { [cnpg("cnpg_pg_replication_lag", "payments-db-2")]: "0+60x120" },
        at: "20m",
        labels: [{ ...DB, pod: "payments-db-2" }],
      },
    },
    quiet: { series: { [cnpg("cnpg_pg_replication_lag", "payments-db-2")]: steady(2) }, at: "20m" },
  },
  {
    alert: "PostgresBackupOld",
    // Each of the two ways of CloudNativePG to make backups has a name of its own; the other one then stays at 0.
    // Where an operator says that backups are made, BackupsMissing wakes somebody, and nobody is told twice.
    expr: [
      `${backupAge("cnpg_collector_last_available_backup_timestamp")} > ${HOURS_36}`,
      `unless on (namespace) ${backupAge("barman_cloud_cloudnative_pg_io_last_available_backup_timestamp")} <= ${HOURS_36}`,
      `unless on (namespace) ${BACKUPS_EXPECTED}`,
    ].join(" "),
    for: "1h",
    severity: "ticket",
    summary: "Postgres in {{ $labels.namespace }} has no backup of the last day",
    description:
      "The last one that came off is more than 36 hours old, or there was never one; they are made every night.",
    firing: {
      series: { [cnpg("cnpg_collector_last_available_backup_timestamp")]: steady(-200_000) },
      at: "90m",
      labels: [DB],
    },
    quiet: {
      series: { [cnpg("cnpg_collector_last_available_backup_timestamp")]: steady(0) },
      at: "90m",
    },
    alsoQuiet: {
      "where backups are said to be made, and BackupsMissing tells of it": {
        series: {
          [cnpg("cnpg_collector_last_available_backup_timestamp")]: steady(-200_000),
          [cnpg("up", "payments-db-1", ',payments_backups="expected"')]: steady(1),
        },
        at: "90m",
      },
      "where the plugin makes them": {
        series: {
          [cnpg("cnpg_collector_last_available_backup_timestamp")]: steady(-200_000),
          [cnpg("barman_cloud_cloudnative_pg_io_last_available_backup_timestamp")]: steady(0),
        },
        at: "90m",
      },
    },
  },
  {
    alert: "NatsSlowConsumers",
    expr: `sum by (namespace) (increase(nats_varz_slow_consumers{${STORES}}[15m])) > 0`,
    severity: "ticket",
    summary: "NATS cut off a client that did not keep up",
    description:
      "A process read its messages so slowly that the server dropped its connection; its calls timed out.",
    firing: { series: { [nats("pay")]: growing(1) }, at: "30m", labels: [NS] },
    quiet: { series: { [nats("pay")]: steady(3) }, at: "30m" },
    alsoQuiet: {
      "where it is somebody else's": {
        series: { 'nats_varz_slow_consumers{namespace="chat",server_id="n"}': growing(1) },
        at: "30m",
      },
    },
  },
];
