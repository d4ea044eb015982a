import { gate, startReceiver, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import type { DispatcherBounds } from "../src/deliveries/dispatcher.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

/** Some of them wait for what takes the product seconds. */
const TIMEOUT_MS = 30_000;

/** A process that can do very little at a time. */
const LITTLE: DispatcherBounds = { queuesMax: { fast: 2, slow: 1 }, holdMs: 100, slots: 4 };

describe("where there are more endpoints than a process serves at a time", function () {
  this.timeout(TIMEOUT_MS);
  const given = withNotifier({ deadlineMs: 700, bounds: LITTLE });
  let receivers: HttpReceiver[] = [];
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    receivers = [];
  });
  const receiver = async (...args: Parameters<typeof startReceiver>) => {
    const started = await startReceiver(...args);
    receivers.push(started);
    return started;
  };

  it("each has its turn, though none is ever without work", async () => {
    const { notifier, endpoint, accept } = given();
    const all = await Promise.all(Array.from({ length: 7 }, () => receiver()));
    for (const { url } of all) await endpoint(url);
    notifier.deliver();
    await waitFor("every endpoint's turn, and another one", async () => {
      await accept(1);
      return all.every(({ requests }) => requests.length > 10);
    });
  });

  it("one that failed once proves itself among those that hang", async () => {
    const { notifier, endpoint, accept, database } = given();
    const never = gate();
    const hanging = await receiver(() => never.pass().then(() => ({ status: 200 })));
    for (let count = 0; count < 3; count += 1) await endpoint(hanging.url);
    const good = await receiver();
    const { id } = await endpoint(good.url);
    await database.sql("update notifier.endpoints set failing_from = platform.clock()");
    await accept(500);
    notifier.deliver();
    await good.received(100);
    // A try that a busy machine made late counts as a failure, and the next one proves it again.
    await waitFor("the proof", async () => {
      const [row] = await database.sql("select failing_from from notifier.endpoints where id = $1", [id]);
      return row?.["failing_from"] === null;
    });
    never.open();
  });
});

describe("where quick endpoints stop answering and take every slot", function () {
  this.timeout(TIMEOUT_MS);
  // What hangs does so until the test lets it go.
  const given = withNotifier({ deadlineMs: 600_000, bounds: { ...LITTLE, queuesMax: { fast: 9, slow: 9 } } });

  it("others wait until they are found slow, not until they are given up", async () => {
    const { notifier, endpoint, accept, log } = given();
    const never = gate();
    const hanging = await startReceiver(() => never.pass().then(() => ({ status: 200 })));
    const good = await startReceiver();
    const { id } = await endpoint(hanging.url, ["payout.failed"]);
    await endpoint(good.url, ["payout.succeeded"]);
    notifier.deliver();
    await accept(10, { event_type: "payout.failed" });
    await hanging.received(LITTLE.slots);
    await accept(1);
    await good.received(1);
    expect((await log(id)).map(({ attempts }) => attempts)).to.deep.equal(Array(10).fill(0));
    expect(hanging.requests, "and they are sent no more before they have answered").to.have.length(4);
    never.open();
    await Promise.all([hanging.close(), good.close()]);
  });
});
