import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  gate,
  moveClock,
  startReceiver,
  testKeyRingText,
  waitFor,
  type HttpReceiver,
} from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "../src/deliveries/queues-store.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

describe("a notifier that is killed", function () {
  this.timeout(60_000);
  const given = withNotifier();
  let children: ChildProcess[] = [];
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(async () => {
    await Promise.all(children.map(kill));
    children = [];
    await receiver.close();
  });

  /** The service as its own process, on the database of this test. */
  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env["PATH"] ?? "",
        NOTIFIER_DATABASE_URL: given().database.urlOf("notifier"),
        WEBHOOK_SECRET_KEYS: testKeyRingText("w1"),
        PAGE_TOKEN_KEY: testKeyRingText("p1"),
        WEBHOOK_LOOPBACK: "true",
        ADMIN_PORT: "0",
        LOG_LEVEL: "fatal",
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(child);
    await once(child, "message");
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  it("leaves its queues to the next one, and nothing it was trying is lost [D9-19]", async () => {
    const { endpoint, accept, database, log } = given();
    const held = gate();
    // The first hundred are answered; then it is killed while it waits for answers that come too late.
    receiver.answerWith(async () => {
      if (receiver.requests.length > 100) await held.pass();
      return { status: 200 };
    });
    const { id } = await endpoint(receiver.url);
    const first = await start();
    const events = await accept(300);
    await receiver.received(101);
    await held.reached;
    await kill(first);
    held.open();
    await start();
    // Its queue is nobody else's for as long as the dead one could have been alive.
    await moveClock(database, HELD_MS + 1_000);
    await waitFor(
      "every event",
      async () => (await log(id)).every(({ status }) => status === "succeeded"),
      30_000,
    );
    const arrived = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect(arrived).to.deep.equal(new Set(events.map(({ event_id }) => event_id)));
    const twice = receiver.requests.length - events.length;
    expect(twice, "what was under way is sent again, and no more").to.be.within(1, 64);
  });

  it("again and again, beside another, loses nothing", async () => {
    const { endpoint, accept, database, log } = given();
    const { id } = await endpoint(receiver.url);
    await start();
    let clock = 0;
    for (let round = 0; round < 3; round += 1) {
      const victim = await start();
      const seen = receiver.requests.length;
      await accept(400);
      await receiver.received(seen + 50);
      await kill(victim);
      clock += HELD_MS + 1_000;
      await moveClock(database, clock);
    }
    await waitFor(
      "every event",
      async () => (await log(id)).every(({ status }) => status === "succeeded"),
      30_000,
    );
    expect(await log(id)).to.have.length(1_200);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).to.have.property(
      "size",
      1_200,
    );
  });
});
