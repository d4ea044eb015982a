import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { Flowlix, verifyWebhook } from "../src/index.ts";
import { untilEnded } from "../src/wait.ts";
import { KEY, scripted, URL_OF_API } from "./support/scripted.ts";

/** Values and fields that no document of today knows. */
const LATER = {
  id: "pay_1",
  status: "IN_REVIEW",
  failure_code: "stolen_by_pirates",
  payment_method: { type: "carrier_pigeon", carrier_pigeon: { ring: 7 } },
  later: [{ field: null }],
};

describe("what a later release adds", () => {
  const client = (body: unknown) => {
    const { settings } = scripted([{ status: 200, body }]);
    return new Flowlix({ key: KEY, url: URL_OF_API, fetch: settings.fetch });
  };

  it("comes as it was sent: fields, and values of enumerations, of objects and in lists", async () => {
    expect(await client(LATER).payments.get("pay_1")).to.deep.equal(LATER);
    const items: unknown[] = [];
    for await (const item of client({ data: [LATER], has_more: false, later: 1 }).payments.each())
      items.push(item);
    expect(items).to.deep.equal([LATER]);
  });

  it("comes as an event of a type that is not known, and is genuine", () => {
    const event = { id: "evt_1", type: "mandate.revoked", data: { mandate: LATER } };
    const body = JSON.stringify(event);
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const at = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", at, body),
    };
    expect(verifyWebhook({ body, headers, secret })).to.deep.equal(event);
  });

  it("as a status has not ended: it is read again, until one that has or until the time is over", async () => {
    const ended = { status: "SUCCEEDED" };
    const reads = [LATER, LATER];
    expect(await untilEnded(async () => reads.shift() ?? ended, { everyMs: 0 })).to.equal(ended);
    expect(await untilEnded(async () => LATER, { forMs: 0 })).to.equal(LATER);
  });
});
