import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeLiveMerchant, startCheckoutDouble, type CheckoutDouble } from "@flowlix/acquirer-doubles";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "../support/installation.ts";

/** Longer than the test takes: the payment is captured when the test says so. */
const CAPTURED_AFTER_MS = 100_000;

type Answer = Readonly<Record<string, unknown>>;

describe("a merchant's account that cannot be reached, beside another one in reserve", function () {
  this.timeout(START_TIMEOUT_MS);
  let first: CheckoutDouble;
  let second: CheckoutDouble;
  let installation: Installation;
  let apiKey: string;
  before(async () => {
    [first, second] = await Promise.all([
      startCheckoutDouble(),
      startCheckoutDouble({ delays: { capture: CAPTURED_AFTER_MS } }),
    ]);
    const ring = `k1:${randomBytes(32).toString("base64")}`;
    installation = await startStandalone({ env: { ACQUIRER_SECRET_KEYS: ring, ACQUIRER_LOOPBACK: "true" } });
    const token = readFileSync(join(installation.dataDir, "control-token"), "utf8").trim();
    const control = { url: installation.runtime().control_url, token };
    const merchant = await makeLiveMerchant(control, first);
    apiKey = merchant.apiKey;
    const added = await fetch(`${control.url}/acquirers`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, actor: "Ada", "content-type": "application/json" },
      body: JSON.stringify({
        merchant: merchant.merchantId,
        mode: "live",
        label: "In reserve",
        ...second.account,
        weight: 0,
      }),
    });
    const made = objectOf(await added.json());
    expect(added.ok, JSON.stringify(made)).to.equal(true);
    second.webhooks.sendTo(String(made["callback_url"]));
  });
  after(async () => {
    await installation.stop();
    await second.stop();
  });

  async function ask(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${installation.publicUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
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
  const becomes = (path: string, status: string): Promise<Answer> =>
    waitFor(`${path} to be ${status}`, async () => {
      const shown = await ask("GET", path);
      return shown["status"] === status && shown;
    });

  it("is paid and refunded at the second one, once, and nothing at the first", async () => {
    await first.stop();
    const payment = await ask("POST", "/payments", FIRST_PAYMENT);
    const id = String(payment["id"]);
    expect(payment["status"]).to.equal("PROCESSING");
    second.clock.advance(CAPTURED_AFTER_MS);
    await becomes(`/payments/${id}`, "SUCCEEDED");
    expect(second.book.executions(`${id}_2`)).to.equal(1);
    expect([first.book.executions(id), second.book.executions(id)]).to.deep.equal([0, 0]);
    const refund = await ask("POST", "/refunds", { payment_id: id, amount: 1_000, reason: "returned" });
    await becomes(`/refunds/${String(refund["id"])}`, "SUCCEEDED");
    expect(second.book.refundedOf(`${id}_2`)).to.equal(1_000);
  });
});

const isObject = (value: unknown): value is Answer => typeof value === "object" && value !== null;

function objectOf(value: unknown): Answer {
  if (!isObject(value)) throw new Error("no object");
  return value;
}
