import { expect } from "chai";
import { startReceiver, type HttpReceiver } from "@flowlix/testkit";
import {
  createResolve,
  createSsrfGuard,
  isDomainError,
  type Resolve,
  type SsrfGuard,
} from "@flowlix/runtime";
import { createSender } from "../src/sending/send.ts";

/** Knows exactly these names. */
const resolverOf =
  (names: Readonly<Record<string, readonly string[]>>): Resolve =>
  async (hostname) => {
    const found = names[hostname];
    if (found !== undefined) return found;
    throw Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
  };

const GOOD = "93.184.215.14";

describe("a webhook's URL", () => {
  const names = resolverOf({
    "shop.example": [GOOD],
    "both.example": [GOOD, "2606:4700::6810:84e5"],
    "half.example": [GOOD, "10.0.0.1"],
    "inside.example": ["192.168.0.10"],
    "metadata.example": ["169.254.169.254"],
    "here.example": ["127.0.0.1"],
    "empty.example": [],
    localhost: ["127.0.0.1", "::1"],
    "localhost.": ["127.0.0.1", "::1"],
    "xn--bcher-kva.example": [GOOD],
  });
  const strict = createSsrfGuard({ resolve: names, loopback: false });
  const open = createSsrfGuard({ resolve: names, loopback: true });
  const outcome = (ssrfGuard: typeof strict, url: string, livemode: boolean) =>
    ssrfGuard.admit(url, livemode).then(
      () => "admitted",
      (error: { type?: string; param?: string }) => `${error.type} ${error.param}`,
    );

  for (const url of [
    "https://shop.example",
    "https://shop.example/hooks?token=a%20b&x=1",
    "https://shop.example:8443/hooks",
    "https://both.example/",
    "HTTPS://SHOP.example/",
    "https://bücher.example/",
    "https://8.8.8.8/hooks",
    "https://[2606:4700::6810:84e5]/hooks",
  ])
    it(`may be ${url}`, async () => {
      expect(await outcome(strict, url, true)).to.equal("admitted");
      expect(await outcome(open, url, false)).to.equal("admitted");
    });

  for (const url of [
    // Other schemes and no URL at all.

    "",
    "shop.example",
    "//shop.example/",
    "ftp://shop.example/",
    "file:///etc/passwd",
    "gopher://shop.example/",
    "javascript:alert(1)",
    "https:shop.example",
    "https:/shop.example",
    "https:///",
    "https://",
    "https://shop.example:0/",
    "https://8.8.8.8:0/",
    // User info, fragments, and what a lenient parser repairs.

    "https://user@shop.example/",
    "https://user:word@shop.example/",
    "https://@shop.example/",
    "https://:@shop.example/",
    "https://shop.example/#here",
    "https://shop.example/#",
    "https://shop.example\\@inside.example/",

    "https:\\\\shop.example/",
    "https://shop.example/a b",
    " https://shop.example/",
    "https://shop.example/\n",

    "https://sh\top.example/",
    "https://shop.example/\u0000",
    "https://shop.example:0x50/",
    "https://shop.example:99999/",
    // One address inside is enough.

    "https://half.example/",
    "https://inside.example/",
    "https://metadata.example/",
    "https://empty.example/",
    "https://nowhere.example/",
    // Every way to write an address inside.

    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",

    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0xa9.0xfe.0xa9.0xfe/",
    "https://0251.0376.0251.0376/",
    "https://169.254.43518/",
    "https://169.16689662/",
    "https://10.1/",
    "https://0/",
    "https://00000/",

    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[0:0:0:0:0:ffff:10.0.0.1]/",

    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:a9fe:a9fe::1]/",
    "https://[::]/",
    "https://１０.0.0.1/",
    "https://10。0。0。1/",
    "https://10.0.0.1./",
    "https://100.100.100.200/",

    "https://168.63.129.16/",
    "https://[fe80::1%25eth0]/",
    "https://255.255.255.255/",
    "https://224.0.0.1/",
    `https://shop.example/${"a".repeat(2_028)}`,
  ])
    it(`may never be ${JSON.stringify(url).slice(0, 60)} [D9-14]`, async () => {
      for (const ssrfGuard of [strict, open])
        for (const livemode of [true, false])
          expect(await outcome(ssrfGuard, url, livemode)).to.equal("parameter_invalid url");
    });

  for (const url of [
    "https://127.0.0.1/",
    "https://[::1]:8443/",
    "https://localhost/",
    "https://localhost./",
    "https://here.example/",

    "http://127.0.0.1:8080/hooks",
    "http://localhost:8080/",
    "http://[::1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://here.example/",
  ])
    it(`may be ${url} where an operator allows loopback, in Sandbox [D9-14]`, async () => {
      expect(await outcome(open, url, false)).to.equal("admitted");
      expect(await outcome(open, url, true), "live").to.equal("parameter_invalid url");
      expect(await outcome(strict, url, false), "not allowed").to.equal("parameter_invalid url");
    });

  it("is plain HTTP to this machine alone", async () => {
    for (const url of [
      "http://shop.example/",
      "http://8.8.8.8/",
      "http://half.example/",
      "http://inside.example/",
    ])
      expect(await outcome(open, url, false), url).to.equal("parameter_invalid url");
  });

  it("is refused with this machine's own form where that would do, and only there", async () => {
    const said = (guard: SsrfGuard, livemode: boolean) =>
      guard.admit("http://shop.example/", livemode).then(
        () => "",
        (error: unknown) => (isDomainError(error) ? error.explanation : ""),
      );
    const example = "by http:// too: http://127.0.0.1:8080/";
    expect(await said(open, false)).to.contain(example);
    expect(await said(open, true), "live").not.to.contain(example);
    expect(await said(strict, false), "not allowed").not.to.contain(example);
  });

  it("that nobody could be asked about may be tried again", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT" }));
    const ssrfGuard = createSsrfGuard({ resolve, loopback: false });
    expect(await outcome(ssrfGuard, "https://shop.example/", true)).to.equal("service_unavailable undefined");
  });

  it("whose host cannot be a name is refused for good", async () => {
    const ssrfGuard = createSsrfGuard({ resolve: createResolve(), loopback: false });
    for (const host of ["a..b", `${"a".repeat(64)}.example`, `${`${"a".repeat(50)}.`.repeat(6)}example`])
      expect(await outcome(ssrfGuard, `https://${host}/`, true), host).to.equal("parameter_invalid url");
  });

  it("of localhost needs no name server", async () => {
    const resolve = createResolve();
    for (const name of ["localhost", "LOCALHOST.", "a.localhost"])
      expect(await resolve(name)).to.deep.equal(["127.0.0.1", "::1"]);
  });
});

