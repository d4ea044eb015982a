import {
  growing,
  inSandbox,
  LIVE,
  NOT_SANDBOX,
  NS,
  OWNERS,
  steady,
  STILL,
  type AlertRule,
  type RecordingRule,
  type RuleGroup,
} from "../rule.ts";
import { BOOKS } from "./books.ts";

const max = (metric: string, labels = "namespace") => `max by (${labels}) (${metric})`;

/** Owners name their metrics after themselves; one name with a label is what alerts and panels go by. */
const records: readonly RecordingRule[] = OWNERS.flatMap((owner) => {
  const ended = `${owner}_state_transitions_total{to=~"SUCCEEDED|FAILED|EXPIRED"}`;
  const failed = `${owner}_state_transitions_total{to="FAILED"}`;
  const grew = (selector: string, range = "15m") =>
    `sum by (namespace, mode) (increase(${selector}[${range}]))`;
  return [
    { record: "owner:anomalies_open:max", expr: max(`${owner}_anomalies_open`, "namespace, kind") },
    { record: "owner:look_overdue_seconds:max", expr: max(`${owner}_look_overdue_seconds`) },
    {
      record: "owner_state:oldest_in_state_age_seconds:max",
      expr: max(`${owner}_oldest_in_state_age_seconds`, "namespace, state, mode"),
    },
    { record: "owner_state:open:max", expr: max(`${owner}_open`, "namespace, state, mode") },
    { record: "owner:ended:increase15m", expr: grew(ended) },
    { record: `owner:failed:increase${STILL}`, expr: grew(failed, STILL) },
    { record: "owner:failed:increase15m", expr: `${grew(failed)} or ${grew(ended)} * 0` },
  ].map((rule) => ({ ...rule, labels: { owner } }));
});

const oldest = (owner: string, state: string) =>
  `${owner}_oldest_in_state_age_seconds{namespace="pay",state="${state}",mode="live"}`;
const EXPIRY = 'payments_action_expiry_seconds{namespace="pay"}';
const moved = (owner: string, to: string) =>
  `${owner}_state_transitions_total{namespace="pay",from="PENDING",to="${to}",mode="live"}`;

const LOST = { series: { [oldest("payments", "PENDING")]: "0+60x60" }, at: "40m" };
const UNENDED = { series: { [oldest("payouts", "PROCESSING")]: steady(20_000) }, at: "20m" };
const UNEXPIRED = {
  series: { [oldest("payments", "REQUIRES_ACTION")]: steady(12_000), [EXPIRY]: steady(3_600) },
  at: "20m",
};
const DECLINED = {
  series: { [moved("refunds", "FAILED")]: growing(8), [moved("refunds", "SUCCEEDED")]: growing(2) },
  at: "40m",
};

