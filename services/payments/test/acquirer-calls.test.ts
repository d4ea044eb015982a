import { acquirersOf, createCallLog, createCallsStore, traceObjects } from "@flowlix/engine";
import { createProvider, PROVIDER_LIMITS } from "@flowlix/provider";
import { createLogger, createMetrics, newTrace, withContext } from "@flowlix/runtime";
import { moveClock, quietLoop, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import { atFault, fakeAdapter, healthy, type Script } from "../../../libs/provider/test/fake-adapter.ts";
import { createPayment } from "../src/create/create-payment.ts";
import { tracedPayments } from "../src/trace/traced-payments.ts";
import { hostedPage } from "./support/hosted-under-test.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";
import { syncPayments } from "./support/sync-due.ts";

const LOST = atFault({ kind: "unknown", cause: "lost" } as const);

describe("the calls of the acquirer in a Payment's story", () => {
  const given = withPayments();

  /** The use cases at an acquirer whose every answer is the test's, through the port and with its calls kept. */
  function underTest(script: Script, tries = 1) {
    const { deps: own, pool, request, database } = given();
    const metrics = createMetrics({ processMetrics: false });
    const store = createCallsStore(pool, "payments");
    const logger = createLogger({ service: "payments", instance: "test", level: "silent" });
    const loops = { add: () => quietLoop, failing: () => [] };
    const log = createCallLog({ loops, logger, metrics, store }, "payments");
    const port = createProvider({
      adapter: fakeAdapter(script),
      limits: { ...PROVIDER_LIMITS, tries },
      pause: async () => undefined,
      observe: (call) => log.note(call, { provider: "fake", account: null, livemode: false }),
    });
    const deps = { ...own, acquirers: acquirersOf([port]) };
    const story = async (id: string) => {
      await log.flush();
      const { objects, entries } = await traceObjects(pool, "payments", tracedPayments, [id]);
      const calls = entries.filter(({ part }) => part === "call");
      return {
        calls,
        reported: calls.map(({ what, facts }) => `${what} ${String(facts["outcome"])}`),
        isKept: objects[0]?.facts["submission_kept"],
      };
    };
    return {
      deps,
      store,
      database,
      metrics,
      request,
      story,
      create: async (asked: Awaited<ReturnType<typeof request>>) =>
        createPayment(deps, asked, "req_of_the_create"),
      /** Whatever is due so long after the test began. */
      sync: async (afterMs: number) => {
        await moveClock(database, afterMs);
        await syncPayments(deps, 100);
      },
    };
  }

  it("are the lost answer and the read that found the charge, each with its outcome, its time and its trace", async () => {
    const { create, request, sync, story } = underTest({ both: () => LOST });
    const asked = await request();
    const trace = newTrace();
    await withContext({ trace }, () => create(asked));
    await sync(3_000);
    const { calls, reported, isKept } = await story(asked.payment_id);
    expect(reported).to.deep.equal(["authorise unknown.lost", "read succeeded"]);
    expect(isKept).to.equal(true);
    const [submitted, read] = calls;
    expect(submitted).to.deep.include({ object_id: asked.payment_id });
    expect(submitted?.facts).to.deep.include({
      provider: "fake",
      request_id: "req_of_the_create",
      trace_id: trace.traceparent.slice(3, 35),
      tried: null,
      repeat: null,
      reference: null,
      provider_account: null,
    });
    expect(submitted?.facts["duration_ms"]).to.be.a("number");
    expect(read?.facts["request_id"], "nobody's request").to.equal(null);
    expect(Number(read?.at_ms)).to.be.greaterThan(Number(submitted?.at_ms));
  });

  it("are each try of a step, counted", async () => {
    let tries = 0;
    const { create, request, story } = underTest(
      {
        both: () =>
          ++tries === 1
            ? atFault({ kind: "not_executed", cause: "unreachable" })
            : healthy({ kind: "succeeded" }),
      },
      3,
    );
    const asked = await request();
    expect((await create(asked)).status).to.equal("SUCCEEDED");
    const { reported, calls } = await story(asked.payment_id);
    expect(reported).to.deep.equal(["authorise not_executed.unreachable", "authorise succeeded"]);
    expect(calls.map(({ facts }) => facts["tried"])).to.deep.equal([null, 2]);
  });

  it("are the merchant's same request again, which says that it repeats", async () => {
    let sent = 0;
    const { create, request, story, database } = underTest({
      both: () => (++sent === 1 ? LOST : healthy({ kind: "succeeded" })),
      read: () => healthy({ kind: "absent" }),
    });
    const asked = await request();
    await create(asked);
    await moveClock(database, DEADLINE_MS + 1_000);
    const again = await request({ payment_id: asked.payment_id });
    expect((await create(again)).status).to.equal("SUCCEEDED");
    const { reported, calls } = await story(asked.payment_id);
    expect(reported).to.deep.equal(["authorise unknown.lost", "read absent", "authorise succeeded"]);
    expect(calls.map(({ facts }) => facts["repeat"])).to.deep.equal([null, null, true]);
  });

  it("are those that the open breaker refused", async () => {
    const { create, request, sync, story } = underTest({ both: () => LOST, read: () => LOST });
    const asked = await request();
    await create(asked);
    for (let syncs = 0; syncs < 8; syncs += 1) await sync((syncs + 1) * 3_600_000);
    const { reported } = await story(asked.payment_id);
    expect(reported.slice(0, 2)).to.deep.equal(["authorise unknown.lost", "read unknown.lost"]);
    expect(reported.at(-1)).to.equal("read refused");
  });

  it("are said to be left out where the first one was among too many ordinary ones, and of a page without a card there is none", async () => {
    const { create, request, story, database, metrics } = underTest({
      both: () => healthy({ kind: "succeeded" }),
    });
    await stopClock(database);
    const all = await Promise.all(Array.from({ length: 23 }, () => request()));
    await Promise.all(all.map((asked) => create(asked)));
    const stories = [];
    for (const { payment_id: id } of all) stories.push(await story(id));
    const early = stories.map(({ isKept }) => isKept);
    expect(early.filter((kept) => kept === true)).to.have.lengthOf(20);
    expect(
      early.filter((kept) => kept === null),
      "not written yet, for all one knows",
    ).to.have.lengthOf(3);
    await moveClock(database, 3_000);
    const late = [];
    for (const { payment_id: id } of all) late.push((await story(id)).isKept);
    expect(late.filter((kept) => kept === false)).to.have.lengthOf(3);
    expect(await metrics.text()).to.contain('provider_call_records_total{outcome="ordinary"} 3\n');
    const { id: page } = await hostedPage(given());
    await moveClock(database, 3_600_000);
    expect(await story(page)).to.deep.equal({ calls: [], reported: [], isKept: null });
  });

  it("are gone after thirty days", async () => {
    const { create, request, story, database, store } = underTest({
      both: () => healthy({ kind: "succeeded" }),
    });
    const asked = await request();
    await create(asked);
    expect((await story(asked.payment_id)).reported).to.deep.equal(["authorise succeeded"]);
    await moveClock(database, 30 * 86_400_000 - 60_000);
    await store.deleteOld();
    expect((await story(asked.payment_id)).reported).to.have.lengthOf(1);
    await moveClock(database, 30 * 86_400_000 + 60_000);
    expect((await store.deleteOld()).more).to.equal(false);
    expect((await story(asked.payment_id)).reported).to.deep.equal([]);
  });
});
