import { createHash } from "node:crypto";
import { createPools, type Pools } from "@flowlix/persistence";
import { pngPicture } from "@flowlix/testkit";
import { expect } from "chai";
import { apiGatewaySchema } from "../src/index.ts";
import { readBranding } from "../src/store/branding-store.ts";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";

const picture = pngPicture({ width: 32, height: 16 });
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("a merchant's branding", () => {
  let gateway: TestGateway;
  let pools: Pools;
  const payments = scriptedPayments();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments });
    pools = await createPools({
      url: gateway.database.urlOf(apiGatewaySchema.service),
      name: "branding",
      hot: 1,
      read: 1,
      background: 1,
      entities: [],
    });
  });
  after(async () => {
    await pools.close();
    await gateway.stop();
  });

  const newMerchant = async () => (await gateway.merchant()).merchantId;

  it("is what the page reads, with the merchant's own name where the account has none", async () => {
    const id = await newMerchant();
    expect(await readBranding(pools.read, id, false)).to.deep.equal({
      name: "Shop",
      colour: null,
      logoSha256: null,
    });
    const logo = picture.toString("base64");
    const changes = { mode: "sandbox", name: "Corner shop", colour: "#0b5394", logo };
    expect((await gateway.control("PATCH", `/merchants/${id}`, changes)).status).to.equal(200);
    expect(await readBranding(pools.read, id, false)).to.deep.equal({
      name: "Corner shop",
      colour: "#0b5394",
      logoSha256: hashOf(picture),
    });
    expect(await readBranding(pools.read, id, true)).to.include({ name: "Shop" });
  });

  it("names the merchant with each Direct Payment, of what the key's lookup reads anyway", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    await createPayment(gateway.url, { apiKey });
    expect(payments.made.at(-1)).to.include({ merchant_name: "Shop" });
    const change = { mode: "sandbox", name: "Corner shop" };
    expect((await gateway.control("PATCH", `/merchants/${merchantId}`, change)).status).to.equal(200);
    await createPayment(gateway.url, { apiKey, key: "another" });
    expect(payments.made.at(-1)).to.include({ merchant_name: "Corner shop" });
  });

  it("is checked by the control API too, whatever asks it", async () => {
    const id = await newMerchant();
    const patch = async (args: object) => {
      const { status, body } = await gateway.control("PATCH", `/merchants/${id}`, {
        mode: "sandbox",
        ...args,
      });
      return [status, recordOf(body["error"])["message"]];
    };
    const large = Buffer.alloc(70_000).toString("base64");
    expect(await patch({ colour: "red" })).to.deep.equal([400, "colour must be of the form #RRGGBB"]);
    expect(await patch({ colour: 7 })).to.deep.equal([400, "colour must be of the form #RRGGBB"]);
    expect(await patch({ logo: "*" })).to.deep.equal([400, "logo must be a file in base64"]);
    expect(await patch({ logo: {} })).to.deep.equal([400, "logo must be a file in base64"]);
    expect(await patch({ logo: "" })).to.deep.equal([
      400,
      "logo must be a PNG or WebP image, whole and unharmed",
    ]);
    expect(await patch({ logo: large })).to.deep.equal([
      400,
      "logo must be at most 64 KiB and has 70000 bytes",
    ]);
    expect(await patch({ name: "a\nb" })).to.deep.equal([400, "name must be a text of 1 to 255 characters"]);
    expect(await patch({})).to.deep.equal([
      400,
      "name at least one of payments, payouts, provisioned, card_attempts, name, colour, logo",
    ]);
  });
});

describe("a logo on the hosted page", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  const setLogo = async (merchantId: string, bytes: Buffer | null, mode = "sandbox") =>
    gateway.control("PATCH", `/merchants/${merchantId}`, {
      mode,
      logo: bytes === null ? null : bytes.toString("base64"),
    });
  const urlOf = (bytes: Buffer) => `${gateway.url}/pay/logos/${hashOf(bytes)}`;

  it("is served by its hash, for ever, as an image and as nothing else [D3-PAGE-19]", async () => {
    const { merchantId } = await gateway.merchant();
    await setLogo(merchantId, picture);
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(urlOf(picture), { method });
      expect(response.status).to.equal(200);
      expect(Object.fromEntries(response.headers)).to.include({
        "content-type": "image/png",
        "content-length": String(picture.length),
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
      });
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.equals(method === "GET" ? picture : Buffer.alloc(0))).to.equal(true);
    }
  });

  it("that does not exist is the same 404 whatever was asked for", async () => {
    const texts = new Set<string>();
    for (const name of [hashOf(Buffer.from("another")), "x", hashOf(picture).toUpperCase(), "%00", "%zz"]) {
      const { status, headers, text } = await request(`${gateway.url}/pay/logos/${name}`);
      expect([status, headers.get("content-type")], name).to.deep.equal([404, "text/plain; charset=utf-8"]);
      texts.add(text);
    }
    expect(texts.size).to.equal(1);
    expect((await request(urlOf(picture), { method: "POST" })).headers.get("allow")).to.equal("GET, HEAD");
  });

  it("is kept while any account shows it, and no longer", async () => {
    const shared = pngPicture({ width: 20, height: 20 });
    const [one, other] = [await gateway.merchant(), await gateway.merchant()];
    const status = async () => (await fetch(urlOf(shared))).status;
    await setLogo(one.merchantId, shared);
    await setLogo(other.merchantId, shared, "live");
    await setLogo(one.merchantId, null);
    expect(await status()).to.equal(200);
    await setLogo(other.merchantId, pngPicture({ width: 21, height: 20 }), "live");
    expect(await status()).to.equal(404);
  });

  it("survives the same file coming for one account while it goes for another", async () => {
    const shared = pngPicture({ width: 24, height: 24 });
    const [one, other] = [await gateway.merchant(), await gateway.merchant()];
    await setLogo(one.merchantId, shared);
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
      const acts = await Promise.all([setLogo(from.merchantId, null), setLogo(to.merchantId, shared)]);
      expect(acts.map((act) => act.status)).to.deep.equal([200, 200]);
      expect((await fetch(urlOf(shared))).status).to.equal(200);
    }
  });
});
