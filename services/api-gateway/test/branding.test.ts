import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPools, type Pools } from "@flowlix/persistence";
import { pngPicture } from "@flowlix/testkit";
import { expect } from "chai";
import { runCli } from "../src/cli/run-cli.ts";
import { gatewaySchema } from "../src/index.ts";
import { readBranding } from "../src/store/branding-store.ts";
import { CONTROL_TOKEN, recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";

const NONE = { name: null, colour: null, logo_sha256: null };
const picture = pngPicture({ width: 32, height: 16 });
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("a merchant's branding", () => {
  let gateway: TestGateway;
  let folder: string;
  let logo: string;
  let pools: Pools;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    pools = await createPools({
      url: gateway.database.urlOf(gatewaySchema.service),
      name: "branding",
      hot: 1,
      read: 1,
      background: 1,
      entities: [],
    });
    folder = mkdtempSync(join(tmpdir(), "flowlix-branding-"));
    logo = join(folder, "logo of a shop.png");
    writeFileSync(logo, picture);
    writeFileSync(join(folder, "runtime.json"), JSON.stringify({ control_url: gateway.controlUrl }));
    writeFileSync(join(folder, "control-token"), CONTROL_TOKEN);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await pools.close();
    await gateway.stop();
  });

  const newMerchant = async () => (await gateway.merchant()).merchantId;
  const run = (...argv: string[]) => runCli(argv, { DATA_DIR: folder });
  const update = async (id: string, ...options: string[]) => {
    const { exitCode, stdout } = await run(
      "merchant",
      "update",
      id,
      "--mode",
      "sandbox",
      ...options,
      "--json",
    );
    return { exitCode, answer: recordOf(JSON.parse(stdout)) };
  };
  const brandingOf = (merchant: Record<string, unknown>, mode = "sandbox") =>
    recordOf(recordOf(merchant[mode])["branding"]);
  const show = async (id: string) => (await gateway.control("GET", `/merchants/${id}`)).body;

  it("is set for one mode with the command-line tool, and shown", async () => {
    const id = await newMerchant();
    const { exitCode, answer } = await update(
      id,
      "--name",
      " Corner shop ",
      "--colour",
      "#0B5394",
      "--logo",
      logo,
    );
    expect(exitCode).to.equal(0);
    expect(brandingOf(answer)).to.deep.equal({
      name: "Corner shop",
      colour: "#0b5394",
      logo_sha256: hashOf(picture),
    });
    expect(brandingOf(answer, "live")).to.deep.equal(NONE);
    expect(await show(id)).to.deep.equal(answer);
    const { stdout } = await run("merchant", "show", id);
    expect(stdout)
      .to.match(/^sandbox name +Corner shop$/m)
      .and.to.match(/^sandbox colour +#0b5394$/m)
      .and.to.match(new RegExp(`^sandbox logo +${hashOf(picture)}$`, "m"))
      .and.to.match(/^live logo +-$/m);
  });

  it("changes in parts, together with the account's switches, and can be taken away", async () => {
    const id = await newMerchant();
    await update(id, "--name", "Corner shop", "--colour", "#0b5394", "--logo", logo);
    const part = await update(id, "--colour", "#ffffff", "--payouts", "off");
    expect(recordOf(part.answer["sandbox"])).to.include({ payments: true, payouts: false });
    expect(brandingOf(part.answer)).to.include({ name: "Corner shop", colour: "#ffffff" });
    expect(brandingOf((await update(id, "--logo", "none")).answer)).to.deep.equal({
      name: "Corner shop",
      colour: "#ffffff",
      logo_sha256: null,
    });
    const rest = await update(id, "--name", "", "--colour", "none");
    expect(brandingOf(rest.answer)).to.deep.equal(NONE);
    expect(recordOf(rest.answer["sandbox"])).to.include({ payouts: false });
  });

  it("is what the page reads, with the merchant's own name where the account has none", async () => {
    const id = await newMerchant();
    expect(await readBranding(pools.read, id, false)).to.deep.equal({
      name: "Shop",
      colour: null,
      logoSha256: null,
    });
    await update(id, "--name", "Corner shop", "--colour", "#0b5394", "--logo", logo);
    expect(await readBranding(pools.read, id, false)).to.deep.equal({
      name: "Corner shop",
      colour: "#0b5394",
      logoSha256: hashOf(picture),
    });
    expect(await readBranding(pools.read, id, true)).to.include({ name: "Shop" });
  });

  it("is in the audit log, written with the change", async () => {
    const id = await newMerchant();
    await update(id, "--colour", "#123456", "--logo", logo, "--payments", "off", "--actor", "ada");
    const { body } = await gateway.control("GET", "/audit?limit=1");
    expect(recordsOf(body["entries"])[0]).to.deep.include({
      actor: "ada",
      act: "merchant.update",
      subject: id,
      detail: {
        mode: "sandbox",
        payments_enabled: false,
        colour: "#123456",
        logo_sha256: hashOf(picture),
      },
    });
  });

  it("of a merchant that does not exist changes nothing and is told of nowhere", async () => {
    const nobody = `mer_${"x".repeat(24)}`;
    const before = (await gateway.control("GET", "/audit?limit=1000")).body;
    expect((await update(nobody, "--colour", "#123456")).exitCode).to.equal(3);
    expect((await gateway.control("GET", "/audit?limit=1000")).body).to.deep.equal(before);
  });

  it("with something wrong names the option, and changes nothing", async () => {
    const id = await newMerchant();
    const file = (name: string, bytes: Buffer) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const tooLarge = file("large.png", Buffer.concat([picture, Buffer.alloc(64 * 1024)]));
    const notOne = file("logo.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    const wide = file("wide.png", pngPicture({ width: 2049, height: 16 }));
    const cases: readonly (readonly [options: string[], argument: string, message: string])[] = [
      [["--colour", "red"], "--colour", "--colour must be of the form '#RRGGBB', quoted, or none"],
      [["--colour", "#fff"], "--colour", "--colour must be of the form '#RRGGBB', quoted, or none"],
      [["--logo", tooLarge], "--logo", `--logo must be at most 64 KiB: ${tooLarge}`],
      [["--logo", notOne], "--logo", `--logo must be a PNG or WebP image, whole and unharmed: ${notOne}`],
      [
        ["--logo", wide],
        "--logo",
        `--logo must be 16 to 2048 pixels wide and high and is 2049 by 16: ${wide}`,
      ],
      [["--logo", folder], "--logo", `--logo cannot be read (EISDIR): ${folder}`],
      [["--logo", "/nowhere.png"], "--logo", "--logo cannot be read (ENOENT): /nowhere.png"],
      [["--name", "x".repeat(256)], "--name", "--name must be a text of 1 to 255 characters"],
      [["--name", " "], "--name", "--name must be a text of 1 to 255 characters"],
    ];
    for (const [options, argument, message] of cases) {
      const { exitCode, answer } = await update(id, "--payments", "off", ...options);
      expect([exitCode, recordOf(answer["error"])["argument"]], message).to.deep.equal([2, argument]);
      expect(recordOf(answer["error"])["message"]).to.equal(message);
    }
    expect(recordOf((await show(id))["sandbox"])).to.deep.include({ payments: true, branding: NONE });
  });

  it("is judged by the control API too, whatever asks it", async () => {
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
      "name at least one of payments, payouts, provisioned, name, colour, logo",
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

  it("is served by its hash, for ever, as an image and as nothing else", async () => {
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
