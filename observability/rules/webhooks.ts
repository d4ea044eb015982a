import { firingOn, growing, inSandbox, LIVE, NS, steady, STILL, thatWake, type AlertRule } from "../rule.ts";
import { BESIDE } from "./providers.ts";

const PER_NAMESPACE = "sum by (namespace)";
const TRIES = "notifier_webhook_deliveries_total";
const tries = (selector: string, range: string) => `${PER_NAMESPACE} (rate(${TRIES}${selector}[${range}]))`;
const SUCCEEDED = '{outcome="succeeded"}';
const succeededShare = (range: string) => `${tries(SUCCEEDED, range)} / ${tries("", range)}`;
const merchants = (reached: boolean) =>
  `${PER_NAMESPACE} (max by (namespace, mode) (notifier_merchants{reached="${reached}"}))`;
const tried = (outcome: string, codeClass: string) =>
  `${TRIES}{namespace="pay",outcome="${outcome}",code_class="${codeClass}"}`;
const counted = (reached: boolean) => `notifier_merchants{namespace="pay",mode="live",reached="${reached}"}`;
const nobodyReached = (unreached: number, reached: number) => ({
  series: {
    [tried("succeeded", "2xx")]: steady(100),
    [tried("failed", "timeout")]: growing(30),
    [counted(false)]: steady(unreached),
    [counted(true)]: steady(reached),
  },
  at: "30m",
});
const UNREACHED = 'notifier_merchant_unreached_seconds{namespace="pay",mode="live"}';
const LOST_MERCHANT = { series: { [UNREACHED]: "0+60x120" }, at: "60m" };

/** Whether webhooks reach merchants. */
export const WEBHOOKS: readonly AlertRule[] = [
  {
    alert: "WebhookBacklogOld",
    expr: "max by (namespace) (notifier_webhook_oldest_pending_age_seconds) > 900",
    for: "5m",
    severity: "page",
    summary: "Webhooks are late by more than a quarter of an hour",
    description: "An endpoint that does answer is owed webhooks that were due long ago.",
    firing: {
      series: { 'notifier_webhook_oldest_pending_age_seconds{namespace="pay"}': steady(1_800) },
      at: "10m",
      labels: [NS],
    },
    quiet: {
      series: { 'notifier_webhook_oldest_pending_age_seconds{namespace="pay"}': steady(300) },
      at: "10m",
    },
  },
  {
    alert: "WebhooksExhausted",
    expr: "sum by (namespace) (increase(notifier_webhook_exhausted_total[1h])) > 10",
    severity: "ticket",
    summary: "Webhooks are given up",
    description: "More than ten webhooks of the last hour had been tried for 72 hours without success.",
    firing: {
      series: { 'notifier_webhook_exhausted_total{namespace="pay"}': growing(1) },
      at: "90m",
      labels: [NS],
    },
    quiet: { series: { 'notifier_webhook_exhausted_total{namespace="pay"}': steady(50) }, at: "90m" },
  },
  {
    alert: "WebhooksFailing",
    // Of one merchant alone a ticket tells; where few are owed anything, one may be all of them.
    expr:
      `${succeededShare("10m")} < 0.1 and ${PER_NAMESPACE} (increase(${TRIES}[10m])) > 20 ` +
      `and ${succeededShare(STILL)} < 0.1 and (${merchants(false)} > 2 or ${merchants(false)} > ${merchants(true)})`,
    for: "5m",
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "Hardly a webhook reaches anybody",
    description:
      "Fewer than a tenth of the tries of the last ten minutes succeeded, of several merchants or of all: it is ours, such as our way out. Merchants do not learn of their payments.",
    firing: { ...nobodyReached(5, 8), labels: [NS] },
    alsoFiring: { "where the only merchant is not reached": { ...nobodyReached(1, 0), labels: [NS] } },
    quiet: { series: { ...nobodyReached(5, 8).series, [tried("succeeded", "2xx")]: growing(30) }, at: "30m" },
    alsoQuiet: { "where it is one merchant of several": nobodyReached(1, 8) },
  },
  {
    alert: "MerchantUnreached",
    expr: `max by (namespace, mode) ${thatWake((matcher) => `notifier_merchant_unreached_seconds{${matcher}}`)} > 1800`,
    for: "5m",
    severity: "ticket",
    summary: "No webhook has reached a merchant for half an hour",
    description:
      "Every endpoint of a merchant that is owed something fails; others are reached. It does not learn of its payments.",
    firing: { ...LOST_MERCHANT, labels: [LIVE] },
    alsoFiring: {
      "in an installation of the Sandbox alone": {
        ...inSandbox(LOST_MERCHANT),
        labels: [{ ...NS, mode: "sandbox" }],
      },
    },
    quiet: { series: { [UNREACHED]: "0 60 120 0+0x60" }, at: "60m" },
    alsoQuiet: {
      "of an endpoint for trying things out, beside live orders": {
        series: { ...inSandbox(LOST_MERCHANT).series, ...BESIDE },
        at: "60m",
      },
    },
  },
];