describe("a connection", () => {
  let inside: HttpReceiver;
  beforeEach(async () => (inside = await startReceiver()));
  afterEach(() => inside.close());

  const send = async (url: string, ssrfGuard: ReturnType<typeof createSsrfGuard>, livemode = false) => {
    const sender = createSender(ssrfGuard, { deadlineMs: 30_000 });
    try {
      return await sender.send({ url, livemode, headers: {}, body: "{}" });
    } finally {
      await sender.close();
    }
  };
  const portOf = () => new URL(inside.url).port;

  it("goes nowhere inside when a name that was good when it was kept answers otherwise now [D9-14]", async () => {
    let asked = 0;
    const resolve: Resolve = async () => ((asked += 1) === 1 ? [GOOD] : ["127.0.0.1"]);
    const ssrfGuard = createSsrfGuard({ resolve, loopback: false });
    const url = `https://rebinding.example:${portOf()}/`;
    await ssrfGuard.admit(url, true);
    expect(await send(url, ssrfGuard, true)).to.include({ status: null, error: "url_refused" });
    expect(asked).to.equal(2);
    expect(inside.requests).to.deep.equal([]);
  });

  it("goes to the very address that was checked: the name is asked for once [D9-14]", async () => {
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let asked = 0;
    const ssrfGuard = createSsrfGuard({ resolve: async () => answers[asked++] ?? [], loopback: true });
    expect(await send(`http://pinned.example:${portOf()}/`, ssrfGuard)).to.include({ status: 200 });
    expect(asked).to.equal(1);
    expect(inside.requests[0]?.headers.host).to.equal(`pinned.example:${portOf()}`);
  });

  it("is refused where one of several addresses may not be [D9-14]", async () => {
    const ssrfGuard = createSsrfGuard({ resolve: async () => ["127.0.0.1", "10.0.0.1"], loopback: true });
    expect(await send(`http://half.example:${portOf()}/`, ssrfGuard)).to.include({ error: "url_refused" });
    expect(inside.requests).to.deep.equal([]);
  });

  it("is checked against the rules of today, whatever was allowed when the URL was kept", async () => {
    const ssrfGuard = createSsrfGuard({ resolve: createResolve(), loopback: false });
    for (const url of [inside.url, inside.url.replace("http:", "https:"), "https://[::ffff:127.0.0.1]/"])
      expect(await send(url, ssrfGuard), url).to.include({ status: null, error: "url_refused" });
    const open = createSsrfGuard({ resolve: createResolve(), loopback: true });
    expect(await send(inside.url, open, true), "live").to.include({ error: "url_refused" });
    expect(inside.requests).to.deep.equal([]);
  });

  it("made for Sandbox is not used for live", async () => {
    const ssrfGuard = createSsrfGuard({ resolve: async () => ["127.0.0.1"], loopback: true });
    const sender = createSender(ssrfGuard, { deadlineMs: 30_000 });
    const url = `https://shared.example:${portOf()}/`;
    const message = { url, headers: {}, body: "{}" };
    expect(await sender.send({ ...message, livemode: false })).to.include({ error: "tls_failed" });
    expect(await sender.send({ ...message, livemode: true })).to.include({ error: "url_refused" });
    await sender.close();
  });

  it("follows no redirect, wherever it leads [D9-19]", async () => {
    const target = await startReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      inside.answerWith(() => ({ status, headers: { location: target.url } }));
      const ssrfGuard = createSsrfGuard({ resolve: createResolve(), loopback: true });
      expect(await send(inside.url, ssrfGuard)).to.include({ status });
    }
    expect(target.requests).to.deep.equal([]);
    await target.close();
  });

  it("asks no proxy, whatever the environment says", async () => {
    const proxy = await startReceiver();
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1" });
    try {
      const ssrfGuard = createSsrfGuard({ resolve: createResolve(), loopback: true });
      expect(await send(inside.url, ssrfGuard)).to.include({ status: 200 });
      expect(proxy.requests).to.deep.equal([]);
    } finally {
      process.env = before;
      await proxy.close();
    }
  });
});
