import type { OutboxRow, Scope, WebhookDelivery } from "@flowlix/contracts";
import { createPools, packingOf, type Pools } from "@flowlix/persistence";
import {
  createLogger,
  createMetrics,
  createResolve,
  keyRing,
  newId,
  type Metrics,
  type Resolve,
} from "@flowlix/runtime";
import { runClock, testKeyRingText, withDatabase, type TestDatabase, quietLoop } from "@flowlix/testkit";
import { createDeps } from "../../src/create-deps.ts";
import { startDispatcher, type Dispatcher, type DispatcherBounds } from "../../src/deliveries/dispatcher.ts";
import type { NotifierDeps } from "../../src/deps.ts";
import { createEndpoint } from "../../src/endpoints/create-endpoint.ts";
import { acceptEvents } from "../../src/events/accept-events.ts";
import { notifierSchema } from "../../src/schema.ts";

export const HOUR_MS = 3_600_000;
export const RETENTION_MS = 30 * 24 * HOUR_MS;

/** One process of the service, its bus aside. */
export interface Notifier {
  readonly deps: NotifierDeps;
  readonly pools: Pools;
  readonly metrics: Metrics;
  /** From then on what is due is sent. */
  readonly deliver: () => void;
  /** As a process that is told to stop. */
  readonly stop: () => Promise<void>;
}

export interface NotifierOptions {
  readonly resolve?: Resolve;
  readonly loopback?: "true" | "false";
  readonly deadlineMs?: number;
  readonly bounds?: DispatcherBounds;
  /** False for a process that has not begun to pack events. */
  readonly packs?: boolean | "as the table says";
}

export function parsedRing(text: string) {
  const parsed = keyRing().parse(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

export async function startNotifier(
  database: Pick<TestDatabase, "urlOf">,
  options: NotifierOptions = {},
): Promise<Notifier> {
  const url = database.urlOf("notifier");
  const pools = await createPools({ url, name: "test", hot: 3, read: 2, background: 3 });
  const { packs = true } = options;
  const metrics = createMetrics({ processMetrics: false });
  let dispatcher: Dispatcher | undefined;
  const { results, ...deps } = createDeps(
    {
      WEBHOOK_SECRET_KEYS: parsedRing(testKeyRingText("w1")),
      PAGE_TOKEN_KEY: parsedRing(testKeyRingText("p1")),
      WEBHOOK_LOOPBACK: options.loopback ?? "true",
      EVENT_RETENTION: RETENTION_MS,
    },
    {
      pools,
      packs: packs === "as the table says" ? await packingOf(pools.read, "notifier") : () => packs,
      metrics,
      logger: createLogger({ service: "notifier", instance: "test", level: "silent" }),
      resolve: options.resolve ?? createResolve(),
      deliverSoon: () => dispatcher?.soon(),
      ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    },
  );
  return {
    deps: { ...deps, results },
    pools,
    metrics,
    deliver: () => (dispatcher ??= startDispatcher({ ...deps, results, loop: quietLoop }, options.bounds)),
    stop: async () => {
      await dispatcher?.stop();
      await results.flush();
      await deps.sender.close();
      await pools.close();
    },
  };
}

export interface NotifierUnderTest {
  readonly database: TestDatabase;
  /** Started anew for each test; it delivers once it is told to. */
  readonly notifier: Notifier;
  /** Another process beside it, stopped after the test. */
  readonly another: (options?: NotifierOptions) => Promise<Notifier>;
  /** Of a merchant of this test's own. */
  readonly scope: Scope;
  /** Makes an endpoint; of every type unless named. */
  readonly endpoint: (
    url: string,
    enabled_events?: string[],
    scope?: Scope,
  ) => ReturnType<typeof createEndpoint>;
  /** Accepts so many events and answers them. */
  readonly accept: (count: number, changes?: Partial<OutboxRow>) => Promise<OutboxRow[]>;
  /** The log of an endpoint, oldest first. */
  readonly log: (endpointId: string) => Promise<WebhookDelivery[]>;
}

/** The service on a database of the surrounding `describe`. */
export function withNotifier(options: NotifierOptions = {}): () => NotifierUnderTest {
  const database = withDatabase([notifierSchema]);
  let running: Notifier[] = [];
  let current: NotifierUnderTest;
  beforeEach(async () => {
    const start = async (own: NotifierOptions = options) => {
      const notifier = await startNotifier(database(), own);
      running.push(notifier);
      return notifier;
    };
    const notifier = await start();
    const scope = { merchant_id: newId("merchant"), livemode: false };
    current = {
      database: database(),
      notifier,
      another: start,
      scope,
      endpoint: (url, enabled_events = ["*"], of = scope) =>
        createEndpoint(notifier.deps, { scope: of, url, enabled_events, description: null }),
      accept: async (count, changes = {}) => {
        const events = Array.from({ length: count }, () => eventOf(scope, changes));
        for (let from = 0; from < count; from += 500)
          await acceptEvents(notifier.deps, { events: events.slice(from, from + 500) });
        return events;
      },
      log: (endpointId) => logOf(notifier, endpointId),
    };
  });
  afterEach(async () => {
    await Promise.all(running.map((notifier) => notifier.stop()));
    running = [];
    // What one test left due is no other's business.
    await database().sql("truncate notifier.deliveries, notifier.endpoints, notifier.events");
    await runClock(database());
  });
  return () => current;
}

async function logOf({ deps }: Notifier, endpointId: string): Promise<WebhookDelivery[]> {
  const all: WebhookDelivery[] = [];
  for (let position: string | null = null; ;) {
    const from = position === null ? null : { position, going: "older" as const };
    const rows = await deps.deliveries.page({ endpointId, limit: 99, from });
    all.unshift(...rows.toReversed());
    if (rows.length < 100) return all;
    position = rows.at(-1)?.id ?? null;
  }
}

/** An event as an owner's relay tells it. */
export function eventOf(scope: Scope, changes: Partial<OutboxRow> = {}): OutboxRow {
  const event_id = changes.event_id ?? newId("event");
  const event_type = changes.event_type ?? "payout.succeeded";
  const object_id = newId("payout");
  const created_at_ms = changes.created_at_ms ?? Date.now();
  const { livemode, merchant_id } = scope;
  const payload = JSON.stringify({
    id: event_id,
    type: event_type,
    created_at: Math.floor(created_at_ms / 1000),
    livemode,
    data: { payout: { id: object_id, recipient: { first_name: "Zoë", last_name: "Ünal" } } },
  });
  return {
    event_id,
    event_type,
    merchant_id,
    livemode,
    object_id,
    version: 1,
    created_at_ms,
    payload,
    ...changes,
  };
}
