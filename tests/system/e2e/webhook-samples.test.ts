import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  PublicEvent,
  type EventList,
  type WebhookDeliveryList,
  type WebhookEndpointWithSecret,
} from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import { guardedFolder, skipBecause, startReceiver, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import {
  answers,
  RECEIVERS,
  SAMPLES,
  startSample,
  type RunningReceiver,
} from "./support/sample-receivers.ts";

const OTHER_SECRET = `whsec_${"A".repeat(43)}=`;
/** Nobody listens there; an endpoint has to have a URL before its secret is known. */
const NOBODY = "http://127.0.0.1:9/";

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** A sample for the shell, run to its end. */
const run = (file: string, secret: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    execFile("sh", [join(SAMPLES, file), ...args], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, text: `${stdout}${stderr}`.trim() });
    });
  });

describe("the receivers of docs/webhooks.md before real deliveries", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("webhook-samples");
  });
  after(() => folder.remove());

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await platform().api.send(method, path, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    const answer: T = JSON.parse(text);
    return answer;
  }
  const newEndpoint = (url = NOBODY) =>
    ask<WebhookEndpointWithSecret>("POST", "/v1/webhook_endpoints", { url, enabled_events: ["*"] });
  /** Makes a payment; answers its event's line as receivers print it. */
  async function newEvent(): Promise<string> {
    const { id } = paymentOf(await platform().api.create());
    return waitFor("the payment's event", async () => {
      const { data } = await ask<EventList>("GET", "/v1/events");
      const event = data.find((one) => one.data.payment?.id === id);
      return event && `${event.id} ${event.type}`;
    });
  }
  const lastDelivery = async (endpoint: string) =>
    (await ask<WebhookDeliveryList>("GET", `/v1/webhook_endpoints/${endpoint}/deliveries`)).data[0];

  for (const sample of RECEIVERS) {
    describe(sample.name, () => {
      let receiver: RunningReceiver | undefined;
      let endpoint: WebhookEndpointWithSecret;
      before(async function () {
        const missing = sample.missing();
        if (missing !== null) skipBecause(this, missing);
        endpoint = await newEndpoint();
        receiver = await startSample(sample, folder.path, endpoint.secret);
        await ask("PATCH", `/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url });
      });
      after(async () => {
        await receiver?.stop();
        if (receiver !== undefined) await ask("DELETE", `/v1/webhook_endpoints/${endpoint.id}`);
      });

      const how = sample.remembers === false ? "each time that it comes" : "once however often it comes";
      const rule = sample.name.startsWith("standard") ? "D9-17" : "D9-18";
      it(`takes a delivery, ${how} [${rule}]`, async () => {
        const line = await newEvent();
        await waitFor("the event", () => receiver?.lines().includes(line));
        const succeeded = await waitFor("its record", async () => {
          const delivery = await lastDelivery(endpoint.id);
          return delivery?.status === "succeeded" && delivery;
        });
        expect(succeeded).to.deep.include({
          event_id: line.split(" ")[0],
          attempts: 1,
          next_attempt_at: null,
        });
        await ask("POST", `/v1/events/${succeeded.event_id}/resend`);
        await waitFor("the second delivery", async () => {
          const delivery = await lastDelivery(endpoint.id);
          return delivery?.id !== succeeded.id && delivery?.status === "succeeded";
        });
        const reported = receiver?.lines().filter((one) => one === line);
        expect(reported).to.have.length(sample.remembers === false ? 2 : 1);
      });

      it("takes what is signed with a secret that is being rolled, and nothing once that is over [D9-12]", async () => {
        await ask("POST", `/v1/webhook_endpoints/${endpoint.id}/roll_secret`, { overlap_seconds: 60 });
        const line = await newEvent();
        await waitFor("the event of the overlap", () => receiver?.lines().includes(line));
        await platform().passTime(61_000);
        const refused = await newEvent();
        const delivery = await waitFor("the refusal", async () => {
          const last = await lastDelivery(endpoint.id);
          return last?.event_id === refused.split(" ")[0] && last?.last_attempt !== null && last;
        });
        expect(delivery?.status).to.equal("pending");
        expect(delivery?.last_attempt).to.include({ http_status: 400 });
        expect(receiver?.lines()).not.to.include(refused);
      });
    });
  }

  describe("verify.sh", () => {
    before(function () {
      if (!answers("openssl", "version")) skipBecause(this, "there is no openssl");
    });

    it("says of a delivery that was kept whether it is genuine [D9-18]", async () => {
      const kept = await startReceiver();
      const { id, secret } = await newEndpoint(kept.url);
      await newEvent();
      const [delivery] = await kept.received(1);
      const signature = String(delivery?.headers["flowlix-signature"]);
      const body = join(folder.path, "body.json");
      writeFileSync(body, delivery?.body ?? "");
      const genuine = await run("verify.sh", secret, signature, body);
      expect(genuine.code, genuine.text).to.equal(0);
      expect(genuine.text).to.match(/^genuine, signed [0-9]+ seconds ago$/);
      writeFileSync(body, Buffer.concat([delivery?.body ?? Buffer.alloc(0), Buffer.from(" ")]));
      expect(await run("verify.sh", secret, signature, body)).to.deep.equal({ code: 1, text: "not genuine" });
      await ask("DELETE", `/v1/webhook_endpoints/${id}`);
      await kept.close();
    });
  });

  describe("send.sh", () => {
    before(function () {
      if (!answers("openssl", "version")) skipBecause(this, "there is no openssl");
      if (!answers("curl", "--version")) skipBecause(this, "there is no curl");
    });

    it("brings an event as we would send it, another one each time", async () => {
      const receiver = await startReceiver();
      for (const _ of [1, 2]) expect((await run("send.sh", OTHER_SECRET, receiver.url)).text).to.equal("200");
      const events: PublicEvent[] = (await receiver.received(2)).map(({ body }) => JSON.parse(String(body)));
      const holds = compileSchema(PublicEvent);
      for (const event of events) expect(holds(event), JSON.stringify(holds.errors)).to.equal(true);
      expect(new Set(events.map(({ id }) => id)).size).to.equal(2);
      await receiver.close();
    });

    it("sends a body that is signed as a delivery is, in both ways", async () => {
      const { id, secret } = await newEndpoint();
      const body = join(folder.path, "sent.json");
      const event = { id: `evt_${"s".repeat(24)}`, type: "payout.failed", data: {} };
      writeFileSync(body, JSON.stringify(event));
      for (const sample of RECEIVERS.filter((one) => one.missing() === null)) {
        const receiver = await startSample(sample, folder.path, secret);
        const sent = await run("send.sh", secret, receiver.url, body);
        const brought = await run("send.sh", secret, receiver.url);
        const forged = await run("send.sh", OTHER_SECRET, receiver.url, body);
        expect([sent.text, brought.text, forged.text], sample.name).to.deep.equal(["204", "204", "400"]);
        await receiver.stop();
      }
      await ask("DELETE", `/v1/webhook_endpoints/${id}`);
    });
  });
});
