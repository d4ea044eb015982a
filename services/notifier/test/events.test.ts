import { randomUUID } from "node:crypto";
import { gate, moveClock, startReceiver, stopClock, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { acceptEvents } from "../src/events/accept-events.ts";
import { getEvent } from "../src/events/get-event.ts";
import { resendEvent } from "../src/events/resend-event.ts";
import { notifierConfig } from "../src/config.ts";
import { updateEndpoint } from "../src/endpoints/update-endpoint.ts";
import { sweepEvents } from "../src/events/sweep-events.ts";
import { eventOf, HOUR_MS, withNotifier } from "./support/notifier-under-test.ts";

const URL = "http://127.0.0.1:9/hooks";

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "nothing refused",
    (error: { type?: string; param?: string }) => [error.type, error.param],
  );

describe("accepting events", () => {
  const given = withNotifier();

  it("stores each once, however often it is told, and owes each endpoint one delivery [EV-2]", async () => {
    const { notifier, endpoint, scope, accept, log, database } = given();
    const { id } = await endpoint(URL);
    const events = await accept(5);
    expect(await acceptEvents(notifier.deps, { events: [...events, ...events] })).to.deep.equal({
      refused: [],
    });
    const more = [eventOf(scope), events[2]!, eventOf(scope)];
    expect(await acceptEvents(notifier.deps, { events: more })).to.deep.equal({ refused: [] });
    expect(await database.sql("select count(*)::integer as n from notifier.events")).to.deep.equal([
      { n: 7 },
    ]);
    expect((await log(id)).map(({ event_id }) => event_id)).to.deep.equal(
      [...events, more[0]!, more[2]!].map(({ event_id }) => event_id),
    );
  });

  it("of two callers at once stores each once", async () => {
    const { notifier, another, endpoint, scope, log } = given();
    const { id } = await endpoint(URL);
    const other = await another();
    const events = Array.from({ length: 300 }, () => eventOf(scope));
    const results = await Promise.all(
      [notifier, other, notifier, other].map(({ deps }) => acceptEvents(deps, { events })),
    );
    expect(results.flatMap(({ refused }) => refused)).to.deep.equal([]);
    expect(await log(id)).to.have.length(300);
  });

  it("owes deliveries to endpoints of the merchant's mode that are enabled and want the type", async () => {
    const { notifier, endpoint, accept, scope, log } = given();
    const wants = await endpoint(URL, ["payout.succeeded", "refund.failed"]);
    const every = await endpoint(URL);
    const others = await endpoint(URL, ["payout.failed"]);
    const off = await endpoint(URL);
    await updateEndpoint(notifier.deps, { scope, endpoint_id: off.id, status: "disabled" });
    const foreign = await endpoint(URL, ["*"], { ...scope, merchant_id: newId("merchant") });
    await accept(2);
    await accept(1, { event_type: "payout.something_new" });
    const counts = await Promise.all(
      [wants, every, others, off, foreign].map(async ({ id }) => (await log(id)).length),
    );
    expect(counts).to.deep.equal([2, 3, 0, 0, 0]);
  });

  it("writes no delivery for a merchant without endpoints", async () => {
    const { accept, database } = given();
    await accept(3);
    expect(await database.sql("select 1 from notifier.deliveries")).to.deep.equal([]);
  });

  it("refuses what cannot be stored by itself, with the reason, and stores the rest", async () => {
    const { notifier, scope, accept } = given();
    const [known] = await accept(1);
    const good = eventOf(scope);
    const noObject = eventOf(scope, { payload: `"a text"` });
    const noJson = eventOf(scope, { payload: "{not json" });
    const other = { ...eventOf(scope), event_id: known!.event_id };
    const huge = eventOf(scope, { version: 2 ** 40 });
    const { refused } = await acceptEvents(notifier.deps, { events: [noObject, good, noJson, other, huge] });
    expect(new Map(refused.map(({ event_id, reason }) => [event_id, reason]))).to.deep.equal(
      new Map([
        [noObject.event_id, "the payload is no JSON object"],
        [noJson.event_id, "the payload is no JSON object"],
        [other.event_id, "another event has this id"],
        [huge.event_id, "the database refuses it (22003)"],
      ]),
    );
    expect(await getEvent(notifier.deps, { scope, event_id: good.event_id })).to.include({
      id: good.event_id,
    });
    expect(await getEvent(notifier.deps, { scope, event_id: known!.event_id })).to.deep.equal(
      JSON.parse(known!.payload),
    );
  });

  it("stores one of two that one call gives the same id, and refuses the other", async () => {
    const { notifier, scope } = given();
    const one = eventOf(scope);
    const other = { ...eventOf(scope), event_id: one.event_id };
    const good = eventOf(scope);
    const refused = [{ event_id: one.event_id, reason: "another event has this id" }];
    expect(await acceptEvents(notifier.deps, { events: [one, other, good, good] })).to.deep.equal({
      refused,
    });
    const asked = { scope, event_id: one.event_id };
    expect(await getEvent(notifier.deps, asked)).to.deep.equal(JSON.parse(one.payload));
    expect(await acceptEvents(notifier.deps, { events: [one, other] })).to.deep.equal({ refused });
  });

  it("keeps a payload to the byte [D9-4]", async () => {
    const { notifier, another, scope } = given();
    const payload = `{"id":"x",  "text":"\\u0000 \\ud83d Zoë 💳", "n": 1.0}`;
    const event = eventOf(scope, { payload });
    expect(await acceptEvents(notifier.deps, { events: [event] })).to.deep.equal({ refused: [] });
    expect(await notifier.deps.eventsReads.get(scope, event.event_id)).to.equal(payload);
    const plain = await another({ packs: false });
    expect(await plain.deps.eventsReads.get(scope, event.event_id)).to.equal(payload);
  });
});

