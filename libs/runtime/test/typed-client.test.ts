import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import { clientFor, currentRequestId, DomainError, isDomainError, isTransportError } from "@flowlix/runtime";
import { gate, startBrokers, waitFor, withNats, type TestBrokers, type TestBus } from "@flowlix/testkit";
import { connect } from "nats";
import { BUS_PAYLOAD_BYTES } from "../src/bus-payload.ts";
import { awaitedForMs } from "../src/request-context.ts";
import { aCall, heldKey, idempotencyWith, OUTAGE, rejectionOf, type IdempotencyHandlers } from "./support.ts";

/** More than any broker waits of itself. */
const BROKER_TIMEOUT_MAX_MS = 60_000;

describe("typed calls in one process", () => describeCalls(() => undefined));
describe("typed calls over NATS", function () {
  this.timeout(20_000);
  const bus = withNats();
  describeCalls(bus);

  it("end in internal_error at once when a request or an answer is too large for the bus", async () => {
    const tooMuch = "x".repeat(BUS_PAYLOAD_BYTES);
    const answering = idempotencyWith({ health: async () => ({ database: true, degraded: [tooMuch] }) });
    const brokers = await startBrokers({
      nodes: { "api-gateway": [], idempotency: [answering] },
      bus: bus(),
    });
    const client = clientFor(brokers.of("api-gateway"), "api-gateway", idempotencyContract);
    expect(await rejectionOf(client.hold({ ...heldKey(), idempotency_key: tooMuch }, aCall()))).to.include({
      type: "internal_error",
    });
    expect(await rejectionOf(client.health({}, aCall()))).to.include({ type: "internal_error" });
    await brokers.stop();
  });

  it("have an answer that carries nothing back of what went with them", async () => {
    const { url, user, password: pass, namespace } = bus();
    const heard = await connect({ servers: new URL(url).host, user, pass });
    const answers: string[] = [];
    heard.subscribe(`MOL-${namespace}.RES.>`, {
      callback: (_, message) => void answers.push(message.string()),
    });
    await heard.flush();
    const health = idempotencyWith({ health: async () => ({ database: true, degraded: ["the answer"] }) });
    const brokers = await startBrokers({
      nodes: { "api-gateway": [], idempotency: [health] },
      bus: bus(),
    });
    await clientFor(brokers.of("api-gateway"), "api-gateway", idempotencyContract).health({}, aCall());
    const answer = await waitFor("the answer", () => answers.find((text) => text.includes("the answer")));
    expect(JSON.parse(answer)).to.deep.include({ meta: {} });
    await brokers.stop();
    await heard.close();
  });
});

