import { holdsDigits, whileClockStands } from "@flowlix/testkit";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import {
  pageState,
  goodCard,
  PAGE_ID,
  PAGE_KEY,
  formTokens,
  pageTokens,
  stateOf,
} from "../../../libs/hosted-page/test/support/hosted-pages.ts";
import type { Submitted } from "../../../libs/hosted-page/test/support/hosted-pages.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";

const FORM = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
const STATUS = `${FORM}/status?go=1`;

/** The gateway of the surrounding `describe`, with one hosted Payment that waits for its card. */
function withGateway(env: Readonly<Record<string, string>> = {}) {
  let gateway: TestGateway | undefined;
  let merchantId = "";
  const looks: boolean[] = [];
  const submitted: Submitted[] = [];
  const owner = {
    read: async () => pageState({ scope: { merchant_id: merchantId, livemode: false } }),
    submit: async () => ({ result: "settled" }) as const,
  };
  const payments = scriptedPayments({
    readPage: async ({ payment_id: id, look }) => {
      if (id !== PAGE_ID) throw new DomainError("object_not_found");
      looks.push(look);
      return owner.read();
    },
    submitPage: async (params) => {
      submitted.push(params);
      return owner.submit();
    },
  });
  before(async function () {
    this.timeout(60_000);
    const key = `${PAGE_KEY.id}:${PAGE_KEY.key.toString("base64")}`;
    gateway = await startGateway({ payments, env: { PAGE_TOKEN_KEY: key, ...env } });
    ({ merchantId } = await gateway.merchant());
  });
  after(() => gateway?.stop());
  const initial = { ...owner };
  beforeEach(() => {
    Object.assign(owner, initial);
    looks.length = 0;
    submitted.length = 0;
  });
  const ask = async (path: string, init: RequestInit = {}) => request(`${gateway?.url}${path}`, init);
  return {
    looks,
    submitted,
    owner,
    ask,
    submit: (fields: Readonly<Record<string, string>> = goodCard(), headers: Record<string, string> = {}) =>
      ask(FORM, { method: "POST", headers, body: new URLSearchParams(fields) }),
    /** Every line of the log and every metric. */
    logged: async () => `${gateway?.logLines.join("")}${await gateway?.metrics.text()}`,
  };
}