/** Everything that was pending has been tried for long enough. */
const ENDED = "update notifier.deliveries set status = 'failed', next_attempt_at = null";

describe("an event", () => {
  const given = withNotifier();
  /** The events and deliveries that a sweep leaves. */
  async function sweptIn(retentionMs: number) {
    const { notifier, database } = given();
    await notifier.deps.queues.cancelDead();
    await sweepEvents(notifier.pools.background, retentionMs);
    const [left] = await database.sql(
      "select (select count(*) from notifier.events)::integer as e, (select count(*) from notifier.deliveries)::integer as d",
    );
    return [left?.["e"], left?.["d"]];
  }

  it("is another merchant's, or mode's, for nobody else", async () => {
    const { notifier, scope, accept } = given();
    const [event] = await accept(1);
    const event_id = event!.event_id;
    for (const other of [
      { ...scope, merchant_id: newId("merchant") },
      { ...scope, livemode: true },
    ]) {
      const asked = { scope: other, event_id };
      expect(await refusal(getEvent(notifier.deps, asked))).to.deep.equal(["object_not_found", "event_id"]);
      expect(await refusal(resendEvent(notifier.deps, asked))).to.deep.equal([
        "object_not_found",
        "event_id",
      ]);
    }
  });

  it("is deleted with its deliveries when its time is over, not before [D9-23]", async () => {
    const { endpoint, accept, database } = given();
    await endpoint(URL);
    await accept(700);
    await database.sql(ENDED);
    const left = () => sweptIn(720 * HOUR_MS);
    await moveClock(database, 719 * HOUR_MS);
    await accept(2);
    expect(await left()).to.deep.equal([702, 702]);
    await moveClock(database, 721 * HOUR_MS);
    expect(await left()).to.deep.equal([2, 2]);
  });

  it("is deleted after its deliveries, which go by five thousand at most in a statement, however many there are [D9-23]", async () => {
    const { endpoint, accept, database } = given();
    const { id } = await endpoint(URL);
    await accept(2);
    // Of one event far more than a statement deletes, of the other exactly as many.
    await database.sql(
      `insert into notifier.deliveries (endpoint_id, id, event_id, event_type, status, created_at)
       select $1, 'whd_' || v.id || '_' || nth, v.id, v.type, 'failed', v.created_at
         from (select *, row_number() over (order by id) as place from notifier.events) as v
        cross join lateral generate_series(1, case place when 1 then 12000 else 4999 end) as nth`,
      [id],
    );
    await database.sql(ENDED);
    await database.sql(`
      create function platform.few() returns trigger language plpgsql as
        $$ begin
             if (select count(*) from gone) > 5000 then raise exception 'too many for one statement'; end if;
             return null;
           end $$;
      create trigger few after delete on notifier.deliveries referencing old table as gone
        for each statement execute function platform.few()`);
    try {
      await moveClock(database, 721 * HOUR_MS);
      expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([0, 0]);
    } finally {
      await database.sql("drop trigger few on notifier.deliveries; drop function platform.few()");
    }
  });

  it("that is still owed to an endpoint stays until that is over, and holds up no other's deletion [D9-23]", async () => {
    const { notifier, endpoint, accept, database, scope } = given();
    await accept(1_200);
    await endpoint(URL);
    const owed = await database.sql("select id from notifier.events order by id limit 600");
    await moveClock(database, 719 * HOUR_MS);
    for (const { id } of owed) await resendEvent(notifier.deps, { scope, event_id: String(id) });
    await moveClock(database, 721 * HOUR_MS);
    expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([600, 600]);
    await database.sql(ENDED);
    expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([0, 0]);
  });

  it("that was told late stays its own time, and holds up no other's deletion", async () => {
    const { accept, database } = given();
    await accept(1_300);
    const late = (where: string) =>
      database.sql(
        `update notifier.events set accepted_at = accepted_at + interval '2 days'
          where id in (select id from notifier.events order by id ${where})`,
      );
    await late("offset 6 limit 1");
    await moveClock(database, 721 * HOUR_MS);
    expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([1, 0]);
    await moveClock(database, 0);
    await accept(1_300);
    // An owner that was away hands over all of these at once.
    await late("limit 600");
    await moveClock(database, 721 * HOUR_MS);
    expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([600, 0]);
    await moveClock(database, 900 * HOUR_MS);
    expect(await sweptIn(720 * HOUR_MS)).to.deep.equal([0, 0]);
  });

  it("is not kept for less than it is tried for", () => {
    expect(notifierConfig.EVENT_RETENTION.parse("71h").ok).to.equal(false);
    expect(notifierConfig.EVENT_RETENTION.parse("72h").ok).to.equal(true);
  });
});

