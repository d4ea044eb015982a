import type { PublicEvent } from "@flowlix/contracts";
import { startReceiver, waitFor, type HttpReceiver, type ReceivedRequest } from "@flowlix/testkit";
import { expect } from "chai";
import { eventIn, objectOf, signedBy, webhooksOf } from "../webhooks.ts";
import { createDraw } from "./draw.ts";
import { ENDED, PATIENCE_MS } from "./merchant.ts";
import { pass, type Storm } from "./storm.ts";

/** The merchant's server for webhooks, which takes not everything at once. */
export interface Inbox {
  /** Every event was delivered, at least once, and what was delivered is what the objects say. */
  compare(storm: Storm): Promise<void>;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** Of what comes first one in four is not taken: answered 503, or cut off. */
export async function startInbox({ merchant }: Pick<Storm, "merchant">): Promise<Inbox> {
  // Its own: how many requests come, and when, is not drawn.
  const draw = createDraw();
  const taken: ReceivedRequest[] = [];
  const receiver: HttpReceiver = await startReceiver((request) => {
    const drawn = draw.below(8);
    if (drawn === 0) return "destroy";
    if (drawn === 1) return { status: 503 };
    taken.push(request);
    return { status: 204 };
  });
  const { secret } = await webhooksOf(merchant.api).create(receiver.url);

  return {
    async compare(storm) {
      const { platform } = storm;
      const reported = await platform.database.sql(EVENTS, [merchant.made.map(({ id }) => id)]);
      const ids = reported.map(({ id }) => String(id));
      await waitFor(
        "every event to be delivered",
        async () => {
          const arrived = new Set(taken.map(eventIn).map(({ id }) => id));
          const left = ids.filter((id) => !arrived.has(id));
          if (left.length > 0) await pass(storm, MINUTE_MS);
          if (left.length > 0) throw new Error(`${left.length} of ${ids.length} were not`);
          return true;
        },
        PATIENCE_MS,
      );
      expect(ids.length, "there were events").to.be.above(merchant.made.length / 2);
      for (const request of taken) expect(signedBy(secret, request), "signed").to.deep.equal([true, true]);
      await compareWithObjects(storm, taken.map(eventIn));
    },
    close: () => receiver.close(),
  };
}

async function compareWithObjects({ merchant }: Storm, events: readonly PublicEvent[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const event of events) {
    const text = JSON.stringify(event.data);
    expect(texts.get(event.id) ?? text, `${event.id} says the same each time`).to.equal(text);
    texts.set(event.id, text);
  }
  for (const one of merchant.made) {
    const shown = await merchant.read(one);
    const own = events.filter((event) => objectOf(event)?.id === one.id);
    const what = `what was delivered of ${one.kind} ${one.id}, which is ${shown.status}`;
    const ends = new Set(own.map((event) => objectOf(event)?.status ?? "").filter((end) => ENDED.has(end)));
    expect([...ends], what).to.deep.equal(ENDED.has(shown.status) ? [shown.status] : []);
    for (const event of own) {
      const object = objectOf(event);
      expect(event.type.split(".")[1], what).to.equal(object?.status.toLowerCase());
      expect([object?.amount, object?.currency], what).to.deep.equal([shown.amount, shown.currency]);
    }
  }
}

const EVENTS = "select id from notifier.events where object_id = any ($1)";
