import { startRelay } from "@flowlix/engine";
import { gate, moveClock, quietLoop, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { Outage, storingReceiver, withOutbox } from "./support/outbox-under-test.ts";

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

describe("A relay", function () {
  this.timeout(30_000);
  const outbox = withOutbox();
  const isEmpty = async () => (await outbox().left()).length === 0;

  it("hands over what its owner wrote, text for text, and deletes it then", async () => {
    await outbox().write("a", 1);
    await outbox().database.sql("update shop.outbox set traceparent = $1", [TRACEPARENT]);
    const [written] = await outbox().database.sql(
      "select (extract(epoch from created_at) * 1000)::float8 as ms from shop.outbox",
    );
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls).to.deep.equal([
      [
        {
          event_id: "a.1",
          event_type: "order.moved",
          merchant_id: "mer_a",
          livemode: false,
          object_id: "a",
          version: 1,
          created_at_ms: Math.floor(Number(written?.["ms"])),
          payload: '{ "of": "a" }',
          traceparent: TRACEPARENT,
        },
      ],
    ]);
    await waitFor("the outcome", () => outbox().outcomes.get("stored") === 1);
  });

  it("takes merchant and mode of rows that were written without them from their object", async () => {
    await outbox().write("a", 1);
    await outbox().database.sql("update shop.outbox set merchant_id = null, livemode = null");
    await outbox().database.sql(
      "insert into shop.orders (id, merchant_id, livemode) values ('a', 'mer_b', true)",
    );
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls[0]?.[0]).to.include({ merchant_id: "mer_b", livemode: true });
  });

  it("hands over the events of an object one after the other, and those of others with them", async () => {
    for (const object of ["a", "b", "c"]) await outbox().write(object, 3);
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls.map((rows) => rows.map(({ event_id }) => event_id))).to.deep.equal([
      ["a.1", "b.1", "c.1"],
      ["a.2", "b.2", "c.2"],
      ["a.3", "b.3", "c.3"],
    ]);
  });

  it("hands over a backlog by five hundred a call", async () => {
    await outbox().database.sql(
      `insert into shop.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode)
       select 'o' || n, 1, 'e' || n, 'order.moved', '{}', platform.clock(), 'mer_a', false from generate_series(1, 1700) as n`,
    );
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls.map((rows) => rows.length)).to.deep.equal([500, 500, 500, 200]);
    expect(receiver.stored).to.have.length(1_700);
  });

  it("puts no more into a call than the bus takes", async () => {
    await outbox().database.sql(
      `insert into shop.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode)
       select 'o' || n, 1, 'e' || n, 'order.moved', to_json(repeat('ü', 300000)), platform.clock(), 'mer_a', false from generate_series(1, 7) as n`,
    );
    const receiver = storingReceiver();
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls.map((rows) => rows.length)).to.deep.equal([2, 2, 2, 1]);
  });

  it("finds what others commit, and at once what it is told of", async () => {
    const receiver = storingReceiver();
    const relay = outbox().relay(receiver);
    await outbox().write("a", 1);
    await waitFor("an empty outbox", isEmpty);
    await outbox().write("b", 1);
    relay.soon();
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.stored).to.deep.equal(["a.1", "b.1"]);
  });

  it("leaves alone events that may not leave yet, and the later ones of their objects", async () => {
    await outbox().database.sql(
      "insert into shop.orders values ('a', 'mer_a', false, 1), ('b', 'mer_a', false, 2)",
    );
    await outbox().write("a", 2);
    await outbox().write("b", 2);
    const receiver = storingReceiver();
    const ready = `exists (select from shop.orders as x where x.id = o.object_id and x.acknowledged_version >= o.version)`;
    // Statements are named by what they are for: one connection takes those of one owner.
    const pool = await outbox().ownPool();
    const relay = outbox().relay(receiver, { ready, pool });
    // A row goes after the receiver has answered that it stored the event.
    await waitFor("what may leave to have left", async () => (await outbox().left()).length === 1);
    expect(await outbox().left()).to.deep.equal(["a.2"]);
    expect(receiver.stored).to.deep.equal(["a.1", "b.1", "b.2"]);
    await outbox().database.sql("update shop.orders set acknowledged_version = 2");
    relay.soon();
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.stored).to.deep.equal(["a.1", "b.1", "b.2", "a.2"]);
  });

  it("hands the same events over again when the answer was lost, and they are stored once [EV-2]", async () => {
    await outbox().write("a", 2);
    const receiver = storingReceiver();
    let lost = 0;
    receiver.after = () => {
      if ((lost += 1) < 3) throw new Outage("the answer was lost");
    };
    outbox().relay(receiver);
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.calls.length).to.equal(4);
    expect(receiver.stored).to.deep.equal(["a.1", "a.2"]);
    // An outcome is told of after its row has gone.
    await waitFor("the last outcome", () => outbox().outcomes.get("stored") === 2);
    expect(Object.fromEntries(outbox().outcomes)).to.deep.equal({ failed: 2, stored: 2 });
  });

  it("counts a receiver that is away against nobody", async () => {
    await outbox().write("a", 1);
    const receiver = storingReceiver();
    receiver.before = () => {
      throw new Outage("away");
    };
    outbox().relay(receiver);
    await waitFor("a few calls", () => receiver.calls.length > 3);
    expect(await outbox().refused()).to.deep.equal([]);
    receiver.before = () => undefined;
    await waitFor("an empty outbox", isEmpty);
  });

  it("goes on after its connections broke", async () => {
    const receiver = storingReceiver();
    const relay = outbox().relay(receiver);
    await outbox().write("a", 1);
    await waitFor("an empty outbox", isEmpty);
    await outbox().database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test:background' and datname = current_database()",
    );
    await outbox().write("b", 1);
    relay.soon();
    await waitFor("an empty outbox", isEmpty);
    expect(receiver.stored).to.deep.equal(["a.1", "b.1"]);
  });

  it("hands over what was committed until it is stopped", async () => {
    const receiver = storingReceiver();
    const relay = outbox().relay(receiver);
    await waitFor("the lease", async () => (await holders()).length === 1);
    await outbox().write("a", 1);
    await relay.stop();
    expect(receiver.stored).to.deep.equal(["a.1"]);
    expect(await outbox().left()).to.deep.equal([]);
  });

  it("stops at once while its receiver is away", async () => {
    await outbox().write("a", 1);
    const receiver = storingReceiver();
    receiver.before = () => {
      throw new Outage("away");
    };
    const relay = outbox().relay(receiver);
    await waitFor("a few calls", () => receiver.calls.length > 3);
    const calls = receiver.calls.length;
    await relay.stop();
    expect(receiver.calls.length).to.be.lessThanOrEqual(calls + 1);
    expect(await outbox().left()).to.deep.equal(["a.1"]);
  });

  const holders = () => outbox().database.sql("select holder from shop.relay where until > platform.clock()");

  describe("among several of its owner", () => {
    it("is the only one to act", async () => {
      const [one, other] = [storingReceiver(), storingReceiver()];
      const relays = [outbox().relay(one), outbox().relay(other)];
      await waitFor("the lease", async () => (await holders()).length === 1);
      for (let n = 0; n < 20; n += 1) {
        await outbox().write(`o${n}`, 1);
        for (const relay of relays) relay.soon();
      }
      await waitFor("an empty outbox", isEmpty);
      expect([one.stored.length, other.stored.length].sort((a, b) => a - b)).to.deep.equal([0, 20]);
    });

    it("leaves the lease to another one while its own calls fail", async () => {
      const [cutOff, other] = [storingReceiver(), storingReceiver()];
      cutOff.before = () => {
        throw new Outage("no bus here");
      };
      outbox().relay(cutOff);
      await waitFor("the lease", async () => (await holders()).length === 1);
      outbox().relay(other);
      for (const object of ["a", "b", "c"]) {
        await outbox().write(object, 1);
        await waitFor("an empty outbox", isEmpty);
      }
      expect(other.stored).to.deep.equal(["a.1", "b.1", "c.1"]);
    });

    it("makes room at once when it is stopped", async () => {
      const [one, other] = [storingReceiver(), storingReceiver()];
      const first = outbox().relay(one);
      await waitFor("the lease", async () => (await holders()).length === 1);
      outbox().relay(other);
      await first.stop();
      await outbox().write("a", 1);
      await waitFor("an empty outbox", isEmpty);
      expect(other.stored).to.deep.equal(["a.1"]);
    });

    it("takes over from one that died, whose late call and late answer change nothing [EV-2]", async () => {
      const [dead, alive] = [storingReceiver(), storingReceiver()];
      const held = gate();
      dead.before = () => held.pass();
      outbox().relay(dead);
      await outbox().write("a", 1);
      await held.reached;
      outbox().relay(alive);
      await outbox().write("a", 1, 2);
      expect(await outbox().left()).to.deep.equal(["a.1", "a.2"]);
      await moveClock(outbox().database, 11_000);
      await waitFor("an empty outbox", isEmpty);
      expect(alive.stored).to.deep.equal(["a.1", "a.2"]);
      // The same event under its old number, as if it had come back: a late answer must not delete it.
      await outbox().write("b", 1);
      await waitFor("an empty outbox", isEmpty);
      await outbox().database.sql(
        "insert into shop.outbox (object_id, version, event_id, event_type, payload, created_at) select 'a', 1, 'a.1', 't', '{}', '2020-01-01'",
      );
      // Nobody delivers it by right either, whoever has the lease.
      for (const receiver of [dead, alive])
        receiver.before = () => {
          throw new Outage("away");
        };
      held.open();
      await waitFor("the late answer", () => outbox().outcomes.get("stored") === 4);
      expect(await outbox().left()).to.deep.equal(["a.1"]);
    });

    it("loses nothing and keeps the order while they come and go", async () => {
      const receiver = storingReceiver();
      const relays = [0, 1, 2].map(() => outbox().relay(receiver));
      for (let version = 1; version <= 12; version += 1) {
        for (const object of ["a", "b", "c", "d"]) await outbox().write(object, 1, version);
        if (version % 3 === 0) {
          await relays.shift()?.stop();
          relays.push(outbox().relay(receiver));
        }
        for (const relay of relays) relay.soon();
      }
      await waitFor("an empty outbox", isEmpty);
      for (const object of ["a", "b", "c", "d"]) {
        const versions = receiver.stored.filter((id) => id.startsWith(object));
        expect(versions).to.deep.equal(Array.from({ length: 12 }, (_, index) => `${object}.${index + 1}`));
      }
    });
  });

  it("can be stopped before it began", async () => {
    const receiver = storingReceiver();
    const { pools, exceptions } = outbox();
    const relay = startRelay({
      schema: "shop",
      objects: "orders",
      pool: pools.background,
      ...receiver,
      isOutage: () => true,
      exceptions,
      observe: () => undefined,
      loop: quietLoop,
      log: { warn: () => undefined, info: () => undefined },
    });
    await relay.stop();
    expect(await holders()).to.deep.equal([]);
  });
});
