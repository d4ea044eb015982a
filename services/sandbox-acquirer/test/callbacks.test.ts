import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { once } from "node:events";
import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { moveClock, stopClock, waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { CALLBACK_SECRET, newReference, send, withAcquirer } from "./support/acquirer.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly callback: Record<string, unknown>;
}

describe("a callback", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  let receiver: Server;
  let url: string;
  let status = 200;
  let received: Received[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    received.push({ headers: request.headers, body, callback: JSON.parse(body) });
    response.writeHead(status, { location: "/elsewhere" }).end();
  }

  before("start the receiver", async () => {
    receiver = createServer((request, response) => {
      void answer(request, response);
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const address = receiver.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/provider/sandbox/callbacks`;
  });
  after("stop the receiver", () => {
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(async () => {
    status = 200;
    received = [];
    await stopClock(database());
  });

  const order = async (amount: number, callbackUrl = url) => {
    const reference = newReference();
    await acquirer().register(reference, amount, { callback_url: callbackUrl });
    const authorised = (await acquirer().authorise(reference)).json();
    return { reference, actionUrl: String(authorised["action_url"]) };
  };
  const of = (reference: string) => received.filter(({ callback }) => callback["reference"] === reference);
  const owed = async () =>
    (await database().sql("select count(*)::integer as owed from sandbox_acquirer.callbacks"))[0]?.["owed"];

  const dueIn = async (reference: string) =>
    (
      await database().sql(
        "select extract(epoch from next_at - platform.clock())::float8 as seconds from sandbox_acquirer.callbacks where reference = $1",
        [reference],
      )
    )[0]?.["seconds"];

  it("tells an asynchronous result, signed over its raw body", async () => {
    const { reference } = await order(104_000);
    await moveClock(database(), 5_000);
    const [first] = await waitFor("the callback", () => of(reference).length > 0 && of(reference));
    expect(first?.callback).to.include({ reference, kind: "order", state: "succeeded" });
    expect(first?.callback).to.have.all.keys("callback_id", "reference", "kind", "state", "at");
    const [, t = "", v1 = ""] =
      /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(String(first?.headers["acquirer-signature"])) ?? [];
    expect(v1).to.equal(createHmac("sha256", CALLBACK_SECRET).update(`${t}.${first?.body}`).digest("hex"));
    await waitFor("its row to go", async () => (await owed()) === 0);
    expect(of(reference)).to.have.length(1);
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("tells how a refund and a payout ended, and nothing where the answer said it", async () => {
    const charged = newReference();
    const [refund, payout] = [newReference("ref"), newReference("po")];
    await acquirer().register(charged, 500_000);
    await acquirer().authorise(charged);
    const callback = { callback_url: url };
    await acquirer().refund(refund, charged, 1_000, callback);
    await acquirer().payout(payout, 104_051, callback);
    const silent = [100_051, 104_099, 106_000, 106_001];
    for (const amount of silent) await acquirer().payout(newReference("po"), amount, callback);
    await acquirer().refund(newReference("ref"), charged, 100_051, callback);
    await acquirer().refund(newReference("ref"), charged, 500_000, callback);
    expect(await owed()).to.equal(0);
    await moveClock(database(), 2_000);
    await waitFor("the callbacks", () => received.length >= 2);
    const sent = received.map(({ callback: { kind, reference, state } }) => [kind, reference, state]);
    expect(sent).to.have.deep.members([
      ["refund", refund, "succeeded"],
      ["payout", payout, "failed"],
    ]);
  });

  it("tells the end of a challenge, and nothing when the payer only goes back", async () => {
    const { reference, actionUrl } = await order(103_000);
    const press = (action: string, challengeUrl = actionUrl) =>
      send(challengeUrl, "POST", {
        body: `action=${action}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    await press("cancel");
    const { action_url: next } = (await acquirer().read(reference)).json();
    await press("fail", String(next));
    await waitFor("the callback", () => of(reference).length > 0);
    expect(of(reference).map(({ callback }) => callback["state"])).to.deep.equal(["failed"]);
  });

  it("is not owed for what the synchronous answer said, nor for a cancellation or a reversal", async () => {
    for (const amount of [1_000, 100_051, 104_098, 104_099, 105_098]) {
      await order(amount).catch(() => undefined);
    }
    const { reference } = await order(1_000);
    await acquirer().reverse(reference);
    const cancelled = await order(103_000);
    await acquirer().cancel(cancelled.reference, 103_000);
    expect(await owed()).to.equal(0);
    expect(received).to.deep.equal([]);
  });

  it("is tried again with pauses until it is answered with 2xx; a redirect is not followed", async () => {
    status = 307;
    const { reference } = await order(104_051);
    let moved = 5_000;
    for (const pause of [1, 5, 30]) {
      await moveClock(database(), moved);
      // Before a try is recorded as failed its claim is what time would end.
      await waitFor(`the next try to be due in ${pause} s`, async () => (await dueIn(reference)) === pause);
      moved += 1_000 * pause;
    }
    expect(of(reference)).to.have.length(3);
    status = 204;
    await moveClock(database(), moved);
    await waitFor("its row to go", async () => (await owed()) === 0);
    expect(of(reference)).to.have.length(4);
    expect(new Set(of(reference).map(({ callback }) => callback["callback_id"])).size).to.equal(1);
    expect((await acquirer().read(reference)).json()).to.include({ state: "failed", response_code: "51" });
  });

  it("is given up 24 hours after the change", async () => {
    const { reference } = await order(104_000, "http://127.0.0.1:1/nobody");
    await moveClock(database(), 5_000);
    await waitFor(
      "a first try",
      async () =>
        (
          await database().sql(
            "select 1 from sandbox_acquirer.callbacks where attempts > 0 and reference = $1",
            [reference],
          )
        ).length === 1,
    );
    await moveClock(database(), 5_000 + 24 * 3_600_000);
    await waitFor("its row to go", async () => (await owed()) === 0);
    expect((await acquirer().read(reference)).json()).to.include({ state: "succeeded" });
  });
});
