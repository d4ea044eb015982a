import { OURS } from "../rule.ts";
import {
  max,
  N,
  OF_STORES,
  quantile,
  quantiles,
  rate,
  RATE,
  share,
  STORES_VARIABLE,
  NO_BUS,
  type Dashboard,
} from "./dashboard.ts";

const TRIES = "notifier_webhook_deliveries_total";

export const WEBHOOKS: Dashboard = {
  uid: "payments-webhooks",
  title: "Payments / Events and webhooks",
  description:
    "Events from the outbox of their owner to the notifier, and from there to merchants; the bus between services.",
  variables: [STORES_VARIABLE],
  rows: [
    {
      title: "Outboxes",
      panels: [
        {
          title: "Events that wait",
          description: "Up to 10,000 an owner.",
          unit: "short",
          queries: [{ expr: max("outbox_pending", "owner"), legend: "{{owner}}" }],
          runbooks: ["OutboxNotDraining"],
        },
        {
          title: "Oldest event that waits",
          description: "Over a minute for two minutes pages.",
          unit: "s",
          warns: [10, 60],
          queries: [{ expr: max("outbox_oldest_unpublished_age_seconds", "owner"), legend: "{{owner}}" }],
          runbooks: ["OutboxNotDraining"],
        },
        {
          title: "Events that left, and those that did not",
          description:
            "stored: done; refused: tried again; parked: an operator's; failed: the call was lost.",
          unit: "ops",
          queries: [
            { expr: rate("outbox_published_total", "owner, outcome"), legend: "{{owner}} {{outcome}}" },
          ],
          runbooks: ["EventsRefused"],
        },
        {
          title: "Parked events",
          description: "They and all later ones of their objects wait for an operator.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          queries: [{ expr: `sum(${max("outbox_parked", "namespace, owner")})` }],
          runbooks: ["OutboxParked"],
        },
        {
          title: "Taken in by the notifier",
          description: "stored: new; known: handed over before; refused: not what the contract says.",
          unit: "ops",
          width: 8,
          queries: [{ expr: rate("notifier_events_total", "outcome"), legend: "{{outcome}}" }],
          runbooks: ["EventsRefused"],
        },
      ],
    },
    {
      title: "Webhooks",
      panels: [
        {
          title: "Tries by answer",
          description: "The class of the answer, or why there was none.",
          unit: "ops",
          stacked: true,
          queries: [{ expr: rate(TRIES, "code_class"), legend: "{{code_class}}" }],
        },
        {
          title: "Share of tries that succeeded",
          description: "One dead endpoint of a busy merchant lowers it: look at the lateness before.",
          unit: "percentunit",
          queries: [{ expr: share(TRIES, 'outcome="succeeded"'), legend: "succeeded" }],
        },
        {
          title: "Time until receivers answer",
          description: "Until the head of the answer.",
          unit: "s",
          queries: quantiles("notifier_webhook_delivery_duration_seconds"),
        },
        {
          title: "Age at the first try",
          description: "The objective is 99 % within a minute.",
          unit: "s",
          warns: [30, 60],
          queries: quantiles("notifier_webhook_first_try_delay_seconds"),
          runbooks: ["WebhookFirstTryBurn"],
        },
        {
          title: "Lateness",
          description: "How late the latest webhook is that an endpoint is owed which does not fail.",
          unit: "s",
          warns: [60, 900],
          queries: [{ expr: max("notifier_webhook_oldest_pending_age_seconds"), legend: "late by" }],
          runbooks: ["WebhookBacklogOld"],
        },
        {
          title: "Webhooks that wait for a try",
          description: "Now or later, up to 100,000; grows while a big endpoint is away.",
          unit: "short",
          queries: [{ expr: max("notifier_webhook_pending"), legend: "pending" }],
        },
        {
          title: "Given up, and endpoints that fail",
          description:
            "Webhooks of the last hour that were tried for 72 hours; endpoints that nothing has reached for a day.",
          unit: "short",
          queries: [
            { expr: `sum(increase(notifier_webhook_exhausted_total{${N}}[1h]))`, legend: "given up" },
            { expr: max("notifier_endpoints_failing"), legend: "failing endpoints" },
            {
              expr: `sum by (reason) (increase(notifier_endpoints_disabled_total{${N}}[1h]))`,
              legend: "disabled: {{reason}}",
            },
          ],
          runbooks: ["WebhooksExhausted"],
        },
        {
          title: "Merchants by whether anything reaches them",
          description:
            "Merchants with an endpoint in use. One is not reached where every endpoint of its that is owed something fails.",
          unit: "short",
          queries: [
            {
              expr: max("notifier_merchants", "mode, reached"),
              legend: "{{mode}}, reached: {{reached}}",
            },
          ],
          runbooks: ["WebhooksFailing", "MerchantUnreached"],
        },
        {
          title: "Commits of results",
          description: "p95 of the commits that record tries; slow ones hold up the next tries.",
          unit: "s",
          queries: [{ expr: quantile(0.95, "notifier_record_duration_seconds"), legend: "p95" }],
        },
      ],
    },
    {
      title: "The bus",
      panels: [
        {
          title: "Connections",
          description: "To NATS. Needs the exporter of NATS, as the following ones do.",
          unit: "short",
          queries: [{ expr: `sum(nats_varz_connections{${OF_STORES}})`, legend: "connections" }],
        },
        {
          title: "Messages",
          description: "Into and out of NATS.",
          unit: "ops",
          queries: [
            { expr: `sum(rate(nats_varz_in_msgs{${OF_STORES}}[${RATE}]))`, legend: "in" },
            { expr: `sum(rate(nats_varz_out_msgs{${OF_STORES}}[${RATE}]))`, legend: "out" },
          ],
        },
        {
          title: "Bytes",
          description: "Into and out of NATS.",
          unit: "Bps",
          queries: [
            { expr: `sum(rate(nats_varz_in_bytes{${OF_STORES}}[${RATE}]))`, legend: "in" },
            { expr: `sum(rate(nats_varz_out_bytes{${OF_STORES}}[${RATE}]))`, legend: "out" },
          ],
        },
        {
          title: "Clients that were cut off",
          description: "Because they did not read as fast as they were sent to.",
          unit: "short",
          queries: [
            { expr: `sum(increase(nats_varz_slow_consumers{${OF_STORES}}[1h]))`, legend: "slow consumers" },
          ],
          runbooks: ["NatsSlowConsumers"],
        },
        {
          title: "Memory of NATS",
          description: "What the server has taken.",
          unit: "bytes",
          queries: [{ expr: `max(nats_varz_mem{${OF_STORES}})`, legend: "memory" }],
        },
        {
          title: "Processes without the bus",
          empty: NO_BUS,
          description: "How many are not connected.",
          type: "stat",
          unit: "short",
          warns: [1, 1],
          queries: [{ expr: `sum(nats_client_connected{${N},${OURS}} == bool 0)` }],
          runbooks: ["NatsClientDisconnected"],
        },
      ],
    },
  ],
};
