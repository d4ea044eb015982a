import { createBroker, createLogger, createMetrics, type implement, type Metrics } from "@flowlix/runtime";
import type { TestBus } from "./test-nats.ts";

type Broker = ReturnType<typeof createBroker>;
type Service = ReturnType<typeof implement>;

export interface TestBrokers {
  /** The broker that the named service runs on. */
  of(service: string): Broker;
  readonly metrics: Metrics;
  stop(): Promise<void>;
}

export interface TestBrokersOptions {
  /** What runs where: `{ "api-gateway": [], payments: [paymentsService] }`. */
  readonly nodes: Readonly<Record<string, readonly Service[]>>;
  /** Absent: all on one broker, calls stay in the process. */
  readonly bus?: TestBus;
  readonly requestTimeoutMs?: number;
  /** Where spans go; none are made without. */
  readonly tracing?: Parameters<typeof createBroker>[0]["tracing"];
}

const REQUEST_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

/** Started brokers that know each other's services. */
export async function startBrokers(options: TestBrokersOptions): Promise<TestBrokers> {
  const { nodes, bus } = options;
  const metrics = createMetrics();
  const create = (node: string) => createTestBroker(node, metrics, options);
  const shared = bus === undefined ? create("test") : undefined;
  const brokers = new Map(Object.keys(nodes).map((node) => [node, shared ?? create(node)]));
  for (const [node, services] of Object.entries(nodes)) {
    for (const service of services) brokers.get(node)?.createService(service);
  }
  const all = [...new Set(brokers.values())];
  await Promise.all(all.map((broker) => broker.start()));
  const names = Object.values(nodes).flatMap((services) => services.map((service) => service.name));
  if (names.length > 0) {
    await Promise.all(all.map((broker) => broker.waitForServices(names, REQUEST_TIMEOUT_MS, POLL_MS)));
  }
  return {
    metrics,
    of: (service) => {
      const broker = brokers.get(service);
      if (broker === undefined) throw new Error(`no broker was started for ${service}`);
      return broker;
    },
    stop: async () => void (await Promise.all(all.map((broker) => broker.stop()))),
  };
}

function createTestBroker(
  node: string,
  metrics: Metrics,
  { bus, requestTimeoutMs, tracing }: TestBrokersOptions,
): Broker {
  return createBroker({
    nodeId: `${node}.test`,
    namespace: bus?.namespace ?? "test",
    ...(bus === undefined ? {} : { nats: { url: bus.url, user: bus.user, password: bus.password } }),
    logger: createLogger({ service: node, instance: "test", level: "silent" }),
    metrics,
    tracing,
    requestTimeoutMs: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
  });
}
