import { createParkedStore, type ParkedStore } from "@flowlix/engine";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { storingReceiver, withOutbox } from "./support/outbox-under-test.ts";

describe("A parked event, for an operator", function () {
  this.timeout(30_000);
  const outbox = withOutbox();
  let parked: ParkedStore;
  beforeEach(() => {
    const { read, dataSource } = outbox().pools;
    parked = createParkedStore("shop", read, dataSource);
  });

  /** Parks versions of an object, as its relay would after ten refusals, each with its exception. */
  async function park(object: string, ...versions: readonly number[]): Promise<void> {
    const { database, exceptions } = outbox();
    for (const version of versions)
      await database.sql(
        `insert into shop.refused_events (object_id, version, refusals, reason, held_until, parked_at)
         values ($1, $2, 10, 'it makes no sense', platform.clock(), platform.clock())`,
        [object, version],
      );
    await exceptions.record({
      kind: "event_parked",
      object_id: object,
      merchant_id: null,
      livemode: null,
      amount: null,
      currency: null,
      detail: "refused",
    });
  }
  const audit = () => outbox().database.sql("select actor, act, subject, detail from shop.audit order by id");

  it("is listed with the reason, its exception and how many wait for it, those parked longest ago first", async () => {
    await outbox().write("a", 3);
    await outbox().write("b", 1);
    await park("b", 1);
    await park("a", 1);
    const { parked: listed, has_more } = await parked.list(10);
    expect(
      listed.map(({ event_id, waiting, reason, refusals }) => [event_id, waiting, reason, refusals]),
    ).to.deep.equal([
      ["b.1", 0, "it makes no sense", 10],
      ["a.1", 2, "it makes no sense", 10],
    ]);
    expect(listed.every(({ anomaly_id }) => anomaly_id !== null)).to.equal(true);
    expect(has_more).to.equal(false);
    expect((await parked.list(1)).has_more).to.equal(true);
  });

  it("is shown as it is stored; one that is not parked is not there", async () => {
    await outbox().write("a", 2);
    await park("a", 1);
    const shown = await parked.show("a.1");
    expect(shown).to.include({ event_id: "a.1", object_id: "a", version: 1 });
    expect(JSON.parse(shown?.payload ?? "")).to.be.an("object");
    expect(await parked.show("a.2")).to.equal(null);
    expect(await parked.release({ event_id: "a.2", actor: "op", note: "mended" })).to.equal(null);
  });

  it("is tried again with all that is parked of its object, its exception ends, and the act is audited", async () => {
    await outbox().write("a", 2);
    await outbox().write("b", 1);
    await park("a", 1, 2);
    await park("b", 1);
    const before = (await audit()).length;
    const released = await parked.release({ event_id: "a.1", actor: "op", note: "the other event is gone" });
    expect(released).to.deep.equal({ object_id: "a", released: 2 });
    expect(
      (await parked.list(10)).parked.map(({ event_id }) => event_id),
      "others stay",
    ).to.deep.equal(["b.1"]);
    expect((await outbox().exceptions.countOpen()).get("event_parked")).to.equal(1);
    expect((await audit()).slice(before)).to.deep.equal([
      {
        actor: "op",
        act: "event.released",
        subject: "a.1",
        detail: { object_id: "a", released: 2, reason: "it makes no sense", note: "the other event is gone" },
      },
    ]);
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("both to leave", () => receiver.stored.length === 2);
    expect(receiver.stored).to.deep.equal(["a.1", "a.2"]);
  });

  it("is released also where its exception was ended while it was being parked", async () => {
    await outbox().write("a", 1);
    await park("a", 1);
    await outbox().database.sql(
      "update shop.anomalies set resolution = 'noted', resolved_at = platform.clock()",
    );
    expect((await parked.list(10)).parked.map(({ anomaly_id }) => anomaly_id)).to.deep.equal([null]);
    expect(await parked.release({ event_id: "a.1", actor: "op", note: "again" })).to.deep.equal({
      object_id: "a",
      released: 1,
    });
  });
});
