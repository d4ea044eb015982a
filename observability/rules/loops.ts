import { firingOn, NS, OURS, steady, type AlertCase, type AlertRule, type RuleGroup } from "../rule.ts";

/** Without these, what an owner does not know of its money stays unknown, or merchants are not told. */
const ESSENTIAL =
  'loop=~"(payments|refunds|payouts)[.](lookDue|syncStatus|claimJobs|relayEvents)|notifier[.](deliverWebhooks|recordTries)"';

/** All loops fail of a process without its stores: DependencyUnavailable says so once. */
const failing = (matchers = "") =>
  `max by (namespace, service, loop) (loop_failing{${OURS}${matchers}} == 1 unless on (namespace, pod) dependency_available{${OURS}} == 0)`;

const loopsOf = (metric: string, label: string, from: string, to: string) =>
  `group by (namespace, loop) (label_replace(${metric}, "loop", "${to}", "${label}", "${from}"))`;
const SUCCESSES = "reconciler_last_success_timestamp_seconds";
/**
 * Tasks, and the claiming of their jobs, whose successes are still in the database: LookTasksLate and others go by
 * these.
 */
const SEEN_BY_TASKS = `(${loopsOf(SUCCESSES, "task", "(.+)", "$1")} or ${loopsOf(SUCCESSES, "task", "([a-z]+)[.].+", "$1.claimJobs")})`;
/** Owners whose outbox can be counted: OutboxNotDraining goes by that. */
const SEEN_BY_OUTBOX = loopsOf("outbox_oldest_unpublished_age_seconds", "owner", "(.+)", "$1.relayEvents");

const ON_LOOP = "unless on (namespace, loop)";
const PAGED = `${failing(`,${ESSENTIAL}`)} ${ON_LOOP} ${SEEN_BY_TASKS} ${ON_LOOP} ${SEEN_BY_OUTBOX}`;

const process = (service: string) =>
  `payments_platform="service",namespace="pay",service="${service}",pod="${service}-0"`;
const loop = (name: string) => {
  const [service = ""] = name.split(".");
  return `loop_failing{${process(service)},loop="${name}"}`;
};
const success = (task: string) => `${SUCCESSES}{namespace="pay",task="${task}"}`;
const outbox = (owner: string) => `outbox_oldest_unpublished_age_seconds{namespace="pay",owner="${owner}"}`;

const failingOf = (...names: readonly string[]): AlertCase => ({
  series: Object.fromEntries(names.map((name) => [loop(name), steady(1)])),
  at: "20m",
});
const besides = ({ series, at }: AlertCase, more: Readonly<Record<string, string>>): AlertCase => ({
  series: { ...series, ...more },
  at,
});
const labelsOf = (...names: readonly string[]) =>
  names.map((name) => ({ ...NS, service: name.split(".")[0] ?? "", loop: name }));
const away = (service: string) => ({
  [`dependency_available{${process(service)},dependency="postgres"}`]: steady(0),
});

const alerts: readonly AlertRule[] = [
  {
    alert: "EssentialLoopFailing",
    expr: PAGED,
    for: "2m",
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "{{ $labels.loop }} does not come off in a process of {{ $labels.service }}",
    description:
      "Every run of it has failed for a minute, or hangs: results stay unknown, or merchants are not notified. What it needs answers.",
    firing: {
      ...failingOf("notifier.deliverWebhooks", "payments.syncStatus"),
      labels: labelsOf("notifier.deliverWebhooks", "payments.syncStatus"),
    },
    alsoFiring: {
      "where the metrics cannot be read that others go by": {
        ...failingOf("payments.relayEvents", "refunds.lookDue", "payouts.claimJobs"),
        labels: labelsOf("payments.relayEvents", "refunds.lookDue", "payouts.claimJobs"),
      },
    },
    quiet: {
      series: { [loop("notifier.deliverWebhooks")]: "0 1 0+0x60", [loop("notifier.sweepEvents")]: steady(1) },
      at: "20m",
    },
    alsoQuiet: {
      "while a store is away, since DependencyUnavailable reports that": besides(
        failingOf("notifier.deliverWebhooks"),
        away("notifier"),
      ),
      "where LookTasksLate tells": besides(failingOf("payments.lookDue", "payments.claimJobs"), {
        [success("payments.lookDue")]: steady(0),
      }),
      "where OutboxNotDraining tells": besides(failingOf("payments.relayEvents"), {
        [outbox("payments")]: "0+60x60",
      }),
    },
  },
  {
    alert: "LoopFailing",
    expr: `${failing()} ${ON_LOOP} ${SEEN_BY_TASKS} unless on (namespace, service, loop) (${PAGED})`,
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.loop }} does not come off in a process of {{ $labels.service }}",
    description: "Every run of it has failed for a minute, or hangs, though what it needs answers.",
    firing: {
      ...failingOf("api-gateway.writeLastUsed", "sandbox-acquirer.settleOrders"),
      labels: labelsOf("api-gateway.writeLastUsed", "sandbox-acquirer.settleOrders"),
    },
    alsoFiring: {
      "of a relay with nothing to hand over, too": {
        ...besides(failingOf("payments.relayEvents"), { [outbox("payments")]: steady(0) }),
        labels: labelsOf("payments.relayEvents"),
      },
    },
    quiet: {
      series: { [loop("api-gateway.writeLastUsed")]: "1 1 1 0+0x60" },
      at: "20m",
    },
    alsoQuiet: {
      "where EssentialLoopFailing tells": failingOf("notifier.deliverWebhooks"),
      "where ClockedTaskLate tells": besides(failingOf("notifier.sweepEvents"), {
        [success("notifier.sweepEvents")]: steady(0),
      }),
      "while a store is away": besides(failingOf("api-gateway.writeLastUsed"), away("api-gateway")),
    },
  },
];

export const LOOPS: RuleGroup = { name: "loops", rules: alerts };
