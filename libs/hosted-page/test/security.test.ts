import { expect } from "chai";
import {
  goodCard,
  PAGE_ID,
  formTokens,
  pageTokens,
  stateOf,
  withPage,
  type PageUnderTest,
} from "./support/hosted-pages.ts";

const POLICY = (nonce: string) =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self'; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGES: readonly (readonly [name: string, path: string, change: object])[] = [
  ["the form", "", {}],
  ["the status", "/status", { stage: "checking" }],
  ["a way on to another page", "", { stage: "checking" }],
  ["the way out", "/cancelled", {}],
];

describe("what the pages of a payer tell the browser", () => {
  const page = withPage();

  for (const [name, path, change] of PAGES) {
    it(`${name}: load nothing but our own, be in no frame, keep nothing, tell nobody [D3-PAGE-4]`, async () => {
      page.set(change);
      const { headers, text } = await page.get(path);
      const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "";
      expect(nonce).to.match(/^[A-Za-z0-9+/]{22}==$/);
      const policy = Object.fromEntries(
        [
          "content-security-policy",
          "referrer-policy",
          "x-frame-options",
          "x-content-type-options",
          "cache-control",
        ].map((header) => [header, headers.get(header)]),
      );
      expect(policy).to.deep.equal({
        "content-security-policy": POLICY(nonce),
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      expect(headers.get("permissions-policy")).to.contain("camera=()");
      expect(headers.get("strict-transport-security")).to.equal("max-age=31536000");
      expect(headers.get("set-cookie")).to.equal(null);
      for (const element of text.match(/<(?:script|style|link rel="stylesheet")[^>]*>/g) ?? [])
        expect(element).to.contain(`nonce="${nonce}"`);
    });
  }

  it("a nonce is used once [D3-PAGE-4]", async () => {
    const [one, two] = [await page.get(), await page.get()];
    expect(one.headers.get("content-security-policy")).not.to.equal(
      two.headers.get("content-security-policy"),
    );
  });

  it("names no other origin but the merchant's own, and has no handler or style in an element [D3-PAGE-3]", async () => {
    const { text } = await page.get();
    const urls = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, url = ""]) => url);
    expect(urls.every((url) => url.startsWith("/pay/") || url.startsWith("#"))).to.equal(true);
    expect(text).not.to.match(/\son[a-z]+=|\sstyle=/);
  });

  it("its files are named by their content, kept for good, and nothing else has such a name", async () => {
    const { text } = await page.get();
    const files = [...text.matchAll(/"(\/pay\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(files).to.have.length(6);
    const asked = (file: string) => page.ask("GET /pay/assets/{file}", { file });
    for (const path of files) {
      const file = await asked(path.replace("/pay/assets/", ""));
      expect([file.status, file.headers.get("cache-control")]).to.deep.equal([
        200,
        "public, max-age=31536000, immutable",
      ]);
      expect(file.headers.get("content-type")).to.match(/^(?:text\/css|text\/javascript|image\/svg\+xml)/);
      expect(file.headers.get("x-content-type-options")).to.equal("nosniff");
    }
    for (const other of ["page.css", "../assets.ts", "constructor"])
      expect((await asked(other)).status, other).to.equal(404);
  });
});

describe("a page behind PUBLIC_URL", () => {
  const page = withPage({ publicUrl: "http://127.0.0.1:8080/payments" });

  it("without TLS and under a path of its own: links stay within, and nothing promises TLS", async () => {
    const base = `/payments/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
    const { text, headers } = await page.get("", { host: "evil.example" });
    expect(headers.get("strict-transport-security")).to.equal(null);
    expect(text).to.contain(`action="${base}"`).and.contain('href="/payments/pay/assets/page.');
    expect(text).not.to.contain("evil.example");
    const sent = await page.post(goodCard(), { origin: "http://127.0.0.1:8080" });
    expect(sent.headers.get("location")).to.equal(`${base}/status?go=1`);
  });
});

describe("what a merchant and a payer write", () => {
  const HOSTILE = `"><script>alert(1)</script>' onx='</title></style>&amp;{amount}`;
  const ESCAPED =
    "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39; onx=&#39;&lt;/title&gt;&lt;/style&gt;&amp;amp;{amount}";
  const page = withPage({ brand: { name: HOSTILE } });

  const nothingOfIt = (text: string) => {
    expect(text).not.to.contain("<script>").and.not.to.contain("onx='");
    expect(text).to.contain(ESCAPED);
  };

  it("is text on the form: name, description, billing details", async () => {
    const address = {
      line1: HOSTILE,
      line2: null,
      city: HOSTILE,
      state: null,
      postal_code: null,
      country: null,
    };
    const details = { email: null, first_name: HOSTILE, last_name: null, phone: null, address };
    page.set({}, { description: HOSTILE, billing_details: details });
    const { text } = await page.get();
    nothingOfIt(text);
    expect(text).to.contain(`<bdi>${ESCAPED}</bdi>`).and.contain(`value="${ESCAPED}"`);
  });

  it("is text in what is said back after a fault", async () => {
    const sent = await page.post({
      ...goodCard(),
      "card-cvc": "",
      "card-name": HOSTILE,
      "address-city": HOSTILE,
    });
    expect(sent.status).to.equal(422);
    nothingOfIt(sent.text);
  });

  it("is text on every page that says one thing, a return URL included", async () => {
    const return_url = "https://shop.example/?a='b'&c=<d>";
    page.set({ stage: "ended", return_url }, { status: "SUCCEEDED", next_action: null });
    const { text } = await page.get("/status");
    nothingOfIt(text);
    expect(text).to.contain("https://shop.example/?a=&#39;b&#39;&amp;c=&lt;d&gt;&amp;payment_id=");
  });
});

describe("a submit that is not from our form [D3-PAGE-15]", () => {
  const page = withPage();

  const refused = async (sent: Awaited<ReturnType<PageUnderTest["post"]>>) => {
    expect([sent.status, stateOf(sent)]).to.deep.equal([403, "form"]);
    expect(sent.text).to.contain("this form was renewed").and.contain(goodCard()["form-token"]);
    expect([page.submitted, page.refused]).to.deep.equal([[], []]);
  };

  for (const [name, token] of [
    ["no form token", ""],
    ["a wrong form token", "x".repeat(43)],
    ["another Payment's form token", formTokens.tokenFor(`pay_${"o".repeat(24)}`)],
    ["the page's own token instead", pageTokens.tokenFor(PAGE_ID)],
  ] as const)
    it(`${name}: refused, the form comes back, nothing is counted`, async () =>
      refused(await page.post({ ...goodCard(), "form-token": token })));

  for (const origin of [
    "https://evil.example",
    "http://pay.example",
    "https://pay.example:8443",
    "https://pay.example.evil",
  ])
    it(`the origin ${origin} is refused`, async () => refused(await page.post(goodCard(), { origin })));

  for (const origin of ["https://pay.example", "null"])
    it(`the origin ${origin} is let pass, as is none [D3-PAGE-15]`, async () => {
      expect((await page.post(goodCard(), { origin })).status).to.equal(303);
      expect((await page.post(goodCard())).status).to.equal(303);
      expect(page.submitted).to.have.length(2);
    });

  for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"])
    it(`a body of ${type} is no form`, async () =>
      refused(await page.post(goodCard(), { "content-type": type })));

  it("a body that was not read is answered by a page that leads back to the form, in its language", async () => {
    const sent = page.unread({ "accept-language": "pl" });
    expect([sent.status, stateOf(sent)]).to.deep.equal([400, "unreadable"]);
    expect(sent.headers.get("content-security-policy")).to.contain("default-src 'none'");
    expect(sent.text)
      .to.contain("Nie udało się odczytać danych")
      .and.contain(`id="retry" href="/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}"`);
    expect([page.looks, page.submitted, page.refused]).to.deep.equal([[], [], []]);
  });
});
