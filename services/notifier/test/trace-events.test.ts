import { startReceiver, waitFor } from "@flowlix/testkit";
import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { withNotifier } from "./support/notifier-under-test.ts";

describe("the events of an object, for an operator", function () {
  this.timeout(30_000);
  const given = withNotifier();

  it("are told with their deliveries and what the receiver answered last, and no others", async () => {
    const { notifier, endpoint, accept } = given();
    const receiver = await startReceiver(() => ({ status: 418, body: "no coffee" }));
    try {
      const { id: endpoint_id } = await endpoint(receiver.url);
      const object_id = newId("payment");
      const [first] = await accept(1, { object_id, version: 2 });
      await accept(1, { object_id, version: 3 });
      await accept(1);
      notifier.deliver();
      const entries = await waitFor("both tries", async () => {
        const all = await notifier.deps.eventTraces.of([object_id]);
        return all.filter(({ facts }) => facts["attempts"] === 1).length === 2 && all;
      });
      expect(entries.map(({ part, object_id: of }) => [part, of])).to.have.deep.members(
        ["event", "event", "delivery", "delivery"].map((part) => [part, object_id]),
      );
      const delivery = entries.find(
        ({ part, facts }) => part === "delivery" && facts["event_id"] === first?.event_id,
      );
      expect(delivery?.what).to.equal("pending");
      expect(delivery?.facts).to.include({
        endpoint_id,
        attempts: 1,
        http_status: 418,
        answer: "no coffee",
        error: null,
      });
      expect(await notifier.deps.eventTraces.objectOf(first?.event_id ?? "")).to.equal(object_id);
      expect(await notifier.deps.eventTraces.objectOf(newId("event"))).to.equal(null);
    } finally {
      await receiver.close();
    }
  });
});

describe("the endpoints of all merchants, for an operator", function () {
  this.timeout(30_000);
  const given = withNotifier();
  const ALL = { livemode: null, failing_only: false, limit: 100, starting_after: null };

  it("are listed newest first, page by page, each with its merchant and what waits for it", async () => {
    const { notifier, endpoint, accept, scope, database } = given();
    await database.sql("delete from notifier.endpoints");
    const other = { merchant_id: newId("merchant"), livemode: true };
    const older = await endpoint("https://203.0.114.7/");
    const newer = await endpoint("https://203.0.114.8/", ["*"], other);
    await accept(3);
    const list = (changes: Partial<typeof ALL> | { livemode: boolean } = {}) =>
      notifier.deps.listEveryEndpoint({ ...ALL, ...changes });
    const { data, has_more } = await list();
    expect(data.map(({ id, merchant_id, queue_length }) => [id, merchant_id, queue_length])).to.deep.equal([
      [newer.id, other.merchant_id, 0],
      [older.id, scope.merchant_id, 3],
    ]);
    expect(has_more).to.equal(false);
    expect(data[1]?.next_attempt_at).to.be.a("number");
    expect(JSON.stringify(data), "a secret is nobody's to list").not.to.contain("secret");
    const first = await list({ limit: 1 });
    expect([first.has_more, first.data[0]?.id]).to.deep.equal([true, newer.id]);
    const second = await notifier.deps.listEveryEndpoint({ ...ALL, limit: 1, starting_after: newer.id });
    expect([second.has_more, second.data[0]?.id]).to.deep.equal([false, older.id]);
    expect((await list({ livemode: true })).data.map(({ id }) => id)).to.deep.equal([newer.id]);
  });

  it("show failing ones alone, since when, though it be for a moment", async () => {
    const { notifier, endpoint, accept, database } = given();
    await database.sql("delete from notifier.endpoints");
    const receiver = await startReceiver(() => ({ status: 500 }));
    try {
      const { id } = await endpoint(receiver.url);
      await endpoint("https://203.0.114.7/", ["payment.failed"]);
      await accept(1);
      notifier.deliver();
      const [failing] = await waitFor("the failure", async () => {
        const { data } = await notifier.deps.listEveryEndpoint({ ...ALL, failing_only: true });
        return data.length > 0 && data;
      });
      expect(failing).to.include({ id, failing_since: null, queue_length: 1 });
      expect(failing?.failing_from).to.be.a("number");
    } finally {
      await receiver.close();
    }
  });
});
