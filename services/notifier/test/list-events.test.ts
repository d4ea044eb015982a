import { expect } from "chai";
import { idPattern, type EventListRequest } from "@flowlix/contracts";
import { createPools, query } from "@flowlix/persistence";
import { DomainError, newId } from "@flowlix/runtime";
import { waitFor } from "@flowlix/testkit";
import { listDeliveries } from "../src/deliveries/list-deliveries.ts";
import { storeEvents } from "../src/events/accept-store.ts";
import { PAGE_BYTES_MAX } from "../src/events/events-reads.ts";
import { listEvents } from "../src/events/list-events.ts";
import { eventOf, withNotifier } from "./support/notifier-under-test.ts";

describe("the list of events", () => {
  const given = withNotifier();
  const list = async (changes: Partial<EventListRequest> = {}) => {
    const { notifier, scope } = given();
    const request = { scope, limit: 10, starting_after: null, ending_before: null, ...changes };
    const { data, has_more } = await listEvents(notifier.deps, request);
    return { ids: data.map(({ id }) => id), has_more };
  };

  /** Nothing that happened so long ago is still to be told. */
  const longAgo = () => ({ created_at_ms: Date.now() - 60_000 });

  it("is newest first, in the order of acceptance, with cursors in both directions [D9-6]", async () => {
    const ids = (await given().accept(5, longAgo())).map(({ event_id }) => event_id).toReversed();
    expect(await list()).to.deep.equal({ ids, has_more: false });
    expect(await list({ limit: 2 })).to.deep.equal({ ids: ids.slice(0, 2), has_more: true });
    expect(await list({ limit: 2, starting_after: ids[1] ?? "" })).to.deep.equal({
      ids: ids.slice(2, 4),
      has_more: true,
    });
    expect(await list({ limit: 2, starting_after: ids[3] ?? "" })).to.deep.equal({
      ids: ids.slice(4),
      has_more: false,
    });
    expect(await list({ limit: 2, ending_before: ids[4] ?? "" })).to.deep.equal({
      ids: ids.slice(2, 4),
      has_more: true,
    });
    expect(await list({ limit: 3, ending_before: ids[3] ?? "" })).to.deep.equal({
      ids: ids.slice(0, 3),
      has_more: false,
    });
    expect(await list({ ending_before: ids[0] ?? "" })).to.deep.equal({ ids: [], has_more: false });
  });

  it("shows another merchant and another mode nothing, and takes none of their events for a position [D9-6]", async () => {
    const { accept, scope } = given();
    const [event] = await accept(1);
    for (const other of [
      { ...scope, livemode: true },
      { ...scope, merchant_id: newId("merchant") },
    ]) {
      expect(await list({ scope: other })).to.deep.equal({ ids: [], has_more: false });
      const refused = await list({ scope: other, starting_after: event?.event_id ?? "" }).catch(
        (error: unknown) => error,
      );
      expect(refused).to.be.instanceOf(DomainError).and.include({
        type: "invalid_search_criteria",
        param: "starting_after",
      });
    }
  });

  it("shows only the types that it is asked for, from a position of any type on [D9-8]", async () => {
    const { accept } = given();
    const kinds = ["payment.succeeded", "payout.failed", "payment.failed", "payout.failed"] as const;
    const ids: string[] = [];
    for (const event_type of kinds) ids.push((await accept(1, { event_type }))[0]?.event_id ?? "");
    expect(await list({ types: ["payout.failed"] })).to.deep.equal({
      ids: [ids[3], ids[1]],
      has_more: false,
    });
    expect(await list({ types: ["payout.failed"], limit: 1 })).to.deep.equal({
      ids: [ids[3]],
      has_more: true,
    });
    expect(await list({ types: ["payout.failed"], starting_after: ids[2] ?? "" })).to.deep.equal({
      ids: [ids[1]],
      has_more: false,
    });
    expect(await list({ types: ["refund.failed"] })).to.deep.equal({ ids: [], has_more: false });
  });

  it("shows none before one that stands ahead of it, so that going on from the newest skips nothing [D9-6]", async () => {
    const { accept, scope, database, endpoint, notifier } = given();
    const { id } = await endpoint("http://127.0.0.1:9/");
    await database.sql("update notifier.endpoints set live_since = '2026-01-01' where id = $1", [id]);
    const [known] = await accept(1, longAgo());
    const first = eventOf(scope, longAgo());
    // An owner's relay whose statement has run and is not committed yet, as when the disk is slow.
    const slow = await createPools({
      url: database.urlOf("notifier"),
      name: "slow",
      hot: 1,
      read: 1,
      background: 1,
    });
    const say = (text: string) => query(slow.hot, { text, values: [] });
    try {
      await say("begin");
      await storeEvents(slow.hot, [first], newId("webhook_delivery"), true);
      const second = accept(1, longAgo());
      await waitFor("the other one, or its wait for its place in the order", async () => {
        const waiting = await database.sql(
          "select 1 from pg_locks where locktype = 'advisory' and not granted",
        );
        return waiting.length > 0 || (await list()).ids.length > 1;
      });
      expect(await list()).to.deep.equal({ ids: [known!.event_id], has_more: false });
      await say("commit");
      const ids = [first.event_id, (await second)[0]!.event_id].toReversed();
      await waitFor("both", async () => (await list({ ending_before: known!.event_id })).ids.length > 1);
      expect(await list({ ending_before: known!.event_id })).to.deep.equal({ ids, has_more: false });
      const log = await listDeliveries(notifier.deps, {
        scope,
        endpoint_id: id,
        limit: 10,
        starting_after: null,
        ending_before: null,
      });
      expect(log.data.map(({ event_id }) => event_id)).to.deep.equal([...ids, known!.event_id]);
      for (const delivery of log.data)
        expect(delivery.id).to.match(new RegExp(idPattern("webhook_delivery")));
    } finally {
      await slow.close();
    }
  });

  it("is shorter than asked for rather than too long for the bus, and leaves nothing out", async () => {
    const { accept, scope } = given();
    const large = "x".repeat(1_000_000);
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const { event_id, created_at_ms } = eventOf(scope, longAgo());
      const payload = JSON.stringify({ id: event_id, type: "payout.succeeded", data: {}, large });
      await accept(1, { event_id, payload, created_at_ms });
      ids.unshift(event_id);
    }
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof list>> = await list({ starting_after: after });
      expect(page.ids.length).to.be.within(1, Math.floor(PAGE_BYTES_MAX / large.length));
      seen.push(...page.ids);
      if (!page.has_more) break;
      after = page.ids.at(-1) ?? null;
    }
    expect(seen).to.deep.equal(ids);
    const before = await list({ ending_before: ids[5] ?? "" });
    expect(before).to.deep.equal({ ids: ids.slice(3, 5), has_more: true });
  });
});
