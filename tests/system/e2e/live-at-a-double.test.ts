import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  makeLiveMerchant,
  startCheckoutDouble,
  type CheckoutDouble,
  type LiveMerchant,
} from "@flowlix/acquirer-doubles";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "../support/installation.ts";

type Answer = Readonly<Record<string, unknown>>;

const DECLINED_CARD = "4544249167673670";
const CHALLENGED_CARD = "4000000000003220";
/** Longer than any test takes: a payment is captured when a test says so. */
const CAPTURED_AFTER_MS = 100_000;

describe("live mode, at a double of Checkout.com", function () {
  this.timeout(START_TIMEOUT_MS);
  let double: CheckoutDouble;
  let installation: Installation;
  let merchant: LiveMerchant;
  before(async () => {
    double = await startCheckoutDouble({ delays: { capture: CAPTURED_AFTER_MS } });
    const ring = `k1:${randomBytes(32).toString("base64")}`;
    installation = await startStandalone({ env: { ACQUIRER_SECRET_KEYS: ring, ACQUIRER_LOOPBACK: "true" } });
    const token = readFileSync(join(installation.dataDir, "control-token"), "utf8").trim();
    merchant = await makeLiveMerchant({ url: installation.runtime().control_url, token }, double);
  });
  after(async () => {
    await installation.stop();
    await double.stop();
  });

  async function ask(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${installation.publicUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${merchant.apiKey}`,
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "idempotency-key": randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const shown = objectOf(await answer.json());
    if (!answer.ok) throw new Error(`${answer.status} to ${method} ${path}: ${JSON.stringify(shown)}`);
    return shown;
  }
  const pay = (number = "4242424242424242") => {
    const { payment_method_data: method, ...rest } = FIRST_PAYMENT;
    return ask("POST", "/payments", {
      ...rest,
      payment_method_data: { ...method, card: { ...method.card, number } },
    });
  };
  /** Where an object is read. */
  const at = (collection: string, { id }: Answer): string => `/${collection}/${String(id)}`;
  const captures = () => double.clock.advance(CAPTURED_AFTER_MS);
  const becomes = (path: string, status: string): Promise<Answer> =>
    waitFor(`${path} to be ${status}`, async () => {
      const shown = await ask("GET", path);
      return shown["status"] === status && shown;
    });

  it("a card pays: processing, and succeeded once it was captured, in live mode", async () => {
    const payment = await pay();
    expect(payment).to.include({ status: "PROCESSING", livemode: true });
    captures();
    await becomes(at("payments", payment), "SUCCEEDED");
    expect(double.book.executions(String(payment["id"]))).to.equal(1);
  });

  it("a declined card fails with the code's meaning", async () => {
    const payment = await pay(DECLINED_CARD);
    expect(payment).to.include({ status: "FAILED", failure_code: "insufficient_funds" });
    expect(double.book.executions(String(payment["id"]))).to.equal(0);
  });

  it("a challenge is gone through by the payer's browser, and the payment succeeds", async () => {
    const payment = await pay(CHALLENGED_CARD);
    expect(payment["status"]).to.equal("REQUIRES_ACTION");
    const url = String(objectOf(payment["next_action"])["redirect_url"]);
    expect(new URL(url).host).to.equal(double.server.host);
    const body = new URLSearchParams({ answer: "approve" });
    const answered = await fetch(url, { method: "POST", body, redirect: "manual" });
    const back = await fetch(answered.headers.get("location") ?? "", { redirect: "manual" });
    expect(back.headers.get("location") ?? "").to.match(/^https:\/\/shop\.example\/return\?/);
    captures();
    await becomes(at("payments", payment), "SUCCEEDED");
    expect(double.book.executions(String(payment["id"]))).to.equal(1);
  });

  it("a refund goes back through the account that the charge went through", async () => {
    const payment = await pay();
    captures();
    await becomes(at("payments", payment), "SUCCEEDED");
    const refund = await ask("POST", "/refunds", {
      payment_id: payment["id"],
      amount: 1_000,
      reason: "returned",
    });
    await becomes(at("refunds", refund), "SUCCEEDED");
    expect(double.book.refundedOf(String(payment["id"]))).to.equal(1_000);
  });

  it("a payout is paid", async () => {
    const payout = await ask("POST", "/payouts", {
      amount: 2_500,
      currency: "EUR",
      destination: { card_number: "5555555555554444", exp_month: 12, exp_year: 2034 },
      initiator_ip_address: "203.0.113.7",
      recipient: { country: "GB", first_name: "Ada", last_name: "Lovelace" },
    });
    await becomes(at("payouts", payout), "SUCCEEDED");
    expect(double.book.executions(String(payout["id"]))).to.equal(1);
  });

  it("an answer that is lost after the execution is found: charged once", async () => {
    double.faults.plan({ match: { method: "POST", pathEnds: "/payments" }, fault: { kind: "drop_after" } });
    const payment = await pay();
    // A webhook may have told of it already.
    expect(payment["status"]).to.be.oneOf(["PENDING", "PROCESSING"]);
    captures();
    await becomes(at("payments", payment), "SUCCEEDED");
    expect(double.book.executions(String(payment["id"]))).to.equal(1);
  });
});

const isObject = (value: unknown): value is Answer => typeof value === "object" && value !== null;

function objectOf(value: unknown): Answer {
  if (!isObject(value)) throw new Error("no object");
  return value;
}