const ages: readonly AlertRule[] = [
  {
    alert: "PendingTooLong",
    expr: `owner_state:oldest_in_state_age_seconds:max{state="PENDING",${NOT_SANDBOX}} > 900`,
    for: "5m",
    severity: "page",
    summary: "One of {{ $labels.owner }} has been PENDING for more than a quarter of an hour",
    description:
      "An answer of the provider was lost and cannot be found out: it is looked for every half minute at least.",
    firing: { ...LOST, labels: [{ ...LIVE, owner: "payments", state: "PENDING" }] },
    quiet: { series: { [oldest("payments", "PENDING")]: steady(120) }, at: "40m" },
    alsoQuiet: { "where an amount of the Sandbox orders it": inSandbox(LOST) },
  },
  {
    alert: "ProcessingTooLong",
    expr: `owner_state:oldest_in_state_age_seconds:max{state="PROCESSING",${NOT_SANDBOX}} > 4 * 3600`,
    for: "10m",
    severity: "ticket",
    summary: "One of {{ $labels.owner }} has been under way at the provider for more than four hours",
    description:
      "The provider took it and has not said how it ended; it is asked about every ten minutes at least.",
    firing: { ...UNENDED, labels: [{ ...LIVE, owner: "payouts", state: "PROCESSING" }] },
    quiet: { series: { [oldest("payouts", "PROCESSING")]: steady(3_000) }, at: "20m" },
    alsoQuiet: { "where an amount of the Sandbox orders it": inSandbox(UNENDED) },
  },
  {
    alert: "PaymentsNotExpiring",
    expr:
      'owner_state:oldest_in_state_age_seconds:max{owner="payments",state="REQUIRES_ACTION"} ' +
      "> on (namespace) group_left () 3 * max by (namespace) (payments_action_expiry_seconds)",
    for: "10m",
    severity: "ticket",
    summary: "Payments that await their payer do not expire",
    description:
      "A Payment requires an action for more than three times as long as its payer has for it by the settings.",
    firing: { ...UNEXPIRED, labels: [{ ...LIVE, owner: "payments", state: "REQUIRES_ACTION" }] },
    alsoFiring: {
      "in Sandbox, where no amount orders it": {
        ...inSandbox(UNEXPIRED),
        labels: [{ ...NS, mode: "sandbox", owner: "payments", state: "REQUIRES_ACTION" }],
      },
    },
    // A day by setting: then more than three hours are no fault.
    quiet: {
      series: { [oldest("payments", "REQUIRES_ACTION")]: steady(80_000), [EXPIRY]: steady(86_400) },
      at: "20m",
    },
  },
  {
    alert: "LooksOverdue",
    expr: "owner:look_overdue_seconds:max > 120",
    for: "5m",
    severity: "page",
    summary: "Objects of {{ $labels.owner }} that are due are not synced",
    description:
      "A status sync is late by more than two minutes: lost answers stay unknown, and nothing expires.",
    firing: {
      series: { 'refunds_look_overdue_seconds{namespace="pay"}': "0+60x60" },
      at: "20m",
      labels: [{ ...NS, owner: "refunds" }],
    },
    quiet: { series: { 'refunds_look_overdue_seconds{namespace="pay"}': steady(3) }, at: "20m" },
  },
  {
    alert: "RefundsUntold",
    expr: "max by (namespace) (refunds_untold) > 0",
    for: "10m",
    severity: "ticket",
    summary: "The owner of payments has not acknowledged refunds",
    description: "Amounts that were refunded are not in the balance of their payments yet, for ten minutes.",
    firing: { series: { 'refunds_untold{namespace="pay"}': steady(2) }, at: "20m", labels: [NS] },
    quiet: { series: { 'refunds_untold{namespace="pay"}': "0 2 0+0x60" }, at: "20m" },
  },
];

const failures: readonly AlertRule[] = [
  {
    alert: "FailureRatioHigh",
    expr: `owner:failed:increase15m{${NOT_SANDBOX}} / owner:ended:increase15m > 0.5 and owner:ended:increase15m > 20 and owner:failed:increase${STILL} > 0`,
    for: "10m",
    severity: "ticket",
    summary: "More than half of {{ $labels.owner }} fail",
    description:
      "Of those that ended in the last quarter of an hour more than half were declined or failed at the provider.",
    firing: { ...DECLINED, labels: [{ ...LIVE, owner: "refunds" }] },
    quiet: {
      series: { [moved("refunds", "FAILED")]: growing(2), [moved("refunds", "SUCCEEDED")]: growing(8) },
      at: "40m",
    },
    alsoQuiet: { "where amounts of the Sandbox order it": inSandbox(DECLINED) },
  },
  {
    alert: "IdempotencyKeysReused",
    expr: 'sum by (namespace) (rate(idempotency_requests_total{result="reused"}[10m])) > 1 and sum by (namespace) (rate(idempotency_requests_total{result="reused"}[2m])) > 1',
    for: "10m",
    severity: "ticket",
    summary: "Many idempotency keys come again with another request",
    description:
      "More than one request a second has the key of another one: a merchant's software makes keys that are not unique, and its payments are refused.",
    firing: {
      series: { 'idempotency_requests_total{namespace="pay",result="reused"}': growing(120) },
      at: "40m",
      labels: [NS],
    },
    quiet: {
      series: { 'idempotency_requests_total{namespace="pay",result="reused"}': growing(6) },
      at: "40m",
    },
  },
];

export const OWNER_RECORDS: RuleGroup = { name: "owner-records", interval: "30s", rules: records };
export const MONEY: RuleGroup = { name: "money", rules: [...BOOKS, ...ages, ...failures] };
