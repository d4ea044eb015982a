import { createBusProofs, type AccountValues } from "@flowlix/provider";
import { provedCallbacks, testKeyRing, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { ACCOUNTS_ENV, ACME, withAcme } from "./support/acme.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, createRefund, request, validBody } from "./support/requests.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";

const SECRET = "quiet-words-of-the-acquirer";
const PAYMENT = `pay_${"1".repeat(24)}`;

/** A callback is genuine if it carries the account's own secret; an account of live mode is verified as one. */
const verifierOf =
  (values: AccountValues, livemode?: boolean) => (headers: Readonly<Record<string, unknown>>) =>
    headers["acme-signature"] === values["apiKey"] && livemode === true
      ? [{ callbackId: "cb_1", kind: "order", reference: PAYMENT, claimedState: "succeeded", at: 1 } as const]
      : null;

describe("An account at an acquirer", () => {
  withAcme({ createCallbackVerifier: verifierOf });
  let gateway: TestGateway;
  const kept: object[] = [];
  const payments = scriptedPayments({
    acceptCallbacks: async (params) => {
      kept.push(params);
      return { accepted: true };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ env: ACCOUNTS_ENV, payments });
  });
  after(() => gateway.stop());

  const accountOf = async (merchant: string, secret = SECRET, mode = "live") => {
    const { body } = await gateway.control("POST", "/acquirers", {
      merchant,
      mode,
      acquirer: ACME,
      label: "Acme",
      settings: { baseUrl: "http://127.0.0.1:9/" },
      secrets: { apiKey: secret },
    });
    return String(body["id"]);
  };

  it("lets a live key work, and disabled lets it no longer", async () => {
    const { merchantId } = await gateway.merchant();
    const key = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    const pay = async () => {
      const { status, code } = await createPayment(gateway.url, { apiKey: String(key.body["api_key"]) });
      return [status, code];
    };
    expect(await pay()).to.deep.equal([422, "merchant_not_provisioned"]);
    const id = await accountOf(merchantId);
    expect((await pay())[0]).to.equal(201);
    await gateway.control("POST", `/acquirers/${id}/disable`, {});
    expect(await pay()).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("that is disabled still lets what was paid over it be refunded; one that never was does not", async () => {
    const { merchantId } = await gateway.merchant();
    const key = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    const refund = async () => {
      const { status, code } = await createRefund(gateway.url, { apiKey: String(key.body["api_key"]) });
      return [status, code];
    };
    expect(await refund()).to.deep.equal([422, "merchant_not_provisioned"]);
    const id = await accountOf(merchantId);
    expect((await refund())[0]).to.equal(201);
    await gateway.control("POST", `/acquirers/${id}/disable`, {});
    expect((await refund())[0]).to.equal(201);
  });

  it("is shown to operators in their workbench without its secrets, of one merchant where they ask for it", async () => {
    const { merchantId } = await gateway.merchant();
    const other = await gateway.merchant();
    const id = await accountOf(merchantId);
    const another = await accountOf(other.merchantId);
    const headers = { authorization: "Bearer control-token-of-a-test", actor: "tester" };
    const part = async (path: string) => {
      const { status, text } = await request(`${gateway.controlUrl}/workbench/parts/${path}`, { headers });
      expect(status, `${path}: ${text}`).to.equal(200);
      expect(text).not.to.contain(SECRET);
      return text;
    };
    expect(await part("accounts"))
      .to.contain(id)
      .and.to.contain(another);
    expect(await part(`accounts?merchant=${merchantId}`))
      .to.contain(id)
      .and.not.to.contain(another);
    const one = await part(`accounts/${id}`);
    expect(one).to.match(/<dt>apiKey<\/dt><dd>set \([0-9a-f]{8}\)<\/dd>/);
    expect(one).to.contain(`/acquirers/${id}/disable`);
    await gateway.control("POST", `/acquirers/${id}/disable`, {});
    expect(await part(`accounts/${id}`))
      .to.contain("disabled")
      .and.to.contain("activate");
    expect(await part(`checks/${id}`)).to.contain("payments");
    const unknown = await request(`${gateway.controlUrl}/workbench/parts/accounts/acq_${"0".repeat(24)}`, {
      headers,
    });
    expect(unknown.status).to.equal(404);
  });

  it("in Sandbox has its acquirer's test system decide: nobody says there that an amount ordered an outcome", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    const said = async () => {
      const { payment_method_data: method, ...rest } = validBody();
      const card = { ...method.card, number: "4000000000009995" };
      const body = { ...rest, amount: 100_005, payment_method_data: { ...method, card } };
      const { status, text, headers } = await createPayment(gateway.url, { apiKey, body });
      expect(status, text).to.equal(201);
      const line = await waitFor("the request to be logged", async () => {
        const path = `/workbench/parts/requests/${headers.get("request-id")}`;
        const shown = await request(`${gateway.url}${path}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        });
        return shown.status === 200 ? shown.text : null;
      });
      return { warned: headers.has("sandbox-warning"), ordered: line.includes("As ordered") };
    };
    expect(await said()).to.deep.equal({ warned: true, ordered: true });
    await accountOf(merchantId, SECRET, "sandbox");
    expect(await said()).to.deep.equal({ warned: false, ordered: false });
  });

  describe("has callbacks under its own path, which", () => {
    const post = (account: string, signature: string, acquirer = ACME) =>
      request(`${gateway.url}/provider/${acquirer}/callbacks/${account}`, {
        method: "POST",
        headers: { "content-type": "application/json", "acme-signature": signature },
        body: "{}",
      });
    let account: string;
    let another: string;
    before(async () => {
      const { merchantId } = await gateway.merchant();
      account = await accountOf(merchantId);
      another = await accountOf(merchantId, "words-of-another-account");
    });

    it("are verified with its own secrets, and kept under acquirer and account", async () => {
      kept.length = 0;
      expect((await post(account, SECRET)).status).to.equal(200);
      const callbacks = [{ callback_id: "cb_1", reference: PAYMENT, claimed_state: "succeeded", at: 1 }];
      const proofs = createBusProofs(testKeyRing("as1"));
      expect(kept).to.deep.equal([provedCallbacks(proofs, { provider: ACME, account, callbacks })]);
    });

    it("are 401 where another account's secret signed them, and nothing is kept", async () => {
      kept.length = 0;
      expect((await post(another, SECRET)).status).to.equal(401);
      expect(kept).to.deep.equal([]);
    });

    it("are 404 where there is no such account, or none at that acquirer", async () => {
      expect((await post(`acq_${"0".repeat(24)}`, SECRET)).status).to.equal(404);
      expect((await post("acq_1", SECRET)).status).to.equal(404);
      expect((await post(account, SECRET, "sandbox")).status).to.equal(404);
      expect((await post("%ff", SECRET)).status).to.equal(404);
    });

    it("are still taken of an account that is disabled: its objects live on", async () => {
      const { merchantId } = await gateway.merchant();
      const id = await accountOf(merchantId);
      await gateway.control("POST", `/acquirers/${id}/disable`, {});
      expect((await post(id, SECRET)).status).to.equal(200);
    });
  });
});
