import { expect } from "chai";
import type { EventListRequest, OutboxRow } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { clockMs, moveClock, runClock, stopClock, waitFor } from "@flowlix/testkit";
import { listDeliveries } from "../src/deliveries/list-deliveries.ts";
import { acceptEvents } from "../src/events/accept-events.ts";
import { listEvents } from "../src/events/list-events.ts";
import { sweepEvents } from "../src/events/sweep-events.ts";
import { eventOf, HOUR_MS, RETENTION_MS, withNotifier } from "./support/notifier-under-test.ts";

const TIMEOUT_MS = 30_000;

describe("the order of events", function () {
  this.timeout(TIMEOUT_MS);
  const given = withNotifier();
  const list = async (changes: Partial<EventListRequest> = {}) => {
    const { notifier, scope } = given();
    const request = { scope, limit: 10, starting_after: null, ending_before: null, ...changes };
    return await listEvents(notifier.deps, request);
  };
  const idsOf = async (changes: Partial<EventListRequest> = {}) =>
    (await list(changes)).data.map(({ id }) => id);
  const handOver = async (...events: OutboxRow[]) => {
    await acceptEvents(given().notifier.deps, { events });
    return events.map(({ event_id }) => event_id);
  };
  const happened = (msAgo: number, changes: Partial<OutboxRow> = {}) =>
    eventOf(given().scope, { created_at_ms: Date.now() - msAgo, ...changes });

  it("is that in which they happened, whichever owner told its own first [D9-6]", async () => {
    const { database, scope } = given();
    await stopClock(database);
    const now = await clockMs(database);
    const before = (ms: number) => eventOf(scope, { created_at_ms: now - ms });
    const [one, three] = await handOver(before(1_500), before(500));
    const [four, two] = await handOver(before(100), before(1_000));
    expect(await idsOf()).to.deep.equal([four, three, two, one]);
    expect(await idsOf({ starting_after: three ?? null })).to.deep.equal([two, one]);
  });

  it("agrees with the seconds that they show, where these were written a moment before or after [D9-6]", async () => {
    const second = Math.floor(Date.now() / 1000) - 1;
    const shown = (created_at: number, created_at_ms: number) => {
      const event = eventOf(given().scope, { created_at_ms });
      return { ...event, payload: JSON.stringify({ ...JSON.parse(event.payload), created_at }) };
    };
    await handOver(
      shown(second, second * 1000 + 1_002),
      shown(second + 1, second * 1000 + 1_001),
      shown(second + 1, second * 1000 + 995),
      shown(second, second * 1000 + 998),
    );
    const seconds = (await list()).data.map(({ created_at }) => created_at - second);
    expect(seconds).to.deep.equal([1, 1, 0, 0]);
  });

  it("shows a follower each event once, those that owners hand over late included [D9-6]", async () => {
    const [first] = await handOver(happened(60_000));
    const seen: string[] = [];
    const poll = async () => {
      for (;;) {
        const page = await list({ limit: 2, ending_before: seen.at(-1) ?? first ?? null });
        seen.push(...page.data.map(({ id }) => id).toReversed());
        if (!page.has_more) return;
      }
    };
    const accepted: string[] = [];
    // In the order of their arrival; of some something that happened after them has long been told.
    for (const msAgo of [0, 900, 400, 60_000, 0, 1_500, 3_600_000, 100]) {
      accepted.push(...(await handOver(happened(msAgo))));
      await poll();
    }
    await waitFor("all of them", async () => {
      await poll();
      return seen.length >= accepted.length;
    });
    expect(seen.toSorted()).to.deep.equal(accepted.toSorted());
    expect([first, ...seen], "in the order of the list").to.deep.equal((await idsOf()).toReversed());
  });

  it("shows a follower nothing that is newer than what an owner's relay may still hand over in time", async () => {
    const { database } = given();
    await stopClock(database);
    const [first] = await handOver(happened(60_000));
    const [newest] = await handOver(happened(0));
    expect(await idsOf()).to.deep.equal([newest, first]);
    expect(await list({ ending_before: first ?? null })).to.deep.equal({ data: [], has_more: false });
    await runClock(database);
    await waitFor("it", async () => (await idsOf({ ending_before: first ?? null })).length > 0);
  });

  it("goes on from an event whose time was over: it stood before all that there are [D9-6]", async () => {
    const { database, notifier } = given();
    const gone = happened(0);
    await handOver(gone);
    await moveClock(database, RETENTION_MS + HOUR_MS);
    const kept = await handOver(happened(-RETENTION_MS), happened(-RETENTION_MS));
    await sweepEvents(notifier.pools.background, RETENTION_MS);
    expect((await idsOf()).toSorted()).to.deep.equal(kept.toSorted());
    expect(await idsOf({ ending_before: gone.event_id })).to.have.length(2);
    expect(await list({ starting_after: gone.event_id })).to.deep.equal({ data: [], has_more: false });
  });

  it("of an endpoint's deliveries goes on from one that went with its event", async () => {
    const { accept, database, endpoint, log, notifier, scope } = given();
    const { id: endpoint_id } = await endpoint("http://127.0.0.1:9/");
    await accept(1);
    const [gone] = await log(endpoint_id);
    await database.sql("update notifier.deliveries set status = 'succeeded', next_attempt_at = null");
    await moveClock(database, RETENTION_MS + HOUR_MS);
    await handOver(happened(-RETENTION_MS));
    await sweepEvents(notifier.pools.background, RETENTION_MS);
    const ask = { scope, endpoint_id, limit: 10, starting_after: null, ending_before: gone?.id ?? null };
    const kept = (await log(endpoint_id)).map(({ id }) => id);
    expect(kept).to.have.length(1).and.not.include(gone?.id);
    expect((await listDeliveries(notifier.deps, ask)).data.map(({ id }) => id)).to.deep.equal(kept);
  });

  it("refuses an event that never was, while it could still be there", async () => {
    const refused = await list({ ending_before: newId("event") }).catch((error: unknown) => error);
    expect(refused).to.include({ type: "invalid_search_criteria", param: "ending_before" });
  });
});

