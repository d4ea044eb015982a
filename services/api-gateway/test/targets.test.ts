import { METHODS, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";

const LONG = "x".repeat(15_000);

const UNKNOWN = [
  "/%76%31/payments",
  "/v1%2Fpayments",
  "//v1/payments",
  "/v1/./payments",
  "/v1/../v1/payments",
  "/v1/payments/?limit=1",
  "/v1/payments;limit=1",
  "/v1/payments%3Flimit=1",
  "/v1/payments#",
  "/v1/health#?x",
  "/v1/payments/%zz/x",
  "/v1/webhook_endpoints//deliveries",
  `/v1/${LONG}`,
  "*",
  "*v1/health",
  "ftp://shop.example/v1/health",
];

const VALUES = [
  "a%2Fb",
  "a%3Fb",
  "%23",
  "#",
  "%2525",
  "%zz?limit=1",
  "..",
  "{id}",
  "*",
  "a:b",
  "hp%70",
  LONG,
  "%".repeat(15_000),
];

const SERVED = [
  "/v1/health?",
  "/v1/health??x=%zz#y",
  "http://shop.example/v1/health",
  "HTTPS://shop.example:1/v1/health?x",
  "http://[none/v1/health",
  // The path of these is "/", where the way to the pages is.
  "http://shop.example",
  "http://shop.example?/v1/health",
];

const TEMPLATES = [
  ["/payx", "unmatched"],
  ["/pay", "/pay"],
  ["/pay/", "/pay/*"],
  ["/pay//x", "/pay/*"],
  ["/pay/%zz", "/pay/*"],
  ["/pay/assets/", "/pay/*"],
  ["/pay/assets/x", "/pay/assets/{file}"],
  ["/pay/a%73sets/x", "/pay/{payment_id}/{token}"],
  ["/pay/assets/x/status", "/pay/{payment_id}/{token}/status"],
  ["/pay/%zz/%zz/cancelled", "/pay/{payment_id}/{token}/cancelled"],
  ["/pay/x/y/status/", "/pay/*"],
] as const;

interface Shown {
  readonly headers: IncomingHttpHeaders;
  /** Status, code and, where there is one, the parameter. */
  readonly shown: readonly unknown[];
}

describe("a request target", () => {
  let gateway: TestGateway;
  let authorization: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    authorization = `Bearer ${(await gateway.merchant()).apiKey}`;
  });
  after(() => gateway.stop());

  /** Sends the target as it stands, which `fetch` does not. */
  async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Shown> {
    const { hostname, port } = new URL(gateway.url);
    const options = { hostname, port, method, path, headers: { "content-length": "0", ...headers } };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(options, resolve).on("error", reject).end();
    });
    const body = await text(response);
    const isJson = response.headers["content-type"] === "application/json" && body !== "";
    const { code, param } = isJson ? recordOf(recordOf(JSON.parse(body))["error"]) : {};
    const shown = [response.statusCode, code, param].filter((one) => one !== undefined);
    return { headers: response.headers, shown };
  }

  async function templateOf({ headers }: Shown): Promise<unknown> {
    const id = String(headers["request-id"]);
    const isIts = (line: string) => line.includes(id) && line.includes('"msg":"request"');
    await waitFor("the request's line", async () => gateway.logLines.some(isIts));
    return recordOf(JSON.parse(gateway.logLines.find(isIts) ?? "{}"))["route"];
  }

  it("whose path is none as it was sent is 404 before the key", async () => {
    for (const target of UNKNOWN)
      expect((await ask("GET", target)).shown, target).to.deep.equal([404, "resource_not_found"]);
  });

  it("with a value of any shape and length is its template's, and the value's fault after the key", async () => {
    for (const value of VALUES) {
      const target = `/v1/payments/${value}`;
      expect((await ask("GET", target)).shown, target).to.deep.equal([401, "invalid_api_key"]);
      const answer = await ask("GET", target, { authorization });
      expect(answer.shown, target).to.deep.equal([400, "invalid_request", "id"]);
      expect(await templateOf(answer), target).to.equal("/v1/payments/{id}");
    }
  });

  it("is served whatever its query is, and in the absolute form", async () => {
    for (const target of SERVED) expect((await ask("GET", target)).shown, target).to.deep.equal([200]);
  });

  for (const [target, template] of TEMPLATES)
    it(`${target} is logged as ${template}`, async () => {
      expect(await templateOf(await ask("GET", target))).to.equal(template);
    });

  it("is 405 for every method of Node that its path lacks, and 404 where there is no such path", async () => {
    const paths = [
      ["/v1/payments", "POST, GET, HEAD"],
      ["/v1/payments/%zz", "GET, HEAD"],
      ["/v1/events/x/resend", "POST"],
      ["/pay/x/y", "GET, HEAD, POST"],
    ] as const;
    // A tunnel is no request (sockets.test.ts).
    for (const method of METHODS.filter((one) => one !== "CONNECT")) {
      const shown = method === "HEAD" ? [404] : [404, "resource_not_found"];
      expect((await ask(method, "/v1/nothing")).shown, method).to.deep.equal(shown);
      for (const [path, allow] of paths.filter(([, allowed]) => !allowed.split(", ").includes(method))) {
        const answer = await ask(method, path);
        expect([answer.shown[0], answer.headers.allow], `${method} ${path}`).to.deep.equal([405, allow]);
      }
    }
  });
});
