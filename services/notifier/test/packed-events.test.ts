import { runMigrations, startReceiver, waitFor, withDatabase, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { acceptEvents } from "../src/events/accept-events.ts";
import { resendEvent } from "../src/events/resend-event.ts";
import { PackEvents1765810000001 } from "../src/migrations/1765810000001-pack-events.ts";
import { notifierSchema } from "../src/schema.ts";
import { eventOf, startNotifier, withNotifier } from "./support/notifier-under-test.ts";

describe("an event, kept packed or as text", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  it("is answered to the byte by a process that packs and by one that does not", async () => {
    const { notifier, another, scope } = given();
    const plain = await another({ packs: false });
    const drawn = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom(notifier, plain), async (content, writes) => {
        const payload = JSON.stringify(content);
        const event = eventOf(scope, { payload });
        expect(await acceptEvents(writes.deps, { events: [event] })).to.deep.equal({ refused: [] });
        for (const { deps } of [notifier, plain])
          expect(await deps.eventsReads.get(scope, event.event_id)).to.equal(payload);
      }),
      { numRuns: 30 },
    );
  });

  it("is delivered and sent again to the byte, whether or not the process that accepted it packs [D9-4]", async () => {
    const { notifier, another, scope, endpoint } = given();
    const plain = await another({ packs: false });
    await endpoint(receiver.url);
    notifier.deliver();
    const events = [eventOf(scope), eventOf(scope)] as const;
    await acceptEvents(notifier.deps, { events: [events[0]] });
    await acceptEvents(plain.deps, { events: [events[1]] });
    await receiver.received(2);
    for (const { event_id } of events) await resendEvent(notifier.deps, { scope, event_id });
    const sent = (await receiver.received(4)).map(({ body }) => body.toString("utf8"));
    const payloads = events.map(({ payload }) => payload);
    expect(sent.toSorted()).to.deep.equal([...payloads, ...payloads].toSorted());
  });

  it("in a format of another release stays owed, and holds back no other", async () => {
    const { notifier, database, endpoint, accept, log } = given();
    const { id } = await endpoint(receiver.url);
    const [unknown] = await accept(1);
    await database.sql("update notifier.events set packed = '\\x63'");
    const [known] = await accept(1);
    notifier.deliver();
    const [request] = await receiver.received(1);
    expect(request?.headers["webhook-id"]).to.equal(known?.event_id);
    await waitFor("the failed try to be recorded", async () => (await log(id))[0]?.attempts === 1);
    expect((await log(id))[0]).to.deep.include({ event_id: unknown?.event_id, status: "pending" });
  });
});

describe("events of an installation that had some before they were packed", () => {
  const before = notifierSchema.migrations.slice(
    0,
    notifierSchema.migrations.indexOf(PackEvents1765810000001),
  );
  const database = withDatabase([{ ...notifierSchema, migrations: before }]);

  it("are answered, and new ones are packed from when an operator has it begin, in processes that start then", async () => {
    const scope = { merchant_id: "mer_1", livemode: true };
    const old = eventOf(scope);
    await database().sql(
      `insert into notifier.events (id, merchant_id, livemode, type, object_id, version, created_at, accepted_at, payload)
       values ($1, $2, true, $3, $4, $5, platform.clock(), platform.clock(), $6)`,
      [old.event_id, old.merchant_id, old.event_type, old.object_id, old.version, old.payload],
    );
    await runMigrations(database().adminUrl, notifierSchema);
    const isPackedByOneThatStarts = async (): Promise<boolean> => {
      const notifier = await startNotifier(database(), { packs: "as the table says" });
      try {
        expect(await notifier.deps.eventsReads.get(scope, old.event_id)).to.equal(old.payload);
        const event = eventOf(scope);
        await acceptEvents(notifier.deps, { events: [event] });
        const sql = "select packed is not null as packed from notifier.events where id = $1";
        return (await database().sql(sql, [event.event_id]))[0]?.["packed"] === true;
      } finally {
        await notifier.stop();
      }
    };
    expect(await isPackedByOneThatStarts()).to.equal(false);
    await database().sql("update notifier.packing set begins_at = platform.clock()");
    expect(await isPackedByOneThatStarts()).to.equal(true);
  });
});
