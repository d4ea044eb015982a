import { randomUUID } from "node:crypto";
import { gate, moveClock, startReceiver, waitFor, type HttpReceiver, quietLoop } from "@flowlix/testkit";
import { createLogger, createLoops, createMetrics, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { createPools, query } from "@flowlix/persistence";
import { startDispatcher } from "../src/deliveries/dispatcher.ts";
import { createQueuesStore, HELD_MS, type WantedQueues } from "../src/deliveries/queues-store.ts";
import type { TryResult } from "../src/deliveries/results-store.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

/** Some of them wait for what takes the product seconds. */
const TIMEOUT_MS = 30_000;
/** Longer than a test takes: what hangs does so until the test lets it go. */
const DEADLINE_MS = 600_000;

describe("queues of endpoints", function () {
  this.timeout(TIMEOUT_MS);
  const given = withNotifier({ deadlineMs: DEADLINE_MS });
  let receivers: HttpReceiver[];
  beforeEach(() => {
    receivers = [];
  });
  afterEach(() => Promise.all(receivers.map((receiver) => receiver.close())));

  const receiver = async (...args: Parameters<typeof startReceiver>) => {
    const started = await startReceiver(...args);
    receivers.push(started);
    return started;
  };
  const idsOf = ({ requests }: HttpReceiver) => requests.map(({ headers }) => String(headers["webhook-id"]));

  it("one that hangs holds up no other, nor more than a few tries of its own [D9-21]", async () => {
    const { notifier, endpoint, accept } = given();
    const never = gate();
    const hanging = await receiver(() => never.pass().then(() => ({ status: 200 })));
    const good = await receiver();
    await endpoint(hanging.url);
    await endpoint(good.url);
    notifier.deliver();
    const events = await accept(300);
    await good.received(300);
    expect(new Set(idsOf(good))).to.deep.equal(new Set(events.map(({ event_id }) => event_id)));
    expect(hanging.requests).to.have.length(4);
    never.open();
  });

  it("sixty that hang hold up no other [D9-21]", async () => {
    const { notifier, endpoint, accept, scope } = given();
    const never = gate();
    const hanging = await receiver(() => never.pass().then(() => ({ status: 200 })));
    const scopes = Array.from({ length: 4 }, () => ({ merchant_id: newId("merchant"), livemode: false }));
    for (const of of scopes) {
      for (let count = 0; count < 15; count += 1) await endpoint(hanging.url, ["*"], of);
      await accept(10, { merchant_id: of.merchant_id });
    }
    notifier.deliver();
    await hanging.received(60 * 4);
    const good = await receiver();
    await endpoint(good.url, ["*"], scope);
    await accept(50);
    await good.received(50);
    expect(hanging.requests, "all of them still hang").to.have.length(60 * 4);
    never.open();
  });

  it("one that is slow to answer delays no other of the same host", async () => {
    const { notifier, endpoint, accept } = given();
    const never = gate();
    const shared = await receiver(({ path }) =>
      path === "/slow" ? never.pass().then(() => ({ status: 200 })) : { status: 200 },
    );
    await endpoint(`${shared.url}/slow`);
    await endpoint(`${shared.url}/quick`);
    notifier.deliver();
    await accept(100);
    await waitFor(
      "the quick ones",
      () => shared.requests.filter(({ path }) => path === "/quick").length === 100,
    );
    never.open();
  });

  it("hand out what is due in the order in which it was accepted", async () => {
    const { notifier, endpoint, accept } = given();
    const { id } = await endpoint("http://127.0.0.1:1/");
    const events = [...(await accept(600)), ...(await accept(3))];
    const holder = randomUUID();
    const { queues } = notifier.deps;
    const taken = await queues.take({ holder, after: "", except: [], limit: 10, failing: false });
    expect(taken).to.deep.equal([{ endpoint_id: id, failing: false }]);
    const due = await queues.due(holder, [{ endpoint_id: id, free: 700 }], []);
    expect(due.map(({ event_id }) => event_id)).to.deep.equal(events.map(({ event_id }) => event_id));
    const first = due[0]?.id ?? "";
    const rest = await queues.due(holder, [{ endpoint_id: id, free: 1 }], [first]);
    expect(rest.map(({ id: next }) => next)).to.deep.equal([due[1]?.id]);
  });

  it("are one process's at a time, until it lets go or has been away for long enough", async () => {
    const { notifier, endpoint, accept, database } = given();
    const { id } = await endpoint("http://127.0.0.1:1/");
    await accept(1);
    const { queues } = notifier.deps;
    const [one, other] = [randomUUID(), randomUUID()];
    const take = (holder: string) =>
      queues.take({ holder, after: "", except: [], limit: 10, failing: false });
    expect(await take(one)).to.have.length(1);
    expect(await take(other)).to.deep.equal([]);
    expect(await queues.due(other, [{ endpoint_id: id, free: 1 }], [])).to.deep.equal([]);
    await moveClock(database, HELD_MS - 1_000);
    expect(await queues.keep(one, [id])).to.deep.equal([id]);
    await moveClock(database, HELD_MS + 5_000);
    expect(await take(other)).to.deep.equal([]);
    await moveClock(database, 3 * HELD_MS);
    expect(await take(other)).to.have.length(1);
    expect(await queues.keep(one, [id]), "what was lost is lost").to.deep.equal([]);
    await queues.release(one, [id]);
    expect(await queues.keep(other, [id]), "who lost it cannot let go of it").to.deep.equal([id]);
    await queues.release(other, [id]);
    expect(await take(one)).to.have.length(1);
  });

  it("leave those of failing endpoints alone where there is no slot for them", async () => {
    const { notifier, endpoint, accept, database } = given();
    await endpoint("http://127.0.0.1:1/");
    await accept(1);
    await database.sql("update notifier.endpoints set failing_from = platform.clock()");
    const { queues } = notifier.deps;
    const take = (failing: boolean) =>
      queues.take({ holder: randomUUID(), after: "", except: [], limit: 10, failing });
    expect(await take(false)).to.deep.equal([]);
    expect(await take(true)).to.have.length(1);
  });

  it("that only wait for a retry cost one step in an index each, and their endpoints are not looked at", async () => {
    const { endpoint, accept, database } = given();
    for (let count = 0; count < 15; count += 1) await endpoint("http://127.0.0.1:1/");
    await accept(5);
    await database.sql(
      "update notifier.deliveries set next_attempt_at = next_attempt_at + interval '1 hour', attempts = 1",
    );
    const url = database.urlOf("notifier");
    const one = await createPools({ url, name: "one", hot: 1, read: 1, background: 1 });
    try {
      await query(one.background, { text: "begin", values: [] });
      const wanted = { holder: randomUUID(), after: "", except: [], limit: 64 };
      for (const failing of [false, true])
        expect(await createQueuesStore(one.background).take({ ...wanted, failing })).to.deep.equal([]);
      const steps = await query(one.background, {
        text: `select relname, coalesce(idx_scan, 0) + coalesce(seq_scan, 0) as steps from pg_stat_xact_user_tables
                where relid in ('notifier.deliveries'::regclass, 'notifier.endpoints'::regclass) order by relname`,
        values: [],
      });
      // In each pool the first, one behind each, and an end.
      expect(steps).to.deep.equal([
        { relname: "deliveries", steps: 32 },
        { relname: "endpoints", steps: 0 },
      ]);
      await query(one.background, { text: "rollback", values: [] });
    } finally {
      await one.close();
    }
  });

  it("of endpoints that fail are looked for by the clock, not whenever something is accepted", async () => {
    const { deps } = given().notifier;
    const looks: boolean[] = [];
    const queues = {
      ...deps.queues,
      take: async ({ failing }: WantedQueues) => {
        looks.push(failing);
        if (looks.length <= 5) dispatcher.soon();
        return [];
      },
    };
    const dispatcher = startDispatcher({ ...deps, queues, loop: quietLoop });
    await waitFor("looks at others only, as often as there is something", () => looks.length >= 6);
    expect(looks.slice(0, 6)).to.deep.equal([false, true, false, false, false, false]);
    await waitFor("another look at those that fail", () => looks.lastIndexOf(true) > 5);
    await dispatcher.stop();
  });

  it("that cannot be looked at for a minute make the loop fail, until a look comes off: a round without one says nothing", async () => {
    const { deps } = given().notifier;
    const clock = { ms: 0 };
    const loops = createLoops(createMetrics({ processMetrics: false }), () => clock.ms);
    const loop = loops.add({ name: "notifier.deliverWebhooks", runMaxMs: 60_000, retryMaxMs: 10_000 });
    await given().database.sql("alter table notifier.endpoints rename column held_until to hidden");
    const queues = {
      ...deps.queues,
      take: (wanted: WantedQueues) => {
        clock.ms += 21_000;
        return deps.queues.take(wanted);
      },
    };
    const dispatcher = startDispatcher({ ...deps, queues, loop });
    try {
      await waitFor("the loop to be failing", () => {
        dispatcher.soon();
        return loops.failing().length > 0;
      });
      expect(loops.failing()).to.deep.equal([{ loop: "notifier.deliverWebhooks", reason: "42703" }]);
    } finally {
      await given().database.sql("alter table notifier.endpoints rename column hidden to held_until");
    }
    await waitFor("a look that comes off", () => loops.failing().length === 0);
    await dispatcher.stop();
  });

  it("that cannot be looked at for as long as Postgres is away are two lines in the log, not one each time", async () => {
    const { deps } = given().notifier;
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: "notifier", instance: "test", level: "info", destination });
    let looks = 0;
    const queues = {
      ...deps.queues,
      take: async () => {
        looks += 1;
        if (looks > 3) return [];
        throw new Error("connect ECONNREFUSED");
      },
    };
    const dispatcher = startDispatcher({ ...deps, queues, logger, loop: quietLoop });
    await waitFor("a look that comes off", () => looks > 3);
    await dispatcher.stop();
    expect(lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])).to.deep.equal([
      ["error", "webhooks cannot be looked for; it goes on"],
      ["info", "webhooks are looked for again"],
    ]);
    expect(JSON.parse(lines[1] ?? "{}")).to.include({ failures: 3 });
  });

  it("three processes send every event to every endpoint once", async () => {
    const { notifier, another, endpoint, accept } = given();
    const good = await Promise.all(Array.from({ length: 5 }, () => receiver()));
    for (const { url } of good) await endpoint(url);
    const others = [await another(), await another()];
    for (const one of [notifier, ...others]) one.deliver();
    const events = await accept(400);
    const wanted = events.map(({ event_id }) => event_id).toSorted();
    for (const one of good) {
      await one.received(400);
      expect(idsOf(one).toSorted()).to.deep.equal(wanted);
    }
  });

  it("of a process that stops are another's at once, and what it was trying is tried again", async () => {
    const { notifier, another, endpoint, accept, log } = given();
    const held = gate();
    const slow = await receiver(() => held.pass().then(() => ({ status: 200 })));
    const { id } = await endpoint(slow.url);
    const stopping = await another();
    stopping.deliver();
    await accept(2);
    await slow.received(2);
    await stopping.stop();
    expect((await log(id)).map(({ attempts, status }) => [attempts, status])).to.deep.equal([
      [0, "pending"],
      [0, "pending"],
    ]);
    held.open();
    notifier.deliver();
    await slow.received(4);
    await waitFor("both records", async () => (await log(id)).every(({ status }) => status === "succeeded"));
    expect((await log(id)).map(({ attempts }) => attempts)).to.deep.equal([1, 1]);
  });

  it("record a failure only on top of what was known, and a success while it is pending at all", async () => {
    const { notifier, endpoint, accept, log } = given();
    const { id: endpoint_id } = await endpoint("http://127.0.0.1:1/");
    await accept(1);
    const [delivery] = await log(endpoint_id);
    const record = (status: TryResult["status"], attempts: number) =>
      notifier.deps.results.add({
        endpoint_id,
        id: delivery?.id ?? "",
        url: "http://127.0.0.1:1/",
        live_since: "now",
        attempts,
        status,
        next_in_ms: status === "pending" ? 10_000 : null,
        http_status: status === "succeeded" ? 200 : 500,
        error: null,
        duration_ms: 1,
        response_prefix: null,
      });
    expect(await record("pending", 0)).to.equal(true);
    expect(await record("pending", 0), "told twice").to.equal(false);
    expect(await record("succeeded", 0), "a late success").to.equal(true);
    expect(await record("pending", 2), "after the end").to.equal(false);
    expect(await log(endpoint_id)).to.have.length(1);
    expect((await log(endpoint_id))[0]).to.include({ status: "succeeded", attempts: 2 });
  });

  it("rest where results cannot be recorded: nobody is sent the same thing over and over", async () => {
    const { notifier, endpoint, accept, database } = given();
    const good = await receiver();
    await endpoint(good.url);
    await database.sql(`create function platform.broken() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = 'disk_full'; end $$`);
    await database.sql(
      "create trigger broken before update on notifier.deliveries for each row execute function platform.broken()",
    );
    await accept(1);
    notifier.deliver();
    await good.received(1);
    // Long enough to be found due again several times.
    for (let polls = 0; polls < 4; polls += 1) {
      await notifier.deps.results.add({ ...NOTHING, id: `whd_${polls}` }).catch(() => undefined);
      notifier.deps.deliverSoon();
      await accept(1, { event_type: "payout.failed", merchant_id: newId("merchant") });
    }
    await database.sql("drop trigger broken on notifier.deliveries");
    expect(good.requests.length).to.equal(1);
  });
});

const NOTHING: TryResult = {
  endpoint_id: "we_",
  id: "whd_",
  url: "http://127.0.0.1:1/",
  live_since: "now",
  attempts: 0,
  status: "succeeded",
  next_in_ms: null,
  http_status: 200,
  error: null,
  duration_ms: 1,
  response_prefix: null,
};
