import { createPools, query } from "@flowlix/persistence";
import { DomainError, newId } from "@flowlix/runtime";
import { gate, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import type { EntityManager } from "typeorm";
import { acceptEvents } from "../src/events/accept-events.ts";
import { storeEvents } from "../src/events/accept-store.ts";
import { resendEvent } from "../src/events/resend-event.ts";
import { eventOf, withNotifier } from "./support/notifier-under-test.ts";

/** Some of them wait for what takes the product seconds. */
const TIMEOUT_MS = 30_000;

describe("who makes events or deliveries", function () {
  this.timeout(TIMEOUT_MS);
  const given = withNotifier();

  /** Accepts an event whose commit waits for `meanwhile`, as where the disk is slow. */
  async function whileAccepting(meanwhile: () => Promise<unknown>): Promise<void> {
    const { database, scope } = given();
    const url = database.urlOf("notifier");
    const slow = await createPools({ url, name: "slow", hot: 1, read: 1, background: 1 });
    try {
      await query(slow.hot, { text: "begin", values: [] });
      await storeEvents(slow.hot, [eventOf(scope)], newId("webhook_delivery"), true);
      await meanwhile();
      await query(slow.hot, { text: "commit", values: [] });
    } finally {
      await slow.close();
    }
  }

  it("goes on after the commit before it, so that a log has no later one first", async () => {
    const { accept, database, endpoint, log, notifier, scope } = given();
    const { id } = await endpoint("http://127.0.0.1:9/");
    const [event] = await accept(1);
    await database.sql("update notifier.deliveries set status = 'succeeded', next_attempt_at = null");
    let resent: Promise<unknown> = Promise.resolve();
    await whileAccepting(async () => {
      resent = resendEvent(notifier.deps, { scope, event_id: event!.event_id });
      await waitFor("its wait, or its delivery", async () => {
        const waiting = await database.sql(
          "select from pg_locks where locktype = 'advisory' and not granted",
        );
        return waiting.length > 0 || (await log(id)).length > 1;
      });
      expect(await log(id)).to.have.length(1);
    });
    await resent;
    const ids = (await log(id)).map(({ event_id }) => event_id);
    expect(ids).to.have.length(3);
    expect([ids[0], ids[2]]).to.deep.equal([event!.event_id, event!.event_id]);
  });

  it("is not held up by a resend whose process is away before its end", async () => {
    const { accept, endpoint, log, notifier, scope } = given();
    const [event] = await accept(1);
    const { id } = await endpoint("http://127.0.0.1:9/");
    const away = gate();
    const { dataSource } = notifier.deps;
    // Its work is done, and it does not get to its commit.
    const transaction = (work: (manager: EntityManager) => Promise<unknown>) =>
      dataSource.transaction(async (manager) => {
        const result = await work(manager);
        await away.pass();
        return result;
      });
    const stopped = new Proxy(dataSource, {
      get: (target, name): unknown => (name === "transaction" ? transaction : Reflect.get(target, name)),
    });
    const resent = resendEvent(
      { ...notifier.deps, dataSource: stopped },
      { scope, event_id: event!.event_id },
    );
    await away.reached;
    await accept(1).finally(() => away.open());
    await resent;
    expect(await log(id)).to.have.length(2);
  });

  it("is told to come again where that takes too long, which says nothing of its events", async () => {
    const { notifier, scope } = given();
    await whileAccepting(async () => {
      const events = [eventOf(scope), eventOf(scope)];
      const refused = await acceptEvents(notifier.deps, { events }).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(DomainError).and.include({ type: "service_unavailable" });
    });
  });
});
