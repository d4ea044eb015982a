import { countOutbox } from "@flowlix/engine";
import { moveClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { storingReceiver, withOutbox, type StoringReceiver } from "./support/outbox-under-test.ts";

describe("An event that is refused", function () {
  this.timeout(30_000);
  const outbox = withOutbox();

  const refusalsOf = async (id: string) =>
    (await outbox().refused()).find((row) => row["event_id"] === id)?.["refusals"];

  /** Lets the relay try until the event was refused so often; each time is further away than the last. */
  async function refuseUntil(id: string, times: number, relay: { soon(): void }): Promise<void> {
    for (let n = Number((await refusalsOf(id)) ?? 0) + 1; n <= times; n += 1) {
      await moveClock(outbox().database, n * 70_000);
      relay.soon();
      await waitFor(`refusal ${n}`, async () => (await refusalsOf(id)) === n);
    }
  }

  async function park(receiver: StoringReceiver, id: string) {
    receiver.refuses.add(id);
    const relay = outbox().relay(receiver);
    await refuseUntil(id, 10, relay);
    await waitFor(
      "the parking",
      async () => (await outbox().exceptions.countOpen()).get("event_parked") === 1,
    );
    await waitFor(
      "the parking",
      async () => (await countOutbox(outbox().pools.background, "shop")).parked > 0,
    );
    return relay;
  }

  it("waits for a while, longer each time, and everything else goes on", async () => {
    await outbox().write("a", 2);
    await outbox().write("b", 2);
    const receiver = storingReceiver();
    receiver.refuses.add("a.1");
    const relay = outbox().relay(receiver);
    await waitFor("the others", async () => (await outbox().left()).length === 2);
    expect(receiver.stored).to.deep.equal(["b.1", "b.2"]);
    expect(await outbox().left()).to.deep.equal(["a.1", "a.2"]);
    expect(await outbox().refused()).to.deep.equal([
      { event_id: "a.1", refusals: 1, reason: "it makes no sense", parked_at: null },
    ]);
    await refuseUntil("a.1", 3, relay);
    receiver.refuses.clear();
    await moveClock(outbox().database, 1_000_000);
    relay.soon();
    await waitFor("an empty outbox", async () => (await outbox().left()).length === 0);
    expect(receiver.stored).to.deep.equal(["b.1", "b.2", "a.1", "a.2"]);
    expect(await outbox().database.sql("select from shop.refused_events")).to.deep.equal([]);
  });

  it("ten times is parked with the later ones of its object, which an operator is told of [EV-2]", async () => {
    await outbox().write("a", 2);
    const receiver = storingReceiver();
    const relay = await park(receiver, "a.1");
    await outbox().write("a", 1, 3);
    await outbox().write("b", 1);
    await moveClock(outbox().database, 10_000_000);
    relay.soon();
    // What is stored leaves the outbox a moment later.
    await waitFor("the other object", async () => !(await outbox().left()).includes("b.1"));
    expect(receiver.stored).to.deep.equal(["b.1"]);
    expect(await outbox().left()).to.deep.equal(["a.1", "a.2", "a.3"]);
    expect(await countOutbox(outbox().pools.background, "shop")).to.deep.equal({
      pending: 0,
      oldestSeconds: 0,
      parked: 3,
    });
    const [anomaly] = await outbox().exceptions.list(true, 10);
    expect(anomaly).to.include({
      kind: "event_parked",
      object_id: "a",
      merchant_id: "mer_a",
      livemode: false,
      detail:
        "the event a.1 (order.moved) was refused 10 times and waits, with all later ones of its object: it makes no sense",
    });
    await waitFor("the outcome", () => outbox().outcomes.get("stored") === 1);
    expect(Object.fromEntries(outbox().outcomes)).to.deep.equal({ refused: 10, stored: 1, parked: 1 });
  });

  it("and parked is tried again when the operator ends its exception", async () => {
    await outbox().write("a", 2);
    const receiver = storingReceiver();
    const relay = await park(receiver, "a.1");
    receiver.refuses.clear();
    const [anomaly] = await outbox().exceptions.list(true, 10);
    await outbox().exceptions.resolve(anomaly?.id ?? "", {
      resolution: "noted",
      note: "mended",
      actor: "me",
    });
    relay.soon();
    await waitFor("an empty outbox", async () => (await outbox().left()).length === 0);
    expect(receiver.stored).to.deep.equal(["a.1", "a.2"]);
  });

  it("is counted for what it is where the receiver breaks over it, and the others are stored", async () => {
    for (let n = 0; n < 20; n += 1) await outbox().write(`o${n}`, 1);
    const receiver = storingReceiver();
    receiver.before = (rows) => {
      if (rows.some(({ event_id }) => event_id === "o7.1")) throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("the others", async () => (await outbox().left()).length === 1);
    await waitFor("the refusal", async () => (await refusalsOf("o7.1")) === 1);
    expect(receiver.stored).to.have.length(19);
    expect((await outbox().refused())[0]).to.include({ reason: "the call of this event alone failed" });
  });

  it("stops nobody else, however many of them stand at the head", async () => {
    const names = Array.from({ length: 200 }, (_, n) => `o${String(n).padStart(3, "0")}`);
    for (const name of names) await outbox().write(name, 1);
    const receiver = storingReceiver();
    receiver.before = (rows) => {
      if (rows.some(({ object_id }) => object_id < "o060")) throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("the others", async () => (await outbox().left()).length === 60);
    await waitFor("the refusals", async () => (await outbox().refused()).length === 60);
    expect(receiver.stored.toSorted()).to.deep.equal(names.slice(60).map((name) => `${name}.1`));
  });

  it("stops nobody else where they are more than a pass asks about before it gives up", async () => {
    await outbox().database.sql(
      `insert into shop.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode)
       select 'o' || n, v, 'o' || n || '.' || v, 'order.moved', '{}', platform.clock(), 'mer_a', false
         from generate_series(1001, 1700) as n, generate_series(1, 4) as v where v = 1 or n >= 1550`,
    );
    // As if each were in a call of its own, as long ones are.
    await outbox().database.sql(
      `update shop.outbox set payload = json_build_object('long', repeat('x', 1600000)) where object_id < 'o1009'`,
    );
    const receiver = storingReceiver();
    receiver.before = (rows) => {
      if (rows.some(({ object_id }) => object_id < "o1009")) throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("the others", async () => (await outbox().left()).length === 8);
    await waitFor("the refusals", async () => (await outbox().refused()).length === 8);
    expect(await outbox().left()).to.deep.equal(Array.from({ length: 8 }, (_, n) => `o${1001 + n}.1`));
    for (let n = 1009; n <= 1700; n += 1) {
      const own = receiver.stored.filter((id) => id.startsWith(`o${n}.`));
      expect(own).to.deep.equal(own.toSorted());
    }
  });

  it("stops nobody else where it fills a call of its own, nor do its object's later ones overtake it", async () => {
    await outbox().write("a", 2);
    await outbox().write("b", 1);
    await outbox().database.sql(
      `update shop.outbox set payload = json_build_object('long', repeat('x', 1600000)) where object_id = 'a' and version = 1`,
    );
    const receiver = storingReceiver();
    receiver.before = (rows) => {
      if (rows.some(({ event_id }) => event_id === "a.1")) throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("the refusal", async () => (await refusalsOf("a.1")) === 1);
    expect(receiver.calls[0]).to.have.length(1);
    expect(receiver.stored).to.deep.equal(["b.1"]);
    expect(await outbox().left()).to.deep.equal(["a.1", "a.2"]);
  });

  it("is told from one that the receiver breaks over, and both are counted", async () => {
    await outbox().write("a", 1);
    await outbox().write("b", 1);
    const receiver = storingReceiver();
    receiver.refuses.add("a.1");
    receiver.before = (rows) => {
      if (rows.some(({ event_id }) => event_id === "b.1")) throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("both refusals", async () => (await outbox().refused()).length === 2);
    expect((await outbox().refused()).map(({ reason }) => reason)).to.deep.equal([
      "it makes no sense",
      "the call of this event alone failed",
    ]);
  });

  it("is none while the receiver breaks over every event, and calls stay few", async () => {
    for (let n = 0; n < 200; n += 1) await outbox().write(`o${n}`, 1);
    const receiver = storingReceiver();
    receiver.before = () => {
      throw new Error("broken");
    };
    outbox().relay(receiver);
    await waitFor("a failed pass", () => (outbox().outcomes.get("failed") ?? 0) > 0);
    expect(receiver.calls.length).to.be.lessThanOrEqual(32 * (outbox().outcomes.get("failed") ?? 0));
    expect(await outbox().refused()).to.deep.equal([]);
    receiver.before = () => undefined;
    await waitFor("an empty outbox", async () => (await outbox().left()).length === 0);
  });

  it("may be refused for a reason that no database takes", async () => {
    await outbox().write("a", 1);
    const receiver = storingReceiver();
    outbox().relay(receiver, {
      deliver: async () => ({ refused: [{ event_id: "a.1", reason: `\0${"x".repeat(5_000)}` }] }),
    });
    await waitFor("the refusal", async () => (await refusalsOf("a.1")) === 1);
    expect((await outbox().refused())[0]).to.include({ reason: "x".repeat(500) });
  });
});

describe("The counts of an outbox", function () {
  this.timeout(30_000);
  const outbox = withOutbox();

  it("tell how much waits and since when", async () => {
    await outbox().write("a", 2);
    await outbox().database.sql(
      "update shop.outbox set created_at = platform.clock() - interval '1 hour' where version = 2",
    );
    const counts = await countOutbox(outbox().pools.background, "shop");
    expect(counts).to.include({ pending: 2, parked: 0 });
    expect(Math.floor(counts.oldestSeconds / 60)).to.equal(60);
  });

  it("tell of a refused event and the later ones of its object from when their hold is over", async () => {
    await outbox().write("a", 2);
    await outbox().database.sql("update shop.outbox set created_at = platform.clock() - interval '1 hour'");
    const hold = async (until: string) => {
      await outbox().database.sql(
        `insert into shop.refused_events (object_id, version, refusals, reason, held_until)
         values ('a', 1, 3, 'it makes no sense', platform.clock() + $1::interval)
         on conflict (object_id, version) do update set held_until = excluded.held_until`,
        [until],
      );
      return await countOutbox(outbox().pools.background, "shop");
    };
    expect(await hold("1 minute")).to.deep.equal({ pending: 2, oldestSeconds: 0, parked: 0 });
    const untried = await hold("-10 minutes");
    expect(untried).to.include({ pending: 2, parked: 0 });
    expect(Math.floor(untried.oldestSeconds / 60)).to.equal(10);
  });
});
