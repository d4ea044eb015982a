import { newId } from "@flowlix/runtime";
import { type HttpReceiver, moveClock, startReceiver, stopClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { resendEvent } from "../src/events/resend-event.ts";
import { updateEndpoint } from "../src/endpoints/update-endpoint.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

describe("what could not be delivered so far", function () {
  this.timeout(30_000);
  const given = withNotifier();
  let receiver: HttpReceiver;
  afterEach(() => receiver.close());

  const tried = (endpointId: string) =>
    waitFor("a try of each delivery", async () => {
      const all = await given().log(endpointId);
      return all.length > 0 && all.every(({ attempts }) => attempts > 0);
    });
  const failing = async (scope = given().scope) =>
    (await given().notifier.deps.deliveries.failing(scope)).map((one) => [one.endpoint_id, one.object_id]);

  it("is what was tried in vain, of this merchant and mode alone, by endpoint and object", async () => {
    const { notifier, endpoint, accept, scope } = given();
    let isWell = true;
    receiver = await startReceiver(({ path }) => ({ status: isWell || path === "/well" ? 200 : 500 }));
    const ill = await endpoint(`${receiver.url}/ill`);
    const well = await endpoint(`${receiver.url}/well`);
    const [early, late] = [newId("payment"), newId("refund")];
    notifier.deliver();
    await accept(1, { object_id: early });
    await tried(ill.id);
    expect(await failing(), "all was delivered").to.deep.equal([]);
    isWell = false;
    await accept(1, { object_id: late });
    await Promise.all([ill, well].map(({ id }) => tried(id)));
    expect(await failing()).to.deep.equal([[ill.id, late]]);
    expect(await failing({ ...scope, livemode: true })).to.deep.equal([]);
    expect(await failing({ ...scope, merchant_id: newId("merchant") })).to.deep.equal([]);
  });

  it("has what was given up, and nothing that is untried, or cancelled with its endpoint", async () => {
    const { notifier, endpoint, accept, database, scope } = given();
    receiver = await startReceiver(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    const objectId = newId("payout");
    await accept(1, { object_id: objectId });
    expect(await failing(), "it was not tried yet").to.deep.equal([]);
    notifier.deliver();
    await tried(id);
    await updateEndpoint(notifier.deps, { scope, endpoint_id: id, status: "disabled" });
    expect(await failing(), "it is tried no more").to.deep.equal([]);
    await database.sql(
      "update notifier.deliveries set status = 'failed', next_attempt_at = null where endpoint_id = $1",
      [id],
    );
    expect(await failing()).to.deep.equal([[id, objectId]]);
  });

  it("leaves out an event that the same endpoint has accepted since, whose delivery keeps its schedule", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    await stopClock(database);
    let well = "";
    receiver = await startReceiver(({ path }) => ({ status: path === well ? 200 : 500 }));
    const [one, other] = [await endpoint(`${receiver.url}/one`), await endpoint(`${receiver.url}/other`)];
    notifier.deliver();
    const objectId = newId("payment");
    const [event] = await accept(1, { object_id: objectId });
    const event_id = event?.event_id ?? "";
    await Promise.all([one, other].map(({ id }) => tried(id)));
    const [waiting] = await log(one.id);
    // Deliveries are listed by their time.
    await moveClock(database, 1_000);
    well = "/one";
    await resendEvent(notifier.deps, { scope, event_id });
    await waitFor("its success", async () => (await log(one.id))[1]?.status === "succeeded");
    await waitFor("the other's failure", async () => (await log(other.id))[1]?.attempts === 1);
    expect(await failing()).to.deep.equal([other, other].map(({ id }) => [id, objectId]));
    const [accepted, succeeded] = await log(one.id);
    expect(accepted?.event_accepted_at).to.equal(succeeded?.last_attempt?.at);
    expect({ ...accepted, event_accepted_at: null }).to.deep.equal(waiting);
    expect(succeeded?.event_accepted_at).to.equal(null);
    expect((await log(other.id)).map(({ event_accepted_at: at }) => at)).to.deep.equal([null, null]);
    const reported = (await notifier.deps.eventTraces.of([objectId]))
      .filter(({ part, facts }) => part === "delivery" && facts["endpoint_id"] === one.id)
      .map(({ what, facts }) => [what, facts["event_accepted_at_ms"] === null]);
    expect(reported).to.deep.equal([
      ["pending", false],
      ["succeeded", true],
    ]);
  });

  it("leaves out what was given up and is accepted when it is sent again", async () => {
    const { notifier, endpoint, accept, database, scope, log } = given();
    receiver = await startReceiver();
    const { id } = await endpoint(receiver.url);
    const [event] = await accept(1);
    await database.sql(
      "update notifier.deliveries set status = 'failed', attempts = 9, next_attempt_at = null",
    );
    expect(await failing()).to.have.length(1);
    notifier.deliver();
    await resendEvent(notifier.deps, { scope, event_id: event?.event_id ?? "" });
    await waitFor("its success", async () => (await log(id))[1]?.status === "succeeded");
    expect(await failing()).to.deep.equal([]);
  });

  it("has an accepted event that is sent again in vain", async () => {
    const { notifier, endpoint, accept, scope, log } = given();
    receiver = await startReceiver();
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    const [event] = await accept(1);
    await waitFor("its success", async () => (await log(id))[0]?.status === "succeeded");
    receiver.answerWith(() => ({ status: 500 }));
    await resendEvent(notifier.deps, { scope, event_id: event?.event_id ?? "" });
    await waitFor("its failure", async () => (await log(id))[1]?.attempts === 1);
    expect(await failing()).to.deep.equal([[id, event?.object_id]]);
  });

  it("is looked for among the newest twenty of each endpoint", async () => {
    const { endpoint, accept, database } = given();
    receiver = await startReceiver();
    const { id } = await endpoint(receiver.url);
    const objects = Array.from({ length: 21 }, () => newId("payment"));
    for (const object_id of objects) await accept(1, { object_id });
    await database.sql("update notifier.deliveries set attempts = 1");
    expect(await failing()).to.have.deep.members(objects.slice(1).map((object) => [id, object]));
  });
});
