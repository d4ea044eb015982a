import { createHash } from "node:crypto";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { returnLocation } from "../src/return-location.ts";
import { stateOf, withPage } from "./support/hosted-pages.ts";

const ID = `pay_${"p".repeat(24)}`;
const TOKEN = "a-token-nobody-can-guess";
const added = `payment_id=${ID}&status=SUCCEEDED`;

describe("where a payer goes back to [D3-PAGE-12, D3-RET-1]", () => {
  const cases: readonly (readonly [name: string, url: string, location: string])[] = [
    ["a plain URL", "https://shop.example/r", `https://shop.example/r?${added}`],
    ["no path", "https://shop.example", `https://shop.example?${added}`],
    [
      "an existing query is kept letter for letter",
      "https://shop.example/r?a=%20b+c&&d",
      `https://shop.example/r?a=%20b+c&d&${added}`,
    ],
    [
      "an existing fragment stays last",
      "https://shop.example/r?a=1#top?x",
      `https://shop.example/r?a=1&${added}#top?x`,
    ],
    [
      "parameters of the same names are replaced",
      "https://shop.example/r?status=x&a=1&payment_id=2&status",
      `https://shop.example/r?a=1&${added}`,
    ],
    [
      "so are encoded ones",
      "https://shop.example/r?%73tatus=x&payment%5fid=1",
      `https://shop.example/r?${added}`,
    ],
    [
      "names that only look alike are kept",
      "https://shop.example/r?status2=x&%zz=1",
      `https://shop.example/r?status2=x&%zz=1&${added}`,
    ],
    ["an empty query", "https://shop.example/r?", `https://shop.example/r?${added}`],
  ];
  for (const [name, url, location] of cases) {
    it(name, () => expect(returnLocation(url, { payment_id: ID, status: "SUCCEEDED" })).to.equal(location));
  }
});

describe("the 3D Secure return", () => {
  const page = withPage();
  beforeEach(() => owner("DIRECT"));

  const owner = (integration: "DIRECT" | "HOSTED_PAYMENT_PAGE", more: { challenge_left?: boolean } = {}) =>
    page.onReturn(async ({ payment_id: id, token_sha256: hash }) => {
      const known = id === ID && hash === createHash("sha256").update(TOKEN).digest("hex");
      if (!known) throw new DomainError("object_not_found");
      return {
        payment_id: ID,
        status: "SUCCEEDED",
        return_url: "https://shop.example/r?a=1",
        ...(integration === "DIRECT" ? {} : { integration_type: integration }),
        ...more,
      };
    });
  const goBack = (id: string | null, token: string | null, sent = {}) =>
    page.ask("GET /return/{payment_id}/{token}", { payment_id: id, token }, sent);
  const away = () => page.onReturn(() => Promise.reject(new DomainError("service_unavailable")));

  it("sends the browser on with the status, uncached and without a referrer", async () => {
    const answer = await goBack(ID, TOKEN);
    expect(answer.status).to.equal(303);
    expect(answer.headers.get("location")).to.equal(`https://shop.example/r?a=1&${added}`);
    expect(answer.headers.get("cache-control")).to.equal("no-store");
    expect(answer.headers.get("referrer-policy")).to.equal("no-referrer");
  });

  it("sends the browser of a hosted Payment to the page's status, not to the merchant", async () => {
    owner("HOSTED_PAYMENT_PAGE");
    const answer = await goBack(ID, TOKEN);
    expect(answer.status).to.equal(303);
    expect(answer.headers.get("location")).to.match(
      new RegExp(`^https://pay\\.example/pay/${ID}/[A-Za-z0-9_-]{43}/status\\?back=1$`),
    );
  });

  it("says where the payer left the bank without an answer", async () => {
    owner("HOSTED_PAYMENT_PAGE", { challenge_left: true });
    const answer = await goBack(ID, TOKEN);
    expect(answer.headers.get("location")).to.match(/\/status\?left=1$/);
  });

  it("tells nothing apart of what is unknown, forged or malformed", async () => {
    const pages = new Set<string>();
    for (const [id, token] of [
      [ID, "forged"],
      [`pay_${"x".repeat(24)}`, TOKEN],
      ["x", TOKEN],
      [ID, null],
      [ID, "t".repeat(300)],
    ] as const) {
      const answer = await goBack(id, token);
      expect(answer.status, `${id} ${token}`).to.equal(404);
      expect(answer.headers.get("content-type")).to.equal("text/html; charset=utf-8");
      pages.add(answer.text.replaceAll(/nonce="[^"]*"/g, ""));
    }
    expect(pages.size).to.equal(1);
  });

  it("asks to try again while nobody can say", async () => {
    away();
    const answer = await goBack(ID, TOKEN);
    expect([answer.status, answer.headers.get("retry-after")]).to.deep.equal([503, "2"]);
  });

  it("speaks the payer's language where it leads nowhere, with the look and the headers of the page", async () => {
    const chosen = { cookie: "flowlix_lang=it", "accept-language": "de" };
    const unknown = await goBack(ID, "forged", { headers: chosen });
    away();
    const unavailable = await goBack(ID, TOKEN, { headers: { "accept-language": "de" } });
    for (const [answer, state, language, title] of [
      [unknown, "unknown", "it", "Pagina non trovata"],
      [unavailable, "unavailable", "de", "Bitte versuchen Sie es gleich noch einmal"],
    ] as const) {
      expect(stateOf(answer)).to.equal(state);
      expect(answer.text).to.contain(`<html lang="${language}">`).and.contain(`<h1>${title}</h1>`);
      expect(answer.text).to.match(/<link rel="stylesheet" [^>]*page\.[0-9a-f]+\.css/);
      expect(answer.headers.get("content-security-policy")).to.contain("style-src 'nonce-");
      expect(answer.headers.get("x-frame-options")).to.equal("DENY");
      // The way back from the bank is a secret: no link of the page repeats it.
      expect(answer.text).not.to.contain(TOKEN);
    }
    expect(unavailable.text).to.contain('id="retry" href=""');
  });

  it("keeps a language that was chosen by name on the way to the page of a hosted Payment", async () => {
    owner("HOSTED_PAYMENT_PAGE");
    const answer = await goBack(ID, TOKEN, { query: "lang=fr" });
    expect(answer.headers.get("location")).to.match(/\/status\?lang=fr&back=1$/);
  });

  it("brings what acquirers want of its query to the owner, bounded, and nothing else of it", async () => {
    const reported: unknown[] = [];
    page.onReturn(async ({ returned }) => {
      reported.push(returned);
      return { payment_id: ID, status: "SUCCEEDED", return_url: "https://shop.example/r" };
    });
    const longest = "x".repeat(4096);
    for (const query of [
      "redirectResult=a%21b&other=1",
      `redirectResult=${longest}`,
      "other=1",
      "redirectResult=",
      "redirectResult=a%0Ab",
      `redirectResult=${longest}x`,
    ])
      await goBack(ID, TOKEN, { query });
    expect(reported).to.deep.equal([
      { redirectResult: "a!b" },
      { redirectResult: longest },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
