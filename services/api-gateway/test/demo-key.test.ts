import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment } from "./support/requests.ts";

const PROGRAM = fileURLToPath(new URL("../src/demo-main.ts", import.meta.url));
const KEY = `api_test_sk_${"Demo".repeat(8)}`;

describe("the demo merchant's key", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  const demo = (key: string) => {
    const env = { GATEWAY_DATABASE_URL: gateway.database.urlOf("api-gateway"), DEMO_KEY: key };
    return new Promise<{ code: number; out: string; err: string }>((resolve) =>
      execFile(
        process.execPath,
        [PROGRAM],
        { env: { PATH: process.env["PATH"], ...env } },
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      ),
    );
  };

  it("is made once, of the text that the installation chose, and opens Sandbox alone", async () => {
    expect(await demo(KEY)).to.deep.equal({ code: 0, out: "the demo merchant has its key\n", err: "" });
    expect(await demo(KEY)).to.deep.equal({ code: 0, out: "the demo merchant's key is known\n", err: "" });
    expect((await createPayment(gateway.url, { apiKey: KEY })).status).to.equal(201);
    const { body } = await gateway.control("GET", "/merchants");
    const demos = Array.isArray(body["merchants"])
      ? body["merchants"].filter((one) => one.name === "Demo merchant")
      : [];
    expect(demos).to.have.lengthOf(1);
    const audit = await gateway.database.sql(
      "select act, actor from gateway.audit where actor = 'installation' order by act",
    );
    expect(audit.map((row) => row["act"])).to.deep.equal(["key.create", "merchant.create"]);
  });

  it("of another shape is refused without being shown", async () => {
    const { code, err } = await demo("api_live_sk_secretsecretsecretsecretsecretse");
    expect(code).to.equal(78);
    expect(err).to.match(/^DEMO_KEY: /);
    expect(err).not.to.contain("secretsecret");
  });
});
