import { request as ask } from "node:http";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";

describe("what merchants' developers read at the gateway", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
  });
  after(() => gateway.stop());

  /** As it is written: `fetch` would put a path in order first. */
  const raw = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const url = new URL(gateway.url);
        ask({ host: url.hostname, port: url.port, path, method, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        })
          .on("error", reject)
          .end();
      },
    );

  it("a page needs no key, and is one for browsers alone, in no frame", async () => {
    const page = await raw("/docs/errors");
    expect(page.status).to.equal(200);
    expect(page.body.toString()).to.contain('id="parameter_invalid"');
    expect(page.headers["content-type"]).to.equal("text/html; charset=utf-8");
    expect(page.headers["x-content-type-options"]).to.equal("nosniff");
    expect(page.headers["content-security-policy"]).to.match(/^default-src 'none'; .*frame-ancestors 'none'/);
  });

  it("a page that the asker has is not sent again; files named by their content are kept", async () => {
    const { headers } = await raw("/docs/");
    const again = await raw("/docs/", { "if-none-match": String(headers["etag"]) });
    expect([again.status, again.body.length]).to.deep.equal([304, 0]);
    expect(headers["cache-control"]).to.equal("public, no-cache");
    const [script] = /\/docs\/assets\/app\.[\w-]+\.js/.exec((await raw("/docs/")).body.toString()) ?? [];
    expect((await raw(String(script))).headers["cache-control"]).to.contain("immutable");
  });

  it("is compressed for who takes that, and only then", async () => {
    const plain = (await raw("/docs/errors")).body;
    const brotli = await raw("/docs/errors", { "accept-encoding": "gzip, deflate, br" });
    const gzip = await raw("/docs/errors", { "accept-encoding": "gzip, br;q=0" });
    expect([brotli.headers["content-encoding"], gzip.headers["content-encoding"]]).to.deep.equal([
      "br",
      "gzip",
    ]);
    expect(brotliDecompressSync(brotli.body).equals(plain)).to.equal(true);
    expect(gunzipSync(gzip.body).equals(plain)).to.equal(true);
    expect(brotli.headers["vary"]).to.equal("Accept-Encoding");
  });

  it("HEAD says the same without a body", async () => {
    const { status, headers, body } = await raw("/docs/errors", {}, "HEAD");
    expect([status, body.length, headers["content-type"]]).to.deep.equal([
      200,
      0,
      "text/html; charset=utf-8",
    ]);
  });

  it("nothing of a path reaches the file system", async () => {
    for (const path of [
      "/docs/../package.json",
      "/docs/..%2f..%2fpackage.json",
      "/docs/%2e%2e/%2e%2e/index.ts",
      "/docs/....//index.ts",
      "/docs/%00",
      "/docs/%",
      "/docs//etc/passwd",
      "/docs/toString",
    ]) {
      const { status, body } = await raw(path);
      expect([status, body.toString().includes("<title>404 ")], path).to.deep.equal([404, true]);
    }
  });

  it("/ tells a browser and a program where everything is", async () => {
    const page = await raw("/", { accept: "text/html,application/xhtml+xml" });
    expect(page.headers["content-type"]).to.equal("text/html; charset=utf-8");
    expect(page.headers["vary"], "caches keep them apart").to.equal("Accept-Encoding, Accept");
    for (const place of ["/docs/", "/workbench"]) expect(page.body.toString()).to.contain(`href="${place}"`);
    const { status, body } = await request(`${gateway.url}/`);
    expect([status, body]).to.deep.equal([
      200,
      {
        name: "Flowlix payments API",
        documentation_url: "https://pay.example/docs/",
        openapi_url: "https://pay.example/openapi.json",
        workbench_url: "https://pay.example/workbench",
        health_url: "https://pay.example/v1/health",
      },
    ]);
    expect((await request(`${gateway.url}/`, { method: "POST" })).status).to.equal(405);
  });

  it("/docs leads on, and the icons are there", async () => {
    const { status, headers } = await raw("/docs");
    expect([status, headers["location"]]).to.deep.equal([308, "/docs/"]);
    expect((await raw("/favicon.ico")).headers["content-type"]).to.equal("image/x-icon");
    expect((await raw("/favicon.svg")).headers["content-type"]).to.equal("image/svg+xml");
  });
});
