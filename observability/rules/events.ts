import { firingOn, growing, NS, steady, type AlertRule } from "../rule.ts";

/** Whether events leave their owners. */
export const EVENTS: readonly AlertRule[] = [
  {
    alert: "OutboxNotDraining",
    expr: "max by (namespace, owner) (outbox_oldest_unpublished_age_seconds) > 60",
    for: "2m",
    keepFiringFor: firingOn(1),
    severity: "page",
    summary: "Events of {{ $labels.owner }} do not leave",
    description:
      "The oldest event has waited in the outbox for more than a minute; nothing is lost, and merchants are not told.",
    firing: {
      series: { 'outbox_oldest_unpublished_age_seconds{namespace="pay",owner="payments"}': "0+60x60" },
      at: "10m",
      labels: [{ ...NS, owner: "payments" }],
    },
    quiet: {
      series: { 'outbox_oldest_unpublished_age_seconds{namespace="pay",owner="payments"}': steady(2) },
      at: "10m",
    },
  },
  {
    alert: "OutboxParked",
    expr: "max by (namespace, owner) (outbox_parked) > 0",
    for: "1m",
    keepFiringFor: firingOn(2),
    severity: "page",
    summary: "Events of {{ $labels.owner }} are parked",
    description:
      "The notifier refused an event ten times; it and all later ones of its object wait for an operator.",
    firing: {
      series: { 'outbox_parked{namespace="pay",owner="refunds"}': steady(3) },
      at: "5m",
      labels: [{ ...NS, owner: "refunds" }],
    },
    quiet: { series: { 'outbox_parked{namespace="pay",owner="refunds"}': steady(0) }, at: "5m" },
  },
  {
    alert: "EventsRefused",
    expr: 'sum by (namespace) (increase(notifier_events_total{outcome="refused"}[15m])) > 0',
    // What is refused for good is parked, and told by OutboxParked, before this.
    for: "10m",
    severity: "ticket",
    summary: "The notifier refuses events",
    description:
      "What an owner handed over is not what the contract says; it is tried again and parked in the end.",
    firing: {
      series: { 'notifier_events_total{namespace="pay",outcome="refused"}': growing(1) },
      at: "30m",
      labels: [NS],
    },
    quiet: { series: { 'notifier_events_total{namespace="pay",outcome="refused"}': steady(4) }, at: "30m" },
  },
];