function describeCalls(bus: () => TestBus | undefined): void {
  let brokers: TestBrokers | undefined;
  const start = async (handlers: Partial<IdempotencyHandlers>) => {
    const given = bus();
    brokers = await startBrokers({
      nodes: { "api-gateway": [], idempotency: [idempotencyWith(handlers)] },
      ...(given === undefined ? {} : { bus: given }),
    });
    return clientFor(brokers.of("api-gateway"), "api-gateway", idempotencyContract);
  };
  afterEach(async () => {
    await brokers?.stop();
    brokers = undefined;
  });

  it("bring parameters and request id to the handler and its result back", async () => {
    const call = aCall();
    const seen: unknown[] = [];
    const client = await start({
      hold: async (params, { requestId }) => {
        seen.push(params, requestId, currentRequestId());
        return { held: false };
      },
    });
    const params = heldKey();
    expect(await client.hold(params, call)).to.deep.equal({ held: false });
    expect(seen).to.deep.equal([params, call.requestId, call.requestId]);
  });

  it("tell the handler how long their caller waits for its answer", async () => {
    const left: number[] = [];
    const client = await start({
      listClearNames: async () => {
        left.push(awaitedForMs());
        return { keys: [], next: null };
      },
    });
    await client.listClearNames({ after: null }, { ...aCall(), timeoutMs: 700_000 });
    expect(left[0]).to.be.within(0, 700_000);
    expect(left[0], "not the broker's own").to.be.above(BROKER_TIMEOUT_MAX_MS);
    await client.listClearNames({ after: null }, aCall());
    expect(left[1]).to.be.within(0, BROKER_TIMEOUT_MAX_MS);
  });

  it("bring back everything that a DomainError says", async () => {
    const details = { param: "amount", retryAfterS: 7, key: "release" } as const;
    const client = await start({
      release: () => Promise.reject(new DomainError("rate_limit_exceeded", details)),
    });
    const error = await rejectionOf(client.release(heldKey(), aCall()));
    expect(isDomainError(error)).to.equal(true);
    expect(error).to.include({ type: "rate_limit_exceeded", ...details });
  });

  it("make internal_error of what a handler did not mean to throw, and say nothing of it", async () => {
    const client = await start({
      release: () => Promise.reject(new Error("relation secret_table does not exist")),
    });
    const error = await rejectionOf(client.release(heldKey(), aCall()));
    expect(error).to.include({ name: "DomainError", type: "internal_error" });
    expect(String(error)).not.to.contain("secret_table");
  });

  it("make service_unavailable of what the owner calls an outage, and leave the key as it is", async () => {
    const client = await start({ release: () => Promise.reject(new Error(OUTAGE)) });
    const error = await rejectionOf(client.release(heldKey(), aCall()));
    expect(error).to.include({ type: "service_unavailable", retryAfterS: 1, key: undefined });
  });

  it("make internal_error of a handler that throws before it answers", async () => {
    const client = await start({
      release: () => {
        throw new TypeError("x is not a function");
      },
    });
    expect(await rejectionOf(client.release(heldKey(), aCall()))).to.include({ type: "internal_error" });
  });

  it("refuse parameters that break the contract before the handler sees them", async () => {
    let handled = false;
    const client = await start({
      hold: async () => {
        handled = true;
        return { held: true };
      },
    });
    const error = await rejectionOf(client.hold({ ...heldKey(), idempotency_key: "" }, aCall()));
    expect(error).to.include({ name: "DomainError", type: "internal_error" });
    expect(handled).to.equal(false);
  });

  it("let properties through that the contract does not know yet", async () => {
    const client = await start({});
    const fromTheFuture = { ...heldKey(), added_later: true };
    expect(await client.hold(fromTheFuture, aCall())).to.deep.equal({ held: true });
  });

  it("end in a TransportError when the time of the call is over", async () => {
    const never = gate();
    const client = await start({ hold: () => never.pass().then(() => ({ held: true })) });
    const error = await rejectionOf(client.hold(heldKey(), aCall(50)));
    expect(isTransportError(error)).to.equal(true);
    expect(error).to.include({ kind: "timeout", action: "idempotency.hold", mayHaveRun: true });
    never.open();
  });

  it("are made once more where an action is repeatable and the first had no answer", async () => {
    const never = gate();
    const tokens: string[] = [];
    const client = await start({
      hold: async ({ token }) => {
        tokens.push(token);
        if (tokens.length === 1) await never.pass();
        return { held: true };
      },
    });
    const held = heldKey();
    expect(await client.hold(held, aCall(4_000))).to.deep.equal({ held: true });
    expect(tokens).to.deep.equal([held.token, held.token]);
    never.open();
  });

  it("are made once where an action is not repeatable, or where it was refused", async () => {
    const never = gate();
    let made = 0;
    const client = await start({
      listClearNames: async () => {
        made += 1;
        await never.pass();
        return { keys: [], next: null };
      },
      hold: () => {
        made += 1;
        return Promise.reject(new DomainError("service_unavailable"));
      },
    });
    await rejectionOf(client.listClearNames({ after: null }, aCall(50)));
    await rejectionOf(client.hold(heldKey(), aCall()));
    expect(made).to.equal(2);
    never.open();
  });

  it("are not made when no time is left", async () => {
    let handled = false;
    const client = await start({
      hold: async () => {
        handled = true;
        return { held: true };
      },
    });
    for (const timeoutMs of [0, -5, Number.NaN]) {
      const error = await rejectionOf(client.hold(heldKey(), aCall(timeoutMs)));
      expect(error).to.include({ kind: "timeout", mayHaveRun: false });
    }
    expect(handled).to.equal(false);
  });

  it("end in a TransportError that says nothing ran when nobody offers the action", async () => {
    const given = bus();
    brokers = await startBrokers({
      nodes: { "api-gateway": [] },
      ...(given === undefined ? {} : { bus: given }),
    });
    const client = clientFor(brokers.of("api-gateway"), "api-gateway", idempotencyContract);
    expect(await rejectionOf(client.health({}, aCall()))).to.include({
      kind: "unavailable",
      mayHaveRun: false,
    });
  });

  it("are counted once by outcome", async () => {
    const client = await start({
      hold: () => Promise.reject(new DomainError("object_not_found")),
      release: () => Promise.reject(new Error("x")),
    });
    await client.health({}, aCall());
    await rejectionOf(client.hold(heldKey(), aCall()));
    await rejectionOf(client.release(heldKey(), aCall()));
    const text = await brokers?.metrics.text();
    expect(text).to.contain(
      'moleculer_action_requests_total{action="idempotency.health",outcome="ok",mode="none"} 1\n',
    );
    expect(text).to.contain(
      'moleculer_action_requests_total{action="idempotency.hold",outcome="client_error",mode="none"} 1\n',
    );
    expect(text).to.contain(
      'moleculer_action_requests_total{action="idempotency.release",outcome="server_error",mode="none"} 1\n',
    );
    expect(text).to.contain('moleculer_action_duration_seconds_count{action="idempotency.health"} 1\n');
    expect(text).to.contain('moleculer_action_in_flight{action="idempotency.health"} 0\n');
  });

  it("count a call without an answer once, where it was made", async () => {
    const never = gate();
    const client = await start({ listClearNames: () => never.pass().then(() => ({ keys: [], next: null })) });
    await rejectionOf(client.listClearNames({ after: null }, aCall(30)));
    never.open();
    expect(await brokers?.metrics.text()).to.contain(
      'moleculer_action_requests_total{action="idempotency.listClearNames",outcome="timeout",mode="none"} 1\n',
    );
  });
}