describe("a link to a hosted page", () => {
  const page = withGateway();

  const token = pageTokens.tokenFor(PAGE_ID);
  const unknown = `pay_${"u".repeat(24)}`;
  for (const [name, path] of [
    ["without its token", `/pay/${PAGE_ID}/x`],
    ["with another Payment's token", `/pay/${unknown}/${token}`],
    ["with a token cut short", `/pay/${PAGE_ID}/${token.slice(0, -1)}`],
    ["with the form's token", `/pay/${PAGE_ID}/${formTokens.tokenFor(PAGE_ID)}`],
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
    it(`${name} is one and the same 404 page [D3-5]`, async () => {
      const answer = await page.ask(path);
      expect([answer.status, stateOf(answer)]).to.deep.equal([404, "unknown"]);
      const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
      const other = await page.ask(`/pay/${PAGE_ID}/y`);
      expect(plain(answer.text)).to.equal(plain(other.text));
      expect(answer.headers.get("cache-control")).to.equal("no-store");
    });
  }

  it("is forged in a POST just as well, and nothing is read of it", async () => {
    const answer = await page.ask(`/pay/${PAGE_ID}/x`, {
      method: "POST",
      body: "card-number=1",
    });
    expect([answer.status, stateOf(answer)]).to.deep.equal([404, "unknown"]);
    expect([page.looks, page.submitted]).to.deep.equal([[], []]);
  });

  it("cut is forged in a POST too, however long its form is", async () => {
    for (const path of ["/pay", `/pay/${PAGE_ID}`, `/pay/${PAGE_ID}/${token}/`]) {
      const answer = await page.ask(path, {
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
      const answer = await page.ask(path);
      expect([answer.status, answer.headers.get("content-type")], path).to.deep.equal([404, type]);
    }
  });

  it("works with HEAD as with GET, and with no other method", async () => {
    const head = await page.ask(FORM, { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("content-type")]).to.deep.equal([
      200,
      "",
      "text/html; charset=utf-8",
    ]);
    const wrong = await page.ask(FORM, { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).to.deep.equal([405, "GET, HEAD, POST"]);
  });

  it("stands in logs and metrics as its template only", async () => {
    await page.ask(`${FORM}/status?lang=de`);
    const logged = await page.logged();
    expect(logged).to.contain("/pay/{payment_id}/{token}/status").and.not.to.contain(token);
  });
});

describe("a hosted page that the gateway serves", () => {
  const page = withGateway();

  it("is a line in the log where something unexpected keeps it from being shown, and says nothing of it", async () => {
    page.owner.read = () => Promise.reject(new Error("secret detail"));
    const answer = await page.ask(FORM);
    expect([answer.status, stateOf(answer)]).to.deep.equal([503, "unavailable"]);
    expect(answer.text).not.to.contain("secret");
    expect(await page.logged()).to.contain("a page could not be shown as asked");
  });

  it("names the merchant as its account does", async () => {
    expect((await page.ask(FORM)).text).to.contain('<h1 class="payee">Payment to Shop</h1>');
  });
});

describe("a card that the gateway is sent by a payer", () => {
  const page = withGateway();

  it("comes from the payer's address, and not from one that a stranger names", async () => {
    const answer = await page.submit(goodCard(), { "x-forwarded-for": "198.51.100.1" });
    expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, STATUS]);
    expect(page.submitted.map(({ customer_ip_address: address }) => address)).to.deep.equal(["127.0.0.1"]);
  });

  it("stands in no log, metric, header or page, with every outcome [D3-PAGE-5]", async () => {
    // No number that the page itself offers as a test card.
    await page.submit({ ...goodCard(), "card-number": "4012 8888 8888 1881" });
    const faulty = await page.submit({
      ...goodCard(),
      "card-number": "4012 8888 8888 1882",
      "card-cvc": "9876",
    });
    expect(faulty.status).to.equal(422);
    const logged = (await page.logged()) + JSON.stringify([...faulty.headers]) + faulty.text;
    for (const secret of ["4012888888881882", "4012 8888 8888 1882", "4012888888881881", "12/34"])
      expect(logged).not.to.contain(secret);
    expect(holdsDigits(logged, "9876")).to.equal(false);
  });

  it("leads to the status page where the owner breaks: a claim may have been taken", async () => {
    page.owner.submit = () => Promise.reject(new Error("boom"));
    expect((await page.submit()).headers.get("location")).to.equal(`${STATUS}&note=unsent`);
  });

  const tooLarge = { ...goodCard(), "card-name": "x".repeat(70_000) };

  it("in a body over 64 KiB is refused before it is read, by a page that leads back to the form", async () => {
    const sent = await page.submit(tooLarge, { "accept-language": "pl" });
    expect([sent.status, stateOf(sent)]).to.deep.equal([400, "unreadable"]);
    expect(sent.text).to.contain("Nie udało się odczytać danych").and.contain(`id="retry" href="${FORM}"`);
    expect([page.looks, page.submitted]).to.deep.equal([[], []]);
  });

  it("in such a body to a link that opens nothing is answered by the same 404 page as any other", async () => {
    const body = new URLSearchParams(tooLarge);
    const sent = await page.ask(`/pay/${PAGE_ID}/x`, { method: "POST", body });
    expect([sent.status, stateOf(sent)]).to.deep.equal([404, "unknown"]);
  });
});

describe("a submit that nobody answers in time", () => {
  const page = withGateway({ REQUEST_DEADLINE: "1s" });

  it("leads to the status page, with a note that it may have been sent", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page.owner.submit = async () => {
      await promise;
      return { result: "settled" };
    };
    // All of the second is left when the owner is called, however slow the machine is.
    const sent = await whileClockStands(() => page.submit());
    resolve();
    expect([sent.status, sent.headers.get("location")]).to.deep.equal([303, `${STATUS}&note=again`]);
  });
});

describe("submits in flight", () => {
  const page = withGateway({ PAGE_SUBMIT_LIMIT: "1" });

  it("are bounded: one more is not sent, and counts as limited", async () => {
    const entered = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    page.owner.submit = async () => {
      entered.resolve();
      await promise;
      return { result: "settled" };
    };
    const first = page.submit();
    await entered.promise;
    const second = await page.submit();
    expect(second.headers.get("location")).to.equal(`${STATUS}&note=unsent`);
    resolve();
    expect((await first).headers.get("location")).to.equal(STATUS);
    expect(page.submitted).to.have.length(1);
    expect(await page.logged()).to.contain(
      'gateway_rate_limited_total{route="/pay/{payment_id}/{token}",scope="admission"} 1',
    );
    expect((await page.submit()).headers.get("location")).to.equal(STATUS);
  });
});
