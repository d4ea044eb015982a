import { createHmac } from "node:crypto";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookError } from "../src/index.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
const BODY = '{"id": "evt_1", "type": "payment.succeeded", "data": {"payment": {"id": "pay_1"}}, "ä": 1}';

function delivery({ secret = SECRET, at = Date.now(), body = BODY } = {}) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", new Date(at), body),
  };
}

function codeOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof WebhookError ? error.code : error;
  }
  return "genuine";
}

describe("a webhook", () => {
  it("is genuine as text and as bytes, with the headers of Node, of fetch, and in any case", () => {
    const headers = delivery();
    for (const given of [headers, new Headers(headers), { "Webhook-Id": "evt_1", ...upper(headers) }])
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
        expect(verifyWebhook({ body, headers: given, secret: SECRET })).to.include({ id: "evt_1" });
  });

  it("is refused with another secret, another body, another id or no signature that can be read", () => {
    const headers = delivery();
    const wrong = "webhook_signature_wrong";
    expect(codeOf(() => verifyWebhook({ body: BODY, headers, secret: OTHER }))).to.equal(wrong);
    expect(codeOf(() => verifyWebhook({ body: `${BODY} `, headers, secret: SECRET }))).to.equal(wrong);
    for (const changed of [
      { "webhook-id": "evt_2" },
      { "webhook-signature": "v1," },
      { "webhook-signature": "v1" },
      { "webhook-signature": "v2,AAAA" },
      { "webhook-signature": headers["webhook-signature"].replace("v1", "v1a") },
      { "webhook-signature": `v1,${createHmac("sha256", SECRET).update(BODY).digest("hex")}` },
    ])
      expect(
        codeOf(() => verifyWebhook({ body: BODY, headers: { ...headers, ...changed }, secret: SECRET })),
        JSON.stringify(changed),
      ).to.equal(wrong);
  });

  it("is refused where a header is missing, or its time is no number or outside of the tolerance", () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
      expect(
        codeOf(() =>
          verifyWebhook({ body: BODY, headers: { ...delivery(), [name]: undefined }, secret: SECRET }),
        ),
      ).to.equal("webhook_headers_missing");
    const refused = "webhook_timestamp_refused";
    for (const at of [Date.now() - 302_000, Date.now() + 302_000])
      expect(codeOf(() => verifyWebhook({ body: BODY, headers: delivery({ at }), secret: SECRET }))).to.equal(
        refused,
      );
    for (const text of ["", "soon", "1e9", "-1"])
      expect(
        codeOf(() =>
          verifyWebhook({
            body: BODY,
            headers: { ...delivery(), "webhook-timestamp": text },
            secret: SECRET,
          }),
        ),
      ).to.equal(refused);
    const at = Date.now() - 302_000;
    verifyWebhook({ body: BODY, headers: delivery({ at }), secret: SECRET, toleranceSeconds: 600 });
  });

  it("is genuine while a secret is being rolled, with signatures by both secrets", () => {
    const both = [delivery({ secret: OTHER }), delivery()].map((one) => one["webhook-signature"]).join(" ");
    const headers = { ...delivery(), "webhook-signature": both };
    verifyWebhook({ body: BODY, headers, secret: SECRET });
    verifyWebhook({ body: BODY, headers: delivery(), secret: [OTHER, SECRET] });
  });

  it("that was parsed already, or whose secret is none, is a mistake of the program", () => {
    const headers = delivery();
    for (const wrong of [
      { body: JSON.parse(BODY), headers, secret: SECRET },
      { body: BODY, headers, secret: "" },
      { body: BODY, headers, secret: [] },
      { body: BODY, headers, secret: "secret" },
    ])
      expect(codeOf(() => verifyWebhook(wrong))).to.be.instanceOf(TypeError);
  });

  it("that is genuine and no event is refused", () => {
    const body = "[";
    expect(codeOf(() => verifyWebhook({ body, headers: delivery({ body }), secret: SECRET }))).to.equal(
      "webhook_body_unreadable",
    );
  });
});

const upper = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
