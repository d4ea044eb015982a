import { expect } from "chai";
import { createBroker, createMetrics } from "@flowlix/runtime";
import { recordingLogger } from "./support.ts";

const settings = () => ({
  nodeId: "payments.one",
  namespace: "test",
  logger: recordingLogger("info").logger,
  metrics: createMetrics({ processMetrics: false }),
  requestTimeoutMs: 23_000,
});
const NATS = { url: "nats://127.0.0.1:4222,tls://other:4223", user: "payments", password: "p%40ss" };

/** Every option that money depends on, as the broker really has it (docs/design/architecture.md#broker). */
const EFFECTIVE = {
  namespace: "test",
  nodeID: "payments.one",
  requestTimeout: 23_000,
  heartbeatInterval: 3,
  heartbeatTimeout: 10,
  contextParamsCloning: false,
  internalServices: false,
  internalMiddlewares: false,
  skipProcessEventRegistration: true,
  hotReload: false,
  serializer: "JSON",
  cacher: null,
};

describe("the broker", () => {
  it("has every option set on purpose", () => {
    const { options } = createBroker({ ...settings(), nats: NATS });
    expect(options).to.include(EFFECTIVE);
    expect(options.disableBalancer).to.equal(true);
    expect(options.registry).to.include({ stopDelay: 500 });
    expect(options.transit).to.include({ serviceChangedDebounceTime: 0, disableReconnect: false });
    for (const part of [
      options.retryPolicy,
      options.circuitBreaker,
      options.bulkhead,
      options.metrics,
      options.tracing,
    ]) {
      expect(part).to.include({ enabled: false });
    }
  });

  it("reaches NATS by the object form, for ever, with the password as it is", () => {
    const broker = createBroker({ ...settings(), nats: NATS });
    expect(broker.transit?.tx)
      .to.have.property("opts")
      .that.deep.includes({
        servers: ["127.0.0.1:4222", "other:4223"],
        user: "payments",
        pass: "p%40ss",
        tls: {},
        name: "payments.one",
        maxReconnectAttempts: -1,
        pingInterval: 1_000,
        maxPingOut: 2,
      });
  });

  it("stays in the process where no NATS is named", () => {
    const broker = createBroker(settings());
    expect(broker.transit).to.equal(undefined);
    expect(broker.options.disableBalancer).to.equal(false);
    expect(broker.options.registry).to.include({ stopDelay: 0 });
  });

  it("counts the silence of a process that was killed and started again from when it was started again", () => {
    const { registry } = createBroker({ ...settings(), nats: NATS });
    const info = (instanceID: string) => ({
      sender: "refunds.one",
      ver: "4",
      seq: 1,
      instanceID,
      services: [],
      ipList: [],
      hostname: "",
      client: {},
      config: {},
      metadata: {},
    });
    registry.discoverer.processRemoteNodeInfo("refunds.one", info("first"));
    const node = registry.nodes.get("refunds.one");
    expect(node).to.include({ available: true });
    // As if the first one had last been heard of long ago.
    const longAgo = Math.round(process.uptime()) - 3_600;
    node.lastHeartbeatTime = longAgo;
    registry.discoverer.processRemoteNodeInfo("refunds.one", info("second"));
    registry.discoverer.checkRemoteNodes();
    expect(node).to.include({ available: true });
    node.lastHeartbeatTime = longAgo;
    registry.discoverer.checkRemoteNodes();
    expect(node, "a silent one is gone all the same").to.include({ available: false });
  });

  it("refuses names that would widen a NATS permission", () => {
    for (const nodeId of [
      "payments",
      "payments.one.two",
      "payments.*",
      "payments.>",
      ".one",
      "pay ments.one",
    ]) {
      expect(() => createBroker({ ...settings(), nodeId }), nodeId).to.throw("node id");
    }
    for (const namespace of ["", "a.b", "*", ">"]) {
      expect(() => createBroker({ ...settings(), namespace }), namespace).to.throw("namespace");
    }
  });
});
