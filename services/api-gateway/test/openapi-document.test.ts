import { readFileSync } from "node:fs";
import { expect } from "chai";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";

const COMMITTED = new URL("../../../libs/contracts/src/openapi.json", import.meta.url);

describe("GET /openapi.json", () => {
  let gateway: TestGateway;
  const ask = async (init: RequestInit = {}) => await fetch(`${gateway.url}/openapi.json`, init);
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ env: { PUBLIC_URL: "https://pay.example/" } });
  });
  after(() => gateway.stop());

  it("is the document of the repository, needs no key, and names the installation's own address", async () => {
    const answer = await ask();
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-type")).to.equal("application/json");
    const { servers, ...served } = recordOf(await answer.json());
    const { servers: _, ...committed } = recordOf(JSON.parse(readFileSync(COMMITTED, "utf8")));
    expect(served).to.deep.equal(committed);
    expect(servers).to.deep.equal([{ url: "https://pay.example" }]);
  });

  it("may be loaded by a page of any origin and kept by any cache for a while", async () => {
    const { headers } = await ask({ headers: { origin: "https://tool.example" } });
    expect(headers.get("access-control-allow-origin")).to.equal("*");
    expect(headers.get("cache-control")).to.equal("public, max-age=300");
    expect(headers.get("set-cookie")).to.equal(null);
  });

  it("is not sent again to who has it", async () => {
    const etag = (await ask()).headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await ask({ headers: { "if-none-match": known } });
      expect(answer.status, known).to.equal(304);
      expect(await answer.text()).to.equal("");
      expect(answer.headers.get("etag")).to.equal(etag);
    }
    expect((await ask({ headers: { "if-none-match": '"other"' } })).status).to.equal(200);
  });

  it("answers HEAD with the headers of GET, and 405 to all else", async () => {
    const head = await ask({ method: "HEAD" });
    expect(head.status).to.equal(200);
    expect(head.headers.get("etag")).to.equal((await ask()).headers.get("etag"));
    expect(Number(head.headers.get("content-length"))).to.be.greaterThan(10_000);
    expect(await head.text()).to.equal("");
    const post = await ask({ method: "POST" });
    expect([post.status, post.headers.get("allow")]).to.deep.equal([405, "GET, HEAD"]);
  });

  it("says where the document of the repository is reached: nowhere but where `make start` is", () => {
    const { servers } = recordOf(JSON.parse(readFileSync(COMMITTED, "utf8")));
    expect(servers).to.have.nested.property("[0].url", "http://127.0.0.1:3000");
  });
});