describe("a resend", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  it("goes to every enabled endpoint that wants the type, under the same id, as a delivery of its own [D9-7]", async () => {
    const { notifier, endpoint, accept, scope, log } = given();
    const first = await endpoint(`${receiver.url}/first`);
    notifier.deliver();
    const [event] = await accept(1);
    const event_id = event!.event_id;
    await waitFor("the first delivery", async () => (await log(first.id))[0]?.status === "succeeded");
    const later = await endpoint(`${receiver.url}/later`, ["payout.succeeded"]);
    await endpoint(`${receiver.url}/other`, ["payment.failed"]);
    const off = await endpoint(`${receiver.url}/off`);
    await updateEndpoint(notifier.deps, { scope, endpoint_id: off.id, status: "disabled" });
    const resent = await resendEvent(notifier.deps, { scope, event_id });
    expect(resent).to.deep.equal({ event: JSON.parse(event!.payload), deliveries: 2 });
    const requests = await receiver.received(3);
    expect(
      requests
        .slice(1)
        .map(({ path }) => path)
        .toSorted(),
    ).to.deep.equal(["/first", "/later"]);
    expect(new Set(requests.map(({ headers }) => headers["webhook-id"]))).to.deep.equal(new Set([event_id]));
    await waitFor("the log", async () => (await log(first.id)).every(({ status }) => status === "succeeded"));
    expect(await log(first.id)).to.have.length(2);
    expect(await log(later.id)).to.have.length(1);
  });

  it("of what waits for its next try goes at once by itself, and leaves that one its schedule [D9-7]", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    await stopClock(database);
    receiver.answerWith(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    const [event] = await accept(1);
    const event_id = event!.event_id;
    await waitFor("a failure", async () => (await log(id))[0]?.attempts === 1);
    const [waiting] = await log(id);
    // Deliveries are listed by their time.
    await moveClock(database, 1_000);
    await resendEvent(notifier.deps, { scope, event_id });
    await waitFor("a second failure", async () => (await log(id))[1]?.attempts === 1);
    await moveClock(database, 2_000);
    receiver.answerWith(() => ({ status: 200 }));
    expect(await resendEvent(notifier.deps, { scope, event_id })).to.include({ deliveries: 1 });
    await waitFor("a success", async () => (await log(id))[2]?.status === "succeeded");
    expect({ ...(await log(id))[0], event_accepted_at: null }).to.deep.equal(waiting);
  });

  it("during a try is sent, with any outcome of that try [D9-7]", async () => {
    const { notifier, endpoint, accept, scope, log } = given();
    const held = gate();
    receiver.answerWith(() => held.pass().then(() => ({ status: 500 })));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    const [event] = await accept(1);
    await receiver.received(1);
    receiver.answerWith(() => ({ status: 200 }));
    await resendEvent(notifier.deps, { scope, event_id: event!.event_id });
    await receiver.received(2);
    held.open();
    await waitFor("both records", async () => (await log(id)).every(({ attempts }) => attempts === 1));
    expect((await log(id)).map(({ status }) => status)).to.deep.equal(["pending", "succeeded"]);
  });

  it("asked for many times at once is owed once", async () => {
    const { notifier, another, endpoint, accept, scope, log } = given();
    const [event] = await accept(1);
    const { id } = await endpoint(receiver.url);
    const other = await another();
    await Promise.all(
      [notifier, other, notifier, other].map(({ deps }) =>
        resendEvent(deps, { scope, event_id: event!.event_id }),
      ),
    );
    expect(await log(id)).to.have.length(1);
  });

  it("during a try is one more delivery, however often it is asked for, and answered the same [D9-7]", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    await stopClock(database);
    const { id } = await endpoint(receiver.url);
    const [event] = await accept(1);
    // The holder of the queue may have begun.
    const wanted = { holder: randomUUID(), after: "", except: [], limit: 1, failing: false };
    expect(await notifier.deps.queues.take(wanted)).to.have.length(1);
    for (let asked = 0; asked < 5; asked += 1)
      expect(await resendEvent(notifier.deps, { scope, event_id: event!.event_id })).to.include({
        deliveries: 1,
      });
    expect(await log(id)).to.have.length(2);
  });

  it("adds nothing to three that wait for their next try: the last comes at once, the others keep their schedule [D9-7]", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    const { id } = await endpoint(receiver.url);
    const [event] = await accept(1);
    const resend = () => resendEvent(notifier.deps, { scope, event_id: event!.event_id });
    const allFail = () =>
      database.sql(
        "update notifier.deliveries set attempts = 1, next_attempt_at = platform.clock() + interval '1 h'",
      );
    for (const pending of [2, 3]) {
      await allFail();
      await resend();
      expect(await log(id)).to.have.length(pending);
    }
    await allFail();
    const before = await log(id);
    expect(await resend()).to.include({ deliveries: 1 });
    expect(await resend(), "once more").to.include({ deliveries: 1 });
    notifier.deliver();
    await waitFor("a success", async () => (await log(id)).at(-1)?.status === "succeeded");
    const after = await log(id);
    const waiting = after.slice(0, -1).map((delivery) => ({ ...delivery, event_accepted_at: null }));
    expect(waiting).to.deep.equal(before.slice(0, -1));
    expect(after.slice(2).map(({ attempts }) => attempts)).to.deep.equal([2]);
    expect(receiver.requests).to.have.length(1);
  });

  it("counts nothing of before its endpoint was disabled: what is pending from then is cancelled", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    const { id: endpoint_id } = await endpoint(receiver.url);
    const [event] = await accept(1);
    const resend = () => resendEvent(notifier.deps, { scope, event_id: event!.event_id });
    for (let asked = 0; asked < 3; asked += 1) {
      await database.sql("update notifier.deliveries set attempts = 1");
      await resend();
    }
    for (const status of ["disabled", "enabled"] as const)
      await updateEndpoint(notifier.deps, { scope, endpoint_id, status });
    await resend();
    const { status, attempts } = (await log(endpoint_id)).at(-1)!;
    expect([status, attempts]).to.deep.equal(["pending", 0]);
  });

  it("of an operator is audited", async () => {
    const { notifier, accept, scope, database } = given();
    const [event] = await accept(1);
    await resendEvent(notifier.deps, { scope, event_id: event!.event_id, actor: "ops" });
    expect(
      await database.sql("select actor, act from notifier.audit where subject = $1", [event!.event_id]),
    ).to.deep.equal([{ actor: "ops", act: "event.resend" }]);
  });
});
