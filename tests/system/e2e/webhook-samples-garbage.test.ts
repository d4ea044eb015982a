import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { RECEIVERS, startSample, type RunningReceiver } from "./support/sample-receivers.ts";

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString("base64")}`;
const EVENT_ID = `evt_${"g".repeat(24)}`;

/** Signed in both ways as a delivery is. */
function signed(body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const ours = createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex");
  const standard = createHmac("sha256", KEY).update(`${EVENT_ID}.${time}.${body}`).digest("base64");
  return {
    "flowlix-signature": `t=${time},v1=${ours}`,
    "webhook-id": EVENT_ID,
    "webhook-timestamp": time,
    "webhook-signature": `v1,${standard}`,
  };
}

/** What strangers send, none of it with the secret. */
const GARBAGE: readonly Record<string, string>[] = [
  {},
  { "flowlix-signature": `t=${"9".repeat(5_000)},v1=00` },
  { "flowlix-signature": ",,=,t,t=,v1,v1=zz,t=-1,v1=é" },
  { "webhook-id": "x", "webhook-timestamp": "9".repeat(400), "webhook-signature": "v1,AAAA" },
  { "webhook-id": "x", "webhook-timestamp": "inf", "webhook-signature": "v1,é v2 v1,== ,," },
];

/** JSON in any order and with any spaces, as a later version may write it. */
const GENUINE = [
  JSON.stringify({ id: EVENT_ID, type: "payout.failed", data: {} }),
  JSON.stringify({ id: EVENT_ID, type: "payout.failed", data: {} }, null, 2),
  JSON.stringify({
    version: 2,
    data: { card: { id: "x", type: "credit" } },
    type: "payout.failed",
    id: EVENT_ID,
  }),
];

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

describe("the receivers of docs/webhooks.md before strangers", function () {
  this.timeout(300_000);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("webhook-garbage");
  });
  after(() => folder.remove());

  const post = async (url: string, body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }))
      .status;

  for (const sample of RECEIVERS)
    describe(sample.name, () => {
      let receiver: RunningReceiver | undefined;
      before(async function () {
        const missing = sample.missing();
        if (missing !== null) skipBecause(this, missing);
        receiver = await startSample(sample, folder.path, SECRET);
      });
      after(() => receiver?.stop());

      it("refuses garbage, outlives requests that are cut off, and takes what is genuine [D9-18]", async () => {
        const url = receiver?.url ?? "";
        for (const bytes of CUT_OFF) for (const reset of [true, false]) await sendAndLeave(url, bytes, reset);
        for (const headers of GARBAGE)
          expect(await post(url, "{}", headers), JSON.stringify(headers).slice(0, 60)).to.equal(400);
        for (const body of ["{not json", "", "null", "{}", "7"])
          expect(await post(url, body, signed(body)), body).to.equal(400);
        for (const body of GENUINE) expect(await post(url, body, signed(body)), body).to.equal(204);
      });
    });
});
