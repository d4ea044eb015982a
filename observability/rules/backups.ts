import { steady, STORES, WHERE_WE_OR_STORES_RUN, type AlertRule, type RuleGroup } from "../rule.ts";

const HOUR = 3_600;
const DB = { namespace: "postgresql" } as const;
const POD = 'namespace="postgresql",pod="payments-db-1"';
const CLOUD = "barman_cloud_cloudnative_pg_io_last_available_backup_timestamp";
const SNAPSHOT = "cnpg_collector_last_available_backup_timestamp";
const ARCHIVED = "cnpg_pg_stat_archiver_seconds_since_last_archival";
const SUCCEEDED = "kube_cronjob_status_last_successful_time";
const CREATED = "kube_cronjob_created";

/** A backup a night, and six hours to make the next one. */
const DAY_AND_SIX = 30 * HOUR;
/** A segment is closed and archived five minutes after the first write that went into it. */
const QUARTER = 900;

/**
 * Where an operator says that backups are made: the targets of its servers carry this label (k8s/cnpg/cluster.yaml). So
 * what shows a backup may be missing altogether, and is noticed all the same.
 */
export const BACKUPS_EXPECTED = `group by (namespace) (up{${STORES},payments_backups="expected"})`;
const unless = (proof: string) => `unless on (namespace) ${proof}`;
const age = (metric: string) => `(time() - max by (namespace) (${metric}{${STORES}}) <= ${DAY_AND_SIX})`;

const DRILL = 'cronjob=~".*restore-drill"';
const drill = (metric: string) => `max by (namespace, cronjob) (${metric}{${DRILL}})`;

const IS_EXPECTED = { [`up{${STORES},payments_backups="expected",${POD}}`]: steady(1, 600) };
const NOT_EXPECTED = { [`up{${STORES},${POD}}`]: steady(1, 600) };
const of = (metric: string) => `${metric}{${STORES},${POD}}`;
const job = (metric: string) => `${metric}{namespace="postgresql",cronjob="payments-db-restore-drill"}`;

const rules: readonly AlertRule[] = [
  {
    alert: "BackupsMissing",
    // One of the two ways of CloudNativePG to make them is proof enough; the other one's series stays at 0.
    expr: `${BACKUPS_EXPECTED} ${unless(age(CLOUD))} ${unless(age(SNAPSHOT))}`,
    for: "2h",
    severity: "page",
    summary: "Postgres in {{ $labels.namespace }} has no backup of the last thirty hours",
    description:
      "Backups are made every night, and the last one that came off is older, or nothing says that there is one. What is lost now comes back only as far as the write-ahead log reaches from an older one.",
    firing: { series: { ...IS_EXPECTED, [of(CLOUD)]: steady(-120_000, 600) }, at: "3h", labels: [DB] },
    alsoFiring: {
      "where none was ever made": {
        series: { ...IS_EXPECTED, [of(CLOUD)]: steady(-120_000, 600), [of(SNAPSHOT)]: steady(-120_000, 600) },
        at: "3h",
        labels: [DB],
      },
      "where nothing tells of any": { series: IS_EXPECTED, at: "3h", labels: [DB] },
    },
    quiet: { series: { ...IS_EXPECTED, [of(CLOUD)]: steady(0, 600) }, at: "3h" },
    alsoQuiet: {
      "where they are snapshots": {
        series: { ...IS_EXPECTED, [of(CLOUD)]: steady(-120_000, 600), [of(SNAPSHOT)]: steady(0, 600) },
        at: "3h",
      },
      "where nobody said that there are any": { series: NOT_EXPECTED, at: "3h" },
      "while the first one is made": { series: IS_EXPECTED, at: "1h" },
    },
  },
  {
    alert: "WalArchiveLagging",
    // Only the primary tells of it, and -1 until its first segment is archived.
    expr: `${BACKUPS_EXPECTED} ${unless(`(max by (namespace) (${ARCHIVED}{${STORES}} >= 0) <= ${QUARTER})`)}`,
    for: "10m",
    severity: "page",
    summary: "Postgres in {{ $labels.namespace }} archives nothing of its write-ahead log",
    description:
      "No segment went to the store of backups for a quarter of an hour. What is written since would be lost with the servers, and their volume fills with what waits.",
    firing: {
      series: { ...IS_EXPECTED, [of(ARCHIVED)]: "0+60x120" },
      at: "60m",
      labels: [DB],
    },
    alsoFiring: {
      "where nothing was ever archived": {
        series: { ...IS_EXPECTED, [of(ARCHIVED)]: steady(-1) },
        at: "30m",
        labels: [DB],
      },
      "where nothing tells of it": { series: IS_EXPECTED, at: "30m", labels: [DB] },
    },
    quiet: { series: { ...IS_EXPECTED, [of(ARCHIVED)]: steady(240) }, at: "60m" },
    alsoQuiet: {
      "where nobody said that there are backups": {
        series: { ...NOT_EXPECTED, [of(ARCHIVED)]: steady(5_000) },
        at: "60m",
      },
    },
  },
  {
    alert: "RestoreDrillOverdue",
    // One that never succeeded is overdue from when its CronJob was made.
    expr: `time() - (${drill(SUCCEEDED)} or ${drill(CREATED)}) > ${DAY_AND_SIX} ${WHERE_WE_OR_STORES_RUN}`,
    severity: "page",
    summary: "{{ $labels.cronjob }} in {{ $labels.namespace }} did not succeed for thirty hours",
    description:
      "Every night a backup is restored and checked. Nothing shows that what is backed up now can be restored, whole and young enough.",
    firing: {
      series: { ...NOT_EXPECTED, [job(SUCCEEDED)]: steady(-120_000), [job(CREATED)]: steady(-9_000_000) },
      at: "5m",
      labels: [{ ...DB, cronjob: "payments-db-restore-drill" }],
    },
    alsoFiring: {
      "where it never did": {
        series: { ...NOT_EXPECTED, [job(CREATED)]: steady(-120_000) },
        at: "5m",
        labels: [{ ...DB, cronjob: "payments-db-restore-drill" }],
      },
    },
    quiet: {
      series: { ...NOT_EXPECTED, [job(SUCCEEDED)]: steady(0), [job(CREATED)]: steady(-9_000_000) },
      at: "5m",
    },
    alsoQuiet: {
      "on its first day": { series: { ...NOT_EXPECTED, [job(CREATED)]: steady(0) }, at: "5m" },
      "where there is none": { series: NOT_EXPECTED, at: "5m" },
      "in a namespace of others": {
        series: { [job(SUCCEEDED)]: steady(-120_000) },
        at: "5m",
      },
    },
  },
];

export const BACKUPS: RuleGroup = { name: "backups", rules };
