import { SEED, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { Outage, storingReceiver, withOutbox } from "./support/outbox-under-test.ts";

const EVENTS = Number(process.env["EVENTS"] ?? 1_500);
const OBJECTS = 400;

describe(`Relays that come and go before a receiver that fails at will (SEED=${SEED})`, function () {
  this.timeout(120_000);
  const outbox = withOutbox();

  it("lose no event, store each once, and keep the order of each object [EV-2]", async () => {
    const [random] = fc.sample(fc.infiniteStream(fc.nat(999)), { seed: SEED, numRuns: 1 });
    if (random === undefined) throw new Error("no chance");
    const happens = (perThousand: number) => random.next().value < perThousand;
    const receiver = storingReceiver();
    receiver.before = () => {
      if (happens(100)) throw new Outage("away");
      if (happens(50)) throw new Error("broken");
    };
    receiver.after = () => {
      if (happens(100)) throw new Outage("the answer was lost");
    };
    const relays = [0, 1, 2].map(() => outbox().relay(receiver));
    const versions = new Map<string, number>();
    for (let written = 0; written < EVENTS;) {
      const object = `o${random.next().value % OBJECTS}`;
      const from = (versions.get(object) ?? 0) + 1;
      const count = 1 + (random.next().value % 3);
      versions.set(object, from + count - 1);
      await outbox().write(object, count, from);
      written += count;
      if (happens(20)) {
        void relays.shift()?.stop();
        relays.push(outbox().relay(receiver));
      }
      if (happens(500)) for (const relay of relays) relay.soon();
    }
    receiver.before = () => undefined;
    receiver.after = () => undefined;
    await waitFor("an empty outbox", async () => (await outbox().left()).length === 0, 90_000);
    const wanted = [...versions].map(([object, last]) => [
      object,
      Array.from({ length: last }, (_, index) => `${object}.${index + 1}`),
    ]);
    const stored = [...versions].map(([object]) => [
      object,
      receiver.stored.filter((id) => id.startsWith(`${object}.`)),
    ]);
    expect(stored).to.deep.equal(wanted);
  });
});
