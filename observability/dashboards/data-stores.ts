import { WHERE_WE_OR_STORES_RUN } from "../rule.ts";
import {
  max,
  N,
  OF_STORES,
  quantile,
  rate,
  RATE,
  STORES_VARIABLE,
  NOTHING_YET,
  type Dashboard,
} from "./dashboard.ts";

const perSecond = (metric: string) => `sum by (datname) (rate(${metric}{${OF_STORES}}[${RATE}]))`;

/** A series that was never set is 0, and no age. */
const sinceLast = (metric: string) => `time() - max by (namespace) (${metric}{${OF_STORES}} > 0)`;

export const DATA_STORES: Dashboard = {
  uid: "payments-data-stores",
  title: "Payments / Data stores",
  description: "How busy and how full Postgres is, as our pools see it and as its exporter does.",
  variables: [STORES_VARIABLE],
  rows: [
    {
      title: "As our services see it",
      panels: [
        {
          title: "p95 of statements",
          description: "By owner and pool, with the wait for a connection.",
          unit: "s",
          queries: [
            {
              expr: quantile(0.95, "db_query_duration_seconds", "owner, pool"),
              legend: "{{owner}} {{pool}}",
            },
          ],
        },
        {
          title: "Statements",
          description: "By owner and pool.",
          unit: "ops",
          stacked: true,
          queries: [
            { expr: rate("db_query_duration_seconds_count", "owner, pool"), legend: "{{owner}} {{pool}}" },
          ],
        },
        {
          title: "Statements that wait for a connection",
          description: "More than five for two minutes page.",
          unit: "short",
          warns: [1, 5],
          queries: [{ expr: max("db_pool_waiting_clients", "owner, pool"), legend: "{{owner}} {{pool}}" }],
          runbooks: ["DbPoolSaturated"],
        },
        {
          title: "Connections that pools hold",
          description: "Of all processes; what is idle too long is closed.",
          unit: "short",
          stacked: true,
          queries: [
            { expr: `sum by (owner, state) (db_pool_connections{${N}})`, legend: "{{owner}} {{state}}" },
          ],
        },
        {
          title: "Statements that failed",
          description: "By the class of their SQLSTATE.",
          unit: "ops",
          queries: [
            {
              expr: rate("db_errors_total", "owner, sqlstate_class"),
              legend: "{{owner}} {{sqlstate_class}}",
            },
          ],
          runbooks: ["DbErrors", "DbResourcesExhausted"],
        },
        {
          title: "Services without their database",
          description: "How many processes say that Postgres does not answer; nothing where none runs.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          queries: [{ expr: `sum(dependency_available{${N},dependency="postgres"} == bool 0)` }],
          runbooks: ["DependencyUnavailable"],
        },
      ],
    },
    {
      title: "Postgres itself",
      panels: [
        {
          title: "Connections, of those it may have",
          description:
            "Of postgres_exporter or CloudNativePG. Without the former the following ones are empty. Over 85 % pages.",
          unit: "percentunit",
          warns: [0.7, 0.85],
          queries: [
            {
              expr: `sum by (instance) (pg_stat_activity_count{${OF_STORES}}) / max by (instance) (pg_settings_max_connections{${OF_STORES}})`,
              legend: "{{instance}}",
            },
            {
              expr: `sum by (pod) (cnpg_backends_total{${OF_STORES}}) / max by (pod) (cnpg_pg_settings_setting{${OF_STORES},name="max_connections"})`,
              legend: "{{pod}}",
            },
          ],
          runbooks: ["PostgresConnectionsNearlyUsed"],
        },
        {
          title: "Transactions",
          description: "Committed and rolled back.",
          unit: "ops",
          queries: [
            { expr: perSecond("pg_stat_database_xact_commit"), legend: "{{datname}} committed" },
            { expr: perSecond("pg_stat_database_xact_rollback"), legend: "{{datname}} rolled back" },
          ],
        },
        {
          title: "Longest transaction",
          description: "One that stays open keeps dead rows from being cleaned up.",
          unit: "s",
          warns: [60, 600],
          queries: [
            {
              expr: `max by (datname) (pg_stat_activity_max_tx_duration{${OF_STORES}})`,
              legend: "{{datname}}",
            },
          ],
        },
        {
          title: "Locks",
          description: "Held and waited for, by mode.",
          unit: "short",
          queries: [{ expr: `sum by (mode) (pg_locks_count{${OF_STORES}})`, legend: "{{mode}}" }],
        },
        {
          title: "Deadlocks",
          description: "Of the last hour; there should be none.",
          unit: "short",
          queries: [
            {
              expr: `sum by (datname) (increase(pg_stat_database_deadlocks{${OF_STORES}}[1h]))`,
              legend: "{{datname}}",
            },
          ],
        },
        {
          title: "Read from memory",
          description: "Share of blocks that were in Postgres' own cache.",
          unit: "percentunit",
          queries: [
            {
              expr: `${perSecond("pg_stat_database_blks_hit")} / (${perSecond("pg_stat_database_blks_hit")} + ${perSecond("pg_stat_database_blks_read")})`,
              legend: "{{datname}}",
            },
          ],
        },
        {
          title: "Size",
          description: "Of each database.",
          unit: "bytes",
          queries: [
            { expr: `max by (datname) (pg_database_size_bytes{${OF_STORES}})`, legend: "{{datname}}" },
          ],
        },
        {
          title: "Behind the primary",
          empty: NOTHING_YET,
          description: "How far replicas are behind.",
          unit: "s",
          warns: [5, 60],
          queries: [
            { expr: `max by (instance) (pg_replication_lag_seconds{${OF_STORES}})`, legend: "{{instance}}" },
            { expr: `max by (pod) (cnpg_pg_replication_lag{${OF_STORES}})`, legend: "{{pod}}" },
          ],
          runbooks: ["PostgresReplicaBehind"],
        },
        {
          title: "Free on volumes",
          description: "Share that is free; below 15 % pages. Needs the kubelet's metrics.",
          unit: "percentunit",
          queries: [
            {
              expr: `min by (namespace, persistentvolumeclaim) (kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes) ${WHERE_WE_OR_STORES_RUN}`,
              legend: "{{persistentvolumeclaim}}",
            },
          ],
          runbooks: ["VolumeFilling"],
        },
      ],
    },
    {
      title: "Backups",
      panels: [
        {
          title: "Since the last backup",
          empty: NOTHING_YET,
          description: "Of CloudNativePG, by its plugin or by snapshots of the volumes; thirty hours page.",
          unit: "s",
          warns: [26 * 3_600, 30 * 3_600],
          queries: [
            {
              expr: sinceLast("barman_cloud_cloudnative_pg_io_last_available_backup_timestamp"),
              legend: "store",
            },
            { expr: sinceLast("cnpg_collector_last_available_backup_timestamp"), legend: "snapshot" },
          ],
          runbooks: ["BackupsMissing", "PostgresBackupOld"],
        },
        {
          title: "Since the last archived segment",
          empty: NOTHING_YET,
          description:
            "Of the write-ahead log: what a loss of the servers costs; a quarter of an hour pages.",
          unit: "s",
          warns: [600, 900],
          queries: [
            {
              expr: `max by (namespace) (cnpg_pg_stat_archiver_seconds_since_last_archival{${OF_STORES}} >= 0)`,
              legend: "{{namespace}}",
            },
          ],
          runbooks: ["WalArchiveLagging"],
        },
        {
          title: "Since a restore drill succeeded",
          empty: NOTHING_YET,
          description: "A backup was restored, and its books were whole; thirty hours page.",
          unit: "s",
          warns: [26 * 3_600, 30 * 3_600],
          queries: [
            {
              expr: `time() - max by (namespace, cronjob) (kube_cronjob_status_last_successful_time{cronjob=~".*restore-drill"}) ${WHERE_WE_OR_STORES_RUN}`,
              legend: "{{cronjob}}",
            },
          ],
          runbooks: ["RestoreDrillOverdue"],
        },
      ],
    },
  ],
};
