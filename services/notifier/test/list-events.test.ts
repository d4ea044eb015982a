import { expect } from "chai";
import type { EventListRequest } from "@flowlix/contracts";
import { DomainError, newId } from "@flowlix/runtime";
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

  it("is newest first, in the order of acceptance, with cursors in both directions", async () => {
    const ids = (await given().accept(5)).map(({ event_id }) => event_id).toReversed();
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

  it("shows another merchant and another mode nothing, and takes none of their events for a position", async () => {
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

  it("shows only the types that it is asked for, from a position of any type on", async () => {
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

  it("is shorter than asked for rather than too long for the bus, and leaves nothing out", async () => {
    const { accept, scope } = given();
    const large = "x".repeat(1_000_000);
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const { event_id } = eventOf(scope);
      const payload = JSON.stringify({ id: event_id, type: "payout.succeeded", data: {}, large });
      await accept(1, { event_id, payload });
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
