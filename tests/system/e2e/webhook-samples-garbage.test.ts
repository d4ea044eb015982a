import { once } from "node:events";
import { connect } from "node:net";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { RECEIVER_REQUESTS, SECRET, type ReceiverRequest } from "./support/receiver-requests.ts";
import { RECEIVERS, startSample, type RunningReceiver } from "./support/sample-receivers.ts";

const CUT_OFF = [
  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc",
  "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\nabc",
  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\nabc",
  "POST / HT",
  "\u0000\u0016\u0003\u0001",
];

/** Sends bytes and goes away, with a reset or in good order. */
async function sendAndLeave(url: string, bytes: string, reset: boolean): Promise<void> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(bytes, resolve));
  const closed = once(socket, "close");
  if (reset) socket.resetAndDestroy();
  else socket.resume().end();
  await closed;
}

describe("the receivers of docs/webhooks.md before whatever is sent", function () {
  this.timeout(300_000);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("webhook-garbage");
  });
  after(() => folder.remove());

  /** A receiver may close the connection on what is too long before all of it was sent. */
  async function outcomeOf(url: string, { body, headers, why = "" }: ReceiverRequest): Promise<string> {
    const sent = { "content-type": "application/json", ...headers() };
    const { status, text } = await fetch(url, { method: "POST", body, headers: sent }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: "closed", text: "the connection" }),
    );
    if (status === 204) return "taken";
    if (text.trim() === "" || !text.includes(why))
      return `answered ${status} with "${text}", without "${why}"`;
    return status === 400 || status === "closed" ? "refused" : `answered ${status}`;
  }

  for (const sample of RECEIVERS)
    describe(sample.name, () => {
      let receiver: RunningReceiver | undefined;
      before(async function () {
        const missing = sample.missing();
        if (missing !== null) skipBecause(this, missing);
        receiver = await startSample(sample, folder.path, SECRET);
      });
      after(() => receiver?.stop());

      const own = !sample.name.startsWith("standard");
      const requests = RECEIVER_REQUESTS.filter(({ ownSchemeOnly }) => own || ownSchemeOnly === undefined);

      it("outlives requests that are cut off, and takes and refuses what every receiver does, and says why [D9-18]", async () => {
        const url = receiver?.url ?? "";
        for (const bytes of CUT_OFF) for (const reset of [true, false]) await sendAndLeave(url, bytes, reset);
        const outcomes: Record<string, string> = {};
        for (const request of requests) outcomes[request.what] = await outcomeOf(url, request);
        expect(outcomes).to.deep.equal(
          Object.fromEntries(requests.map(({ what, taken }) => [what, taken ? "taken" : "refused"])),
        );
      });
    });
});
