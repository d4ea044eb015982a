import { EARLIER_ATTEMPTS_MAX, type ResendSource } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { type HttpReceiver, moveClock, startReceiver, stopClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { resendEvent } from "../src/events/resend-event.ts";
import { HOUR_MS, withNotifier } from "./support/notifier-under-test.ts";

describe("the tries of a delivery", function () {
  this.timeout(60_000);
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver(() => ({ status: 500, body: "out of stock" }))));
  afterEach(() => receiver.close());

  const tried = (endpointId: string, attempts: number, index = 0) =>
    waitFor(`try ${attempts} of delivery ${index}`, async () => {
      const delivery = (await given().log(endpointId))[index];
      return delivery !== undefined && delivery.attempts >= attempts && delivery;
    });

  /** An event that has failed once at a new endpoint, with the clock stopped. */
  const failedOnce = async () => {
    const { notifier, endpoint, accept, database } = given();
    await stopClock(database);
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    const object_id = newId("payment");
    const [event] = await accept(1, { object_id });
    await tried(id, 1);
    // Deliveries are listed by their time.
    await moveClock(database, 1_000);
    return { id, object_id, event_id: event?.event_id ?? "" };
  };

  const traced = async (objectId: string) =>
    (await given().notifier.deps.eventTraces.of([objectId])).filter(({ part }) => part !== "event");

  it("keep each its own result once the delivery has succeeded, in the log and for the timeline of its object [D9-26]", async () => {
    const { database } = given();
    const { id, object_id, event_id } = await failedOnce();
    receiver.answerWith(() => ({ status: 404, body: "no such page" }));
    await moveClock(database, 13_000);
    await tried(id, 2);
    receiver.answerWith(() => ({ status: 200 }));
    await moveClock(database, 90_000);
    const { status, attempts, last_attempt, earlier_attempts } = await tried(id, 3);
    expect([status, attempts]).to.deep.equal(["succeeded", 3]);
    expect(last_attempt).to.include({ http_status: 200, response_prefix: null, resent_by: null });
    expect(
      earlier_attempts.map(({ http_status, error, response_prefix, resent_by }) => [
        http_status,
        error,
        response_prefix,
        resent_by,
      ]),
    ).to.deep.equal([
      [500, null, "out of stock", null],
      [404, null, "no such page", null],
    ]);
    expect(earlier_attempts.every(({ duration_ms: took }) => Number.isInteger(took))).to.equal(true);

    const entries = (await traced(object_id)).toSorted((one, other) => one.at_ms - other.at_ms);
    const times = [...earlier_attempts, last_attempt].map((one) => one?.at);
    expect(times, "each has its own time").to.deep.equal(
      entries.map(({ at_ms: at }) => Math.floor(at / 1_000)),
    );
    // A try began as long before its record as it took, and the clock stood at each record.
    const recorded = entries.map(({ at_ms: at, facts }) => at + Number(facts["duration_ms"]));
    expect(recorded.map((at) => at - (recorded[0] ?? 0))).to.deep.equal([0, 13_000, 90_000]);
    expect(entries.map(({ part, what, facts }) => [part, what, facts["attempt"]])).to.have.deep.members([
      ["delivery", "succeeded", undefined],
      ["attempt", "500", 1],
      ["attempt", "404", 2],
    ]);
    const first = entries.find(({ what }) => what === "500");
    expect(first?.facts).to.include({
      event_id,
      endpoint_id: id,
      http_status: 500,
      error: null,
      answer: "out of stock",
      resent_by: null,
    });
  });

  it("say why there was no answer", async () => {
    const { database, endpoint, notifier, accept } = given();
    await stopClock(database);
    const { id } = await endpoint("http://127.0.0.1:1/");
    notifier.deliver();
    await accept(1);
    await tried(id, 1);
    await moveClock(database, 13_000);
    const { earlier_attempts } = await tried(id, 2);
    expect(earlier_attempts.map(({ http_status, error }) => [http_status, error])).to.deep.equal([
      [null, "connection_refused"],
    ]);
  });

  it("write nothing more of a delivery that is accepted at once", async () => {
    const { notifier, endpoint, accept, database } = given();
    receiver.answerWith(() => ({ status: 200 }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    await accept(1);
    expect((await tried(id, 1)).earlier_attempts).to.deep.equal([]);
    expect(
      await database.sql("select earlier, resent_by, last_resent_by from notifier.deliveries"),
    ).to.deep.equal([{ earlier: null, resent_by: null, last_resent_by: null }]);
  });

  it(`are kept to the last one and the latest ${EARLIER_ATTEMPTS_MAX} before it, each with its number [D9-26]`, async () => {
    const { database } = given();
    const { id, object_id } = await failedOnce();
    for (let attempt = 2; attempt <= EARLIER_ATTEMPTS_MAX + 3; attempt += 1) {
      receiver.answerWith(() => ({ status: 500 + attempt }));
      await database.sql("update notifier.deliveries set next_attempt_at = platform.clock()");
      await moveClock(database, attempt * 1_000);
      await tried(id, attempt);
    }
    const [delivery] = await given().log(id);
    const kept = Array.from({ length: EARLIER_ATTEMPTS_MAX }, (_, index) => 503 + index);
    expect(delivery?.earlier_attempts.map(({ http_status: status }) => status)).to.deep.equal(kept);
    const numbers = (await traced(object_id)).flatMap(({ part, facts }) =>
      part === "attempt" ? [[facts["attempt"], facts["http_status"]]] : [],
    );
    expect(numbers).to.have.deep.members(kept.map((status) => [status - 500, status]));
  });

  for (const [asked, source] of [
    [{}, "api"],
    [{ resent_by: "workbench" }, "workbench"],
    [{ actor: "ops" }, "operator"],
  ] as const satisfies readonly (readonly [object, ResendSource])[])
    it(`that a resend made name who asked for it, ${source}; the retries after it are on schedule [D9-7, D9-26]`, async () => {
      const { notifier, scope, database } = given();
      const { id, object_id, event_id } = await failedOnce();
      await resendEvent(notifier.deps, { scope, event_id, ...asked });
      await tried(id, 1, 1);
      receiver.answerWith(() => ({ status: 200 }));
      await moveClock(database, 13_000);
      const resent = await tried(id, 2, 1);
      expect(resent.earlier_attempts.map(({ resent_by }) => resent_by)).to.deep.equal([source]);
      expect(resent.last_attempt).to.include({ http_status: 200, resent_by: null });
      const [before] = await given().log(id);
      expect(before?.last_attempt?.resent_by).to.equal(null);
      const ofTries = (await traced(object_id)).filter(({ part }) => part === "attempt");
      expect(ofTries.filter(({ facts }) => facts["resent_by"] === source)).to.have.length(1);
    });

  it("name who asked where a resend brought the next one forward, and no other [D9-7, D9-26]", async () => {
    const { notifier, scope, database } = given();
    const { id, event_id } = await failedOnce();
    for (const index of [1, 2]) {
      await moveClock(database, index * 1_000);
      await resendEvent(notifier.deps, { scope, event_id });
      await tried(id, 1, index);
    }
    await database.sql("update notifier.deliveries set next_attempt_at = platform.clock() + interval '1 h'");
    await resendEvent(notifier.deps, { scope, event_id, resent_by: "workbench" });
    const hastened = await tried(id, 2, 2);
    expect(hastened.last_attempt?.resent_by).to.equal("workbench");
    await moveClock(database, 2 * HOUR_MS);
    const [first, second, third] = await Promise.all([tried(id, 2, 0), tried(id, 2, 1), tried(id, 3, 2)]);
    const bySource = [first, second, third].map(({ last_attempt }) => last_attempt?.resent_by);
    expect(bySource).to.deep.equal([null, null, null]);
    expect(third.earlier_attempts.map(({ resent_by }) => resent_by)).to.deep.equal(["api", "workbench"]);
  });

  it("go on where a resend was accepted: the retry comes, and the event arrives once more under its id [D9-7]", async () => {
    const { notifier, scope, database } = given();
    const { id, event_id } = await failedOnce();
    receiver.answerWith(() => ({ status: 200 }));
    await resendEvent(notifier.deps, { scope, event_id });
    expect((await tried(id, 1, 1)).status).to.equal("succeeded");
    expect((await tried(id, 1)).status, "the retry is still to come").to.equal("pending");
    await moveClock(database, 13_000);
    expect((await tried(id, 2)).status).to.equal("succeeded");
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).to.deep.equal([
      event_id,
      event_id,
      event_id,
    ]);
  });

  it("have the last one that was recorded before earlier ones were kept", async () => {
    const { database } = given();
    const { id } = await failedOnce();
    await database.sql("update notifier.deliveries set attempts = 4, earlier = null");
    await moveClock(database, 13_000);
    const { earlier_attempts } = await tried(id, 5);
    expect(earlier_attempts.map(({ http_status: status }) => status)).to.deep.equal([500]);
  });
});
