import type { CallObservation } from "@flowlix/provider";
import { createCallLog } from "@flowlix/engine";
import { createLogger, createMetrics, newId, newTrace, requestOfId, withContext } from "@flowlix/runtime";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { CALLS_MAX, ORDINARY_MAX } from "../src/calls/call-log.ts";
import type { KeptCall } from "../src/calls/calls-store.ts";
import { steppedLoops } from "./support/stepped-loops.ts";

const SANDBOX = { provider: "sandbox", account: null, livemode: false };
const LIVE = { ...SANDBOX, livemode: true };

const ordinary = (changes: Partial<CallObservation> = {}): CallObservation => ({
  operation: "authorise",
  outcome: "succeeded",
  isFault: false,
  seconds: 0.012,
  requestId: "",
  reference: newId("payment"),
  isRepeat: false,
  tried: 1,
  ...changes,
});

/** What is no submission says nothing of repeats and tries. */
function asked(operation: CallObservation["operation"], outcome = "succeeded"): CallObservation {
  const { isRepeat: _repeat, tried: _tried, ...call } = ordinary();
  return { ...call, operation, outcome };
}
const read = () => asked("read");

/** What of a call makes somebody ask, each by itself. */
const TELLING: readonly (readonly [string, CallObservation])[] = [
  ["a submission of what may have been sent before", ordinary({ isRepeat: true })],
  ["a second try", ordinary({ tried: 2 })],
  ["a slow one", ordinary({ seconds: 1 })],
  ["a lost answer", ordinary({ outcome: "unknown.lost" })],
  ["an answer that nobody can read", ordinary({ outcome: "unknown.garbled" })],
  ["what was not executed", ordinary({ outcome: "not_executed.throttled" })],
  ["what goes on at the acquirer", ordinary({ outcome: "in_progress" })],
  ["what the open breaker refused", ordinary({ outcome: "refused", seconds: 0 })],
  ["what came too late to be sent", ordinary({ outcome: "late", seconds: 0 })],
  ["an adapter that broke", ordinary({ outcome: "broken" })],
  ["a read", asked("read")],
  ["a closing", asked("close", "closed")],
  ["a reversal", asked("reverse", "reversed")],
  ["a completion", asked("complete")],
];

function logUnderTest() {
  const metrics = createMetrics({ processMetrics: false });
  const loops = steppedLoops();
  const written: (readonly KeptCall[])[] = [];
  let failure: Error | undefined;
  const log = createCallLog(
    {
      loops,
      logger: createLogger({ service: "payments", instance: "test", level: "silent" }),
      metrics,
      store: {
        insert: async (calls) => {
          if (failure !== undefined) throw failure;
          written.push(calls);
        },
      },
    },
    "payments",
  );
  const counted = async () => {
    const text = await metrics.text();
    return Object.fromEntries(
      [...text.matchAll(/^provider_call_records_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, name, count]) => [name, Number(count)],
      ),
    );
  };
  return { log, loops, written, counted, fails: (next?: Error) => (failure = next) };
}

describe("what is kept of calls to an acquirer", () => {
  it("is every call of few, written together, with its object, its request and its trace", async () => {
    const { log, written } = logUnderTest();
    const id = newId("payment");
    const trace = newTrace();
    withContext({ trace }, () =>
      log.note(ordinary({ reference: `${id}_3`, requestId: "req_of_the_page", seconds: 0.25 }), {
        ...LIVE,
        account: "acq_1",
      }),
    );
    log.note(ordinary({ reference: id, requestId: requestOfId(id) }), SANDBOX);
    const { reference: _none, ...statement } = asked("statement", "read");
    log.note(statement, LIVE);
    await log.flush();
    await log.flush();
    expect(written).to.have.lengthOf(1);
    const [kept, own] = written[0] ?? [];
    expect(kept).to.deep.include({
      objectId: id,
      reference: `${id}_3`,
      requestId: "req_of_the_page",
      account: "acq_1",
      durationMs: 250,
      traceId: trace.traceparent.slice(3, 35),
    });
    expect(own).to.deep.include({ objectId: id, reference: null, requestId: null, traceId: null });
    expect(written[0]).to.have.lengthOf(2);
  });

  it("is of ordinary calls the first few between two writes, and what is left out is counted", async () => {
    const { log, written, counted } = logUnderTest();
    expect(await counted()).to.deep.equal({ written: 0, ordinary: 0, dropped: 0 });
    for (let nth = 0; nth < ORDINARY_MAX + 5; nth += 1) log.note(ordinary(), SANDBOX);
    await log.flush();
    log.note(ordinary(), SANDBOX);
    await log.flush();
    expect(written.map((calls) => calls.length)).to.deep.equal([ORDINARY_MAX, 1]);
    expect(await counted()).to.deep.equal({ written: ORDINARY_MAX + 1, ordinary: 5, dropped: 0 });
  });

  for (const [what, call] of TELLING)
    it(`is ${what}, however many ordinary calls there are`, async () => {
      const { log, written } = logUnderTest();
      for (let nth = 0; nth < ORDINARY_MAX * 2; nth += 1) log.note(ordinary(), SANDBOX);
      log.note(call, SANDBOX);
      await log.flush();
      expect(written[0]).to.have.lengthOf(ORDINARY_MAX + 1);
      expect(written[0]?.at(-1)).to.include({ operation: call.operation, outcome: call.outcome });
    });

  it("is bounded of each mode by itself, and what is beyond is dropped and counted", async () => {
    const { log, written, counted } = logUnderTest();
    for (let nth = 0; nth < CALLS_MAX + 7; nth += 1) log.note(read(), SANDBOX);
    log.note(read(), LIVE);
    await log.flush();
    expect(written[0]).to.have.lengthOf(CALLS_MAX + 1);
    expect(await counted()).to.deep.equal({ written: CALLS_MAX + 1, ordinary: 0, dropped: 7 });
  });

  it("is dropped where it cannot be written, which shows as a loop that fails until it comes off", async () => {
    const { log, loops, written, counted, fails } = logUnderTest();
    fails(Object.assign(new Error("permission denied"), { code: "42501" }));
    log.start();
    const noting = setInterval(() => log.note(read(), LIVE), 50);
    try {
      await waitFor(
        "the loop to fail",
        () => loops.reported().join() === "payments.writeCalls 42501",
        15_000,
      );
      fails();
      await waitFor("the loop to come off", () => loops.reported().length === 0, 15_000);
      expect(written.length).to.be.greaterThan(0);
      expect((await counted())["dropped"]).to.be.greaterThan(0);
    } finally {
      clearInterval(noting);
      await log.stop();
    }
  }).timeout(40_000);

  it("is written at a stop, which no failure keeps from its end", async () => {
    const { log, written, fails } = logUnderTest();
    log.start();
    log.note(read(), LIVE);
    await log.stop();
    expect(written).to.have.lengthOf(1);
    fails(new Error("away"));
    log.note(read(), LIVE);
    await log.stop();
  });
});
