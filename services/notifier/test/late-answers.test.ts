import { randomUUID } from "node:crypto";
import { startReceiver, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import type { DueDelivery } from "../src/deliveries/queues-store.ts";
import { tryDelivery } from "../src/deliveries/try-delivery.ts";
import { getEndpoint } from "../src/endpoints/get-endpoint.ts";
import { updateEndpoint } from "../src/endpoints/update-endpoint.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

describe("the answer to a try, where something happened meanwhile", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  /** A delivery as a process has taken it, and an answer in store for its try. */
  async function taken(status: number): Promise<DueDelivery> {
    const { notifier, endpoint, accept } = given();
    receiver.answerWith(() => ({ status }));
    const { id: endpoint_id } = await endpoint(receiver.url);
    await accept(1);
    const holder = randomUUID();
    const { queues } = notifier.deps;
    await queues.take({ holder, after: "", except: [], limit: 64, failing: false });
    const [due] = await queues.due(holder, [{ endpoint_id, free: 1 }], []);
    if (due === undefined) throw new Error("nothing is due");
    return due;
  }

  const goOn = async (due: DueDelivery) => (await tryDelivery(given().notifier.deps, due))?.recorded;
  const change = (due: DueDelivery, changes: { url?: string; status?: "enabled" | "disabled" }) =>
    updateEndpoint(given().notifier.deps, { scope: given().scope, endpoint_id: due.endpoint_id, ...changes });
  const failing = async ({ endpoint_id }: DueDelivery) => {
    const endpoints = "select failing_from from notifier.endpoints where id = $1";
    return (await given().database.sql(endpoints, [endpoint_id]))[0]?.["failing_from"];
  };
  const endpointOf = ({ endpoint_id }: DueDelivery) =>
    getEndpoint(given().notifier.deps, { scope: given().scope, endpoint_id });

  it("says nothing of the URL that its endpoint has now: a new one is not held to the failures of before", async () => {
    const due = await taken(500);
    await change(due, { url: `${receiver.url}/new` });
    await goOn(due);
    expect(await failing(due)).to.equal(null);
    expect((await given().log(due.endpoint_id))[0], "the try counts all the same").to.include({
      attempts: 1,
    });
  });

  it("says nothing of a new start of its endpoint: neither a failure nor a 410", async () => {
    for (const status of [500, 410]) {
      const due = await taken(status);
      await change(due, { status: "disabled" });
      await change(due, { status: "enabled" });
      await goOn(due);
      expect(await endpointOf(due)).to.include({ status: "enabled" });
      expect(await failing(due)).to.equal(null);
    }
  });

  it("is recorded where the delivery was cancelled, if it is a success: a failure leaves it cancelled", async () => {
    for (const [answer, recorded] of [
      [200, { status: "succeeded", attempts: 1, next_attempt_at: null }],
      [500, { status: "canceled", attempts: 0, next_attempt_at: null }],
    ] as const) {
      const due = await taken(answer);
      await change(due, { status: "disabled" });
      await given().notifier.deps.queues.cancelDead();
      expect(await goOn(due)).to.equal(true);
      const [delivery] = await given().log(due.endpoint_id);
      expect(delivery).to.include(recorded);
      expect(delivery?.last_attempt?.http_status).to.equal(answer === 200 ? 200 : undefined);
      expect(await endpointOf(due)).to.include({ status: "disabled" });
      expect(await failing(due)).to.equal(null);
    }
  });

  it("is recorded once where the delivery was cancelled: a success that is told again counts no more", async () => {
    const due = await taken(200);
    await change(due, { status: "disabled" });
    await given().notifier.deps.queues.cancelDead();
    await goOn(due);
    await goOn(due);
    expect((await given().log(due.endpoint_id))[0]).to.include({ status: "succeeded", attempts: 1 });
  });

  it("disables nothing where another process has recorded a later one", async () => {
    const due = await taken(410);
    receiver.answerWith(() => ({ status: 200 }));
    await goOn(due);
    receiver.answerWith(() => ({ status: 410 }));
    await goOn(due);
    expect(await endpointOf(due)).to.include({ status: "enabled" });
    const next = await taken(410);
    await goOn(next);
    expect(await endpointOf(next), "its own does").to.include({
      status: "disabled",
      disabled_reason: "gone",
    });
  });
});
