import { newId } from "@flowlix/runtime";
import { type HttpReceiver, startReceiver, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
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
