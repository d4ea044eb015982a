import { expect } from "chai";
import { request } from "./support/requests.ts";
import { PAGE_ID, pageTokens, stateOf, withPage } from "./support/hosted-pages.ts";

const FORM = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;

describe("a link to a hosted page", () => {
  const page = withPage();

  const token = pageTokens.tokenFor(PAGE_ID);
  const unknown = `pay_${"u".repeat(24)}`;
  for (const [name, path] of [
    ["without its token", `/pay/${PAGE_ID}/x`],
    ["with another Payment's token", `/pay/${unknown}/${token}`],
    ["with a token cut short", `/pay/${PAGE_ID}/${token.slice(0, -1)}`],
    ["with the form's token", `/pay/${PAGE_ID}/${pageTokens.formTokenFor(PAGE_ID)}`],
    ["of a Payment that does not exist", `/pay/${unknown}/${pageTokens.tokenFor(unknown)}`],
    ["of an id of another shape", `/pay/x/${token}`],
    ["with a malformed escape", `/pay/${PAGE_ID}/%zz`],
    ["to a status it does not open", `/pay/${PAGE_ID}/x/status`],
    ["to a way out it does not open", `/pay/${PAGE_ID}/x/cancelled`],
    ["cut before its token", `/pay/${PAGE_ID}`],
    ["cut before its token, but for the stroke", `/pay/${PAGE_ID}/`],
    ["cut before the Payment", "/pay"],
    ["cut before the Payment, but for the stroke", "/pay/"],
    ["with a stroke too many", `/pay/${PAGE_ID}/${token}/`],
    ["with a word too many", `/pay/${PAGE_ID}/${token}/status/x?lang=en`],
    ["with an empty part", `/pay//${token}`],
  ] as const) {
    it(`${name} is one and the same 404 page`, async () => {
      const answer = await request(`${page.gateway.url}${path}`);
      expect([answer.status, stateOf(answer)]).to.deep.equal([404, "unknown"]);
      const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
      const other = await request(`${page.gateway.url}/pay/${PAGE_ID}/y`);
      expect(plain(answer.text)).to.equal(plain(other.text));
      expect(answer.headers.get("cache-control")).to.equal("no-store");
    });
  }

  it("is forged in a POST just as well, and nothing is read of it", async () => {
    const answer = await request(`${page.gateway.url}/pay/${PAGE_ID}/x`, {
      method: "POST",
      body: "card-number=1",
    });
    expect([answer.status, stateOf(answer)]).to.deep.equal([404, "unknown"]);
    expect([page.looks, page.submitted]).to.deep.equal([[], []]);
  });

  it("cut is forged in a POST too, however long its form is", async () => {
    for (const path of ["/pay", `/pay/${PAGE_ID}`, `/pay/${PAGE_ID}/${token}/`]) {
      const answer = await request(`${page.gateway.url}${path}`, {
        method: "POST",
        body: "x".repeat(70_000),
      });
      expect([answer.status, stateOf(answer)]).to.deep.equal([404, "unknown"]);
    }
    expect([page.looks, page.submitted]).to.deep.equal([[], []]);
  });

  it("is a page under /pay alone: a file that is none is no page, and a path beside it is the API's", async () => {
    for (const [path, type] of [
      ["/pay/assets/x.css", "text/plain; charset=utf-8"],
      [`/pay/logos/${"0".repeat(64)}`, "text/plain; charset=utf-8"],
      ["/payx", "application/json"],
      ["/PAY/x", "application/json"],
    ] as const) {
      const answer = await request(`${page.gateway.url}${path}`);
      expect([answer.status, answer.headers.get("content-type")], path).to.deep.equal([404, type]);
    }
  });

  it("works with HEAD as with GET, and with no other method", async () => {
    const url = `${page.gateway.url}${FORM}`;
    const head = await request(url, { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("content-type")]).to.deep.equal([
      200,
      "",
      "text/html; charset=utf-8",
    ]);
    const wrong = await request(url, { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).to.deep.equal([405, "GET, HEAD, POST"]);
  });

  it("stands in logs and metrics as its template only", async () => {
    await page.get("/status?lang=de");
    const seen = page.gateway.logLines.join("") + (await page.gateway.metrics.text());
    expect(seen).to.contain("/pay/{payment_id}/{token}/status").and.not.to.contain(token);
  });
});
