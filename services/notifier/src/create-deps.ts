import {
  createEventFiller,
  createPageTokens,
  createPageUrlFiller,
  mayHoldPageUrl,
} from "@flowlix/page-links";
import type { Packs, Pools } from "@flowlix/persistence";
import { createSsrfGuard, type Logger, type Metrics, type Resolve, type Tracer } from "@flowlix/runtime";
import type { NotifierConfig } from "./config.ts";
import { createDeliveriesReads } from "./deliveries/deliveries-reads.ts";
import { createQueuesStore } from "./deliveries/queues-store.ts";
import { createResultsCommit } from "./deliveries/results-store.ts";
import type { NotifierDeps } from "./deps.ts";
import { createEndpointsReads } from "./endpoints/endpoints-reads.ts";
import { storeEvents } from "./events/accept-store.ts";
import { listEveryEndpoint } from "./endpoints/list-every-endpoint.ts";
import { createEventsReads } from "./events/events-reads.ts";
import { createEventTraces } from "./events/trace-events.ts";
import { storeResend } from "./events/resend-store.ts";
import { notifierMetrics } from "./metrics.ts";
import { createSecretBox, rememberOpened } from "./secrets/secret-box.ts";
import { createSender } from "./sending/send.ts";

type Settings = Pick<
  NotifierConfig,
  "WEBHOOK_SECRET_KEYS" | "PAGE_TOKEN_KEY" | "WEBHOOK_LOOPBACK" | "EVENT_RETENTION"
>;

interface Parts {
  readonly pools: Pools;
  readonly packs: Packs;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracer?: Tracer | undefined;
  readonly resolve: Resolve;
  readonly deliverSoon: () => void;
  /** How long an answer is waited for; ten seconds unless named (docs/design/decisions.md#delivery). */
  readonly deadlineMs?: number;
}

/** Puts together what the use cases work with. */
export function createDeps(config: Settings, parts: Parts) {
  const { pools, packs, metrics: registry, logger, tracer, resolve, deliverSoon, deadlineMs } = parts;
  const metrics = notifierMetrics(registry);
  const ssrfGuard = createSsrfGuard({ resolve, loopback: config.WEBHOOK_LOOPBACK === "true" });
  return {
    storeEvents: (events, deliveryId) => storeEvents(pools.hot, events, deliveryId, packs()),
    storeResend: (eventId, by) => storeResend(pools.background, eventId, by),
    eventsReads: createEventsReads(pools.read, config.EVENT_RETENTION),
    eventTraces: createEventTraces(pools.read),
    endpointsReads: createEndpointsReads(pools.read),
    listEveryEndpoint: (asked) => listEveryEndpoint(pools.read, asked),
    deliveries: createDeliveriesReads(pools.read, config.EVENT_RETENTION),
    queues: createQueuesStore(pools.background),
    results: createResultsCommit(pools.hot, ({ durationMs }) =>
      metrics.recordDuration.observe(durationMs / 1000),
    ),
    dataSource: pools.dataSource,
    ssrfGuard,
    secrets: rememberOpened(createSecretBox(config.WEBHOOK_SECRET_KEYS)),
    sender: createSender(ssrfGuard, deadlineMs === undefined ? {} : { deadlineMs }),
    fillPageUrls: fillerOf(config),
    metrics,
    logger,
    tracer,
    deliverSoon,
  } satisfies NotifierDeps;
}

function fillerOf(config: Pick<Settings, "PAGE_TOKEN_KEY">): NotifierDeps["fillPageUrls"] {
  const fill = createEventFiller(createPageUrlFiller(createPageTokens(config.PAGE_TOKEN_KEY, "page")));
  return (payload) => (mayHoldPageUrl(payload) ? JSON.stringify(fill(JSON.parse(payload))) : payload);
}
