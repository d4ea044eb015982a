import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pngPicture } from "@flowlix/testkit";
import { expect } from "chai";
import { recordOf, recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { withTool } from "./support/tool.ts";

const NONE = { name: null, colour: null, logo_sha256: null };
const picture = pngPicture({ width: 32, height: 16 });
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("a merchant's branding on the command line", () => {
  const tool = withTool();
  const { run } = tool;
  let logo: string;
  before(() => {
    logo = join(tool.folder, "logo of a shop.png");
    writeFileSync(logo, picture);
  });

  const newMerchant = async () => (await tool.gateway.merchant()).merchantId;
  const update = (id: string, ...options: string[]) =>
    tool.json("merchant", "update", id, "--mode", "sandbox", ...options);
  const brandingOf = (merchant: Record<string, unknown>, mode = "sandbox") =>
    recordOf(recordOf(merchant[mode])["branding"]);
  const show = async (id: string) => (await tool.gateway.control("GET", `/merchants/${id}`)).body;

  it("is set for one mode with the command-line tool, and shown [D3-PAGE-19]", async () => {
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

  it("is in the audit log, written with the change", async () => {
    const id = await newMerchant();
    await update(id, "--colour", "#123456", "--logo", logo, "--payments", "off", "--actor", "ada");
    const { body } = await tool.gateway.control("GET", "/audit?limit=1");
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
    const before = (await tool.gateway.control("GET", "/audit?limit=1000")).body;
    expect((await update(nobody, "--colour", "#123456")).exitCode).to.equal(3);
    expect((await tool.gateway.control("GET", "/audit?limit=1000")).body).to.deep.equal(before);
  });

  it("with something wrong names the option, and changes nothing", async () => {
    const id = await newMerchant();
    const file = (name: string, bytes: Buffer) => {
      writeFileSync(join(tool.folder, name), bytes);
      return join(tool.folder, name);
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
      [["--logo", tool.folder], "--logo", `--logo cannot be read (EISDIR): ${tool.folder}`],
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
});
