import { join } from "node:path";
import { createServer, type Server } from "node:http";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { smokeTest } from "../../services/standalone/src/container/smoke.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";

describe("the smoke test", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let running: Installation;
  before(async () => {
    folder = guardedFolder("smoke");
    running = await startStandalone({ dataDir: join(folder.path, "data") });
  });
  after(async () => {
    await running.stop();
    await folder.remove();
  });

  it("makes a payment, repeats it and refunds half of it", async () => {
    const lines: string[] = [];
    const { publicUrl, apiKey } = running;
    const end = await smokeTest({ url: publicUrl, key: apiKey, say: (line) => lines.push(line) });
    expect(end).to.equal("a payment was made and refunded");
    expect(lines.map((line) => line.replace(/pay_\w+/, "…"))).to.deep.equal([
      "ok: the platform is whole",
      "ok: … succeeded",
      "ok: the same request again is the same payment",
      "ok: 2499 of it was refunded",
    ]);
  });

  it("fails with the platform's own words, and without the key", async () => {
    const key = `api_test_sk_${"x".repeat(32)}`;
    const problem = await failure(smokeTest({ url: running.publicUrl, key, say: () => {} }));
    expect(problem).to.match(/ answers 401 .*invalid_api_key/);
    expect(problem).not.to.contain(key);
  });

  it("fails where the same request makes another payment", async () => {
    const platform = await doublePayer();
    try {
      const problem = await failure(smokeTest({ url: platform.url, key: "k".repeat(16), say: () => {} }));
      expect(problem).to.equal("the same request again answers 201 with pay_2, not pay_1");
    } finally {
      platform.server.close();
    }
  });
});

/** A platform that charges whenever it is asked. */
async function doublePayer(): Promise<{ readonly url: string; readonly server: Server }> {
  let payments = 0;
  const server = createServer((request, response) => {
    const created = request.method === "POST";
    if (created) payments += 1;
    response
      .writeHead(created ? 201 : 200, { "content-type": "application/json", connection: "close" })
      .end(JSON.stringify(created ? { id: `pay_${payments}`, status: "SUCCEEDED" } : { status: "ok" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, server };
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no failure",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
