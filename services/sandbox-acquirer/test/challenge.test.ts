import { expect } from "chai";
import { TEST_BROWSER, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { CARD, RETURN_URL, newReference, send, withAcquirer } from "./support/acquirer.ts";

describe("the 3D Secure challenge page [D11-13]", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);

  const challenged = async (amount = 103_000, currency = "EUR") => {
    const reference = newReference();
    await acquirer().register(reference, amount, { currency });
    const url = String((await acquirer().authorise(reference)).json()["action_url"]);
    return { reference, url };
  };
  const press = (url: string, action: string) =>
    send(url, "POST", {
      body: `action=${action}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const orderOf = async (reference: string) => (await acquirer().read(reference)).json();

  it("shows the amount by the currency's exponent and three buttons in a plain form", async () => {
    for (const [currency, shown] of [
      ["EUR", "€1,030.00"],
      ["JPY", "¥103,000"],
      ["KWD", "KWD\u00a0103.000"],
    ] as const) {
      const page = await send((await challenged(103_000, currency)).url, "GET");
      expect(page.status).to.equal(200);
      expect(page.text).to.include(shown).and.to.include('<form method="post">').and.to.include('lang="en"');
      for (const action of ["complete", "fail", "cancel"])
        expect(page.text).to.include(`name="action" value="${action}"`);
      expect(page.text).not.to.match(/<script|\son[a-z]+=|src=/);
    }
  });

  it("speaks the payer's language, and names merchant and amount as the hosted page does", async () => {
    for (const [language, shown] of [
      ["en", ["Payment to A &amp; B", "€1,030.00"]],
      ["de-CH", ["Zahlung an A &amp; B", "1.030,00\u00a0€"]],
      ["fr", ["Paiement à A &amp; B", "1\u202f030,00\u00a0€"]],
      ["es", ["Pago a A &amp; B", "1030,00\u00a0€"]],
      ["it-IT", ["Pagamento a A &amp; B", "1030,00\u00a0€"]],
      ["pl", ["Płatność dla: A &amp; B", "1030,00\u00a0€"]],
      ["ja", ["Payment to A &amp; B"]],
    ] as const) {
      const reference = newReference();
      const authorisation = {
        instrument: { kind: "card", card: CARD },
        browser_information: { ...TEST_BROWSER, language },
      };
      const order = await acquirer().submit(reference, 103_000, { merchant_name: "A & B", authorisation });
      // Whatever another browser asks for that opens it.
      const headers = { "accept-language": "de" };
      const { text } = await send(String(order.json()["action_url"]), "GET", { headers });
      for (const words of shown) expect(text, language).to.include(words);
      expect(text).to.include(`<html lang="${language === "ja" ? "en" : language.slice(0, 2)}">`);
    }
  });

  it("without a known language and merchant asks the browser for the language, and names no merchant", async () => {
    const { url } = await challenged();
    const { text } = await send(url, "GET", { headers: { "accept-language": "pl" } });
    expect(text).to.include("Potwierdź płatność").and.not.include("Płatność dla");
    const unknown = await send(`${acquirer().url}/challenge/${"A".repeat(43)}`, "GET", {
      headers: { "accept-language": "it" },
    });
    expect([unknown.status, unknown.text.includes("Qui non c’è nulla")]).to.deep.equal([404, true]);
  });

  it("is neither cached, framed, nor told to anyone, and runs nothing", async () => {
    const { headers } = await send((await challenged()).url, "GET");
    expect(headers).to.include({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy)
      .to.include("default-src 'none'")
      .and.to.include("frame-ancestors 'none'")
      .and.to.include("base-uri 'none'");
    expect(policy).not.to.match(/unsafe|script-src/);
  });

  it("completed, it charges once, leads back, and leads back whenever it is opened again [D3-RET-3]", async () => {
    const { reference, url } = await challenged();
    const answers = await Promise.all([press(url, "complete"), press(url, "complete"), press(url, "fail")]);
    for (const answer of answers) {
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal(RETURN_URL);
    }
    const order = await orderOf(reference);
    expect(order["action_url"]).to.equal(null);
    const charges = (await acquirer().book(reference)).length;
    expect([order["state"], charges]).to.be.deep.oneOf([
      ["succeeded", 1],
      ["failed", 0],
    ]);
    const again = await send(url, "GET");
    expect([again.status, again.headers["location"]]).to.deep.equal([303, RETURN_URL]);
  });

  it("completed, it succeeds for 103000 and fails with the code of 1000xx for 1030xx", async () => {
    for (const [amount, state, code] of [
      [103_000, "succeeded", null],
      [103_098, "succeeded", null],
      [103_051, "failed", "51"],
    ] as const) {
      const { reference, url } = await challenged(amount);
      await press(url, "complete");
      expect(await orderOf(reference)).to.include({ state, response_code: code });
      expect(await acquirer().book(reference)).to.have.length(state === "succeeded" ? 1 : 0);
    }
  });

  it("failed, it ends the order unauthenticated and charges nothing", async () => {
    const { reference, url } = await challenged();
    expect((await press(url, "fail")).headers["location"]).to.equal(RETURN_URL);
    expect(await orderOf(reference)).to.include({ state: "failed", response_code: "3D01" });
    expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("cancelled, it leads back with the state unchanged, to be completed later at another address", async () => {
    const { reference, url } = await challenged();
    expect((await press(url, "cancel")).headers["location"]).to.equal(RETURN_URL);
    const order = await orderOf(reference);
    expect(order["state"]).to.equal("action_required");
    expect(order["action_url"]).to.not.equal(url);
    const next = String(order["action_url"]);
    expect((await send(next, "GET")).status).to.equal(200);
    await press(next, "complete");
    expect(await orderOf(reference)).to.include({ state: "succeeded" });
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("at an address of before it leads on: to the challenge of now, afterwards to the merchant", async () => {
    const { reference, url } = await challenged();
    const urls = [url];
    for (let times = 0; times < 2; times += 1) {
      await press(urls.at(-1) ?? "", "cancel");
      urls.push(String((await orderOf(reference))["action_url"]));
    }
    expect(new Set(urls).size).to.equal(3);
    const [first = "", second = "", third = ""] = urls;
    for (const old of [first, second]) {
      for (const answer of [await send(old, "GET"), await press(old, "complete"), await press(old, "fail")])
        expect([answer.status, answer.headers["location"]]).to.deep.equal([303, third]);
      const left = await press(old, "cancel");
      expect(left.headers["location"], "leaving leads to the merchant, whichever page is left").to.equal(
        RETURN_URL,
      );
    }
    expect((await orderOf(reference))["action_url"], "nobody's page but the newest is left").to.equal(third);
    await press(third, "complete");
    for (const old of urls) expect((await send(old, "GET")).headers["location"]).to.equal(RETURN_URL);
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("has no address that was never given out", async () => {
    const { url } = await challenged();
    for (const number of ["2", "1", "0", "02", "x", "99999999999"])
      expect((await send(`${url}/${number}`, "GET")).status, number).to.equal(404);
  });

  it("does nothing for an order that was cancelled meanwhile", async () => {
    const { reference, url } = await challenged();
    await acquirer().cancel(reference, 103_000);
    expect((await press(url, "complete")).status).to.equal(303);
    expect(await orderOf(reference)).to.include({ state: "cancelled" });
    expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("refuses an unknown token and an unknown action", async () => {
    const { reference, url } = await challenged();
    expect((await send(`${acquirer().url}/challenge/${"A".repeat(43)}`, "GET")).status).to.equal(404);
    expect(
      (
        await press(
          url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
          "complete",
        )
      ).status,
    ).to.equal(404);
    expect((await press(url, "steal")).status).to.equal(400);
    expect(await orderOf(reference)).to.include({ state: "action_required" });
  });

  it("keeps token, return address and card out of every table", async () => {
    const { url } = await challenged();
    const tables = await database().sql(
      "select table_name as name from information_schema.tables where table_schema = 'sandbox_acquirer'",
    );
    const secrets = [url.split("/").at(-1), "return-token-of-the-tests", CARD.number, CARD.holder_name].map(
      String,
    );
    for (const { name } of tables) {
      const rows = await database().sql(`select t::text as row from sandbox_acquirer.${String(name)} t`);
      const text = JSON.stringify(rows);
      for (const secret of secrets) {
        expect(text).not.to.include(secret);
        // Binary columns are printed as hexadecimal digits.
        expect(text).not.to.include(Buffer.from(secret).toString("hex"));
      }
    }
  });
});