describe("an endpoint is told of", function () {
  this.timeout(TIMEOUT_MS);
  const given = withNotifier();
  const accept = (event: OutboxRow) => acceptEvents(given().notifier.deps, { events: [event] });

  it("what happened since it was made, and nothing of before that is told only now [D9-24]", async () => {
    const { endpoint, log, scope } = given();
    const before = eventOf(scope, { created_at_ms: Date.now() - 100 });
    const { id } = await endpoint("http://127.0.0.1:9/");
    const since = eventOf(scope);
    await accept(before);
    await accept(since);
    expect((await log(id)).map(({ event_id }) => event_id)).to.deep.equal([since.event_id]);
  });

  it("what happened since, however late it is told [D9-24]", async () => {
    const { database, endpoint, log, scope } = given();
    const { id } = await endpoint("http://127.0.0.1:9/");
    const since = eventOf(scope);
    await moveClock(database, 48 * HOUR_MS);
    await accept(since);
    expect((await log(id)).map(({ event_id }) => event_id)).to.deep.equal([since.event_id]);
  });

  it("what was recorded since, though the second that it shows was over when the endpoint was made [D9-24]", async () => {
    const { database, endpoint, log, scope } = given();
    const { id } = await endpoint("http://127.0.0.1:9/");
    const [row] = await database.sql(
      "select floor(extract(epoch from live_since) * 1000)::float8 as ms from notifier.endpoints where id = $1",
      [id],
    );
    const madeMs = Number(row?.["ms"]);
    const late = eventOf(scope, { created_at_ms: madeMs + 5 });
    const secondBefore = Math.floor(madeMs / 1_000) - 1;
    await accept({
      ...late,
      payload: late.payload.replace(/"created_at":\d+/, `"created_at":${secondBefore}`),
    });
    expect((await log(id)).map(({ event_id }) => event_id)).to.deep.equal([late.event_id]);
  });

  it("what happened in the very millisecond in which it was made", async () => {
    const { database, endpoint, log, scope } = given();
    const { id } = await endpoint("http://127.0.0.1:9/");
    const [row] = await database.sql(
      "select floor(extract(epoch from live_since) * 1000)::float8 as ms from notifier.endpoints where id = $1",
      [id],
    );
    await accept(eventOf(scope, { created_at_ms: Number(row?.["ms"]) }));
    expect(await log(id)).to.have.length(1);
  });
});
