import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CHALLENGED_CARD,
  makeLiveMerchant,
  startAdyenDouble,
  type AdyenDouble,
  type LiveMerchant,
} from "@flowlix/acquirer-doubles";
import { ADYEN_SETTINGS } from "@flowlix/provider";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "../support/installation.ts";

type Answer = Readonly<Record<string, unknown>>;

const BROWSER = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1440,
  screen_height: 900,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

/** What an account of that double is told, its secrets apart. */
function accountOf({ settings }: AdyenDouble) {
  const entries: [string, unknown][] = Object.entries(settings);
  const isSecret = ([name]: readonly [string, unknown]) => ADYEN_SETTINGS.secrets.includes(name);
  return {
    acquirer: "adyen",
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret).map(([name, value]) => [name, String(value)])),
  };
}

describe("live mode, at a double of Adyen", function () {
  this.timeout(START_TIMEOUT_MS);
  let double: AdyenDouble;
  let installation: Installation;
  let merchant: LiveMerchant;
  before(async () => {
    double = await startAdyenDouble({ live: true });
    const ring = `k1:${randomBytes(32).toString("base64")}`;
    installation = await startStandalone({ env: { ACQUIRER_SECRET_KEYS: ring, ACQUIRER_LOOPBACK: "true" } });
    const token = readFileSync(join(installation.dataDir, "control-token"), "utf8").trim();
    const control = { url: installation.runtime().control_url, token };
    merchant = await makeLiveMerchant(control, { ...double, account: accountOf(double) });
  });
  after(async () => {
    await installation.stop();
    await double.stop();
  });

  async function asked(method: "GET" | "POST", path: string, body?: object) {
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
    return { status: answer.status, shown: objectOf(await answer.json()) };
  }
  async function ask(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const { status, shown } = await asked(method, path, body);
    if (status >= 300) throw new Error(`${status} to ${method} ${path}: ${JSON.stringify(shown)}`);
    return shown;
  }
  const paymentBy = (card: object, more: object = { browser_information: BROWSER }) => {
    const { payment_method_data: method, ...rest } = FIRST_PAYMENT;
    return { ...rest, ...more, payment_method_data: { ...method, card: { ...method.card, ...card } } };
  };
  const pay = (card: object = {}) => ask("POST", "/payments", paymentBy(card));
  const at = (collection: string, { id }: Answer): string => `/${collection}/${String(id)}`;
  const becomes = (path: string, status: string): Promise<Answer> =>
    waitFor(`${path} to be ${status}`, async () => {
      const shown = await ask("GET", path);
      return shown["status"] === status && shown;
    });
  const chargesOf = ({ id }: Answer): number => double.book.executions(String(id));

  /** Other requests come by themselves: reports are asked for in the background. */
  const paymentsSent = () => double.server.seen.filter(({ path }) => path.endsWith("/payments")).length;

  it("a card pays at once, in live mode", async () => {
    const payment = await pay();
    expect(payment).to.include({ status: "SUCCEEDED", livemode: true });
    expect(chargesOf(payment)).to.equal(1);
  });

  it("a card without browser information is refused with the field's name, and nothing is sent", async () => {
    const before = paymentsSent();
    const { status, shown } = await asked("POST", "/payments", paymentBy({}, {}));
    expect(status).to.equal(400);
    expect(JSON.stringify(shown)).to.include("browser_information");
    expect(paymentsSent()).to.equal(before);
  });

  it("a declined card fails with the code's meaning", async () => {
    const payment = await pay({ holder_name: "NOT_ENOUGH_BALANCE" });
    expect(payment).to.include({ status: "FAILED", failure_code: "insufficient_funds" });
    expect(chargesOf(payment)).to.equal(0);
  });

  it("a challenge charges nothing until the payer is back, and once however often they come back", async () => {
    const payment = await pay({ number: CHALLENGED_CARD });
    expect(payment["status"]).to.equal("REQUIRES_ACTION");
    const url = String(objectOf(payment["next_action"])["redirect_url"]);
    const body = new URLSearchParams({ answer: "pass" });
    const answered = await fetch(url, { method: "POST", body, redirect: "manual" });
    expect(chargesOf(payment)).to.equal(0);
    const back = answered.headers.get("location") ?? "";
    const visits = await Promise.all([1, 2, 3].map(() => fetch(back, { redirect: "manual" })));
    for (const visit of visits) expect(visit.status).to.equal(303);
    await becomes(at("payments", payment), "SUCCEEDED");
    expect(chargesOf(payment)).to.equal(1);
  });

  it("a refund goes back by Adyen's id of the charge, and succeeds when its webhook says so", async () => {
    const payment = await pay();
    const refund = await ask("POST", "/refunds", {
      payment_id: payment["id"],
      amount: 1_000,
      reason: "returned",
    });
    expect(refund["status"]).to.equal("PROCESSING");
    await becomes(at("refunds", refund), "SUCCEEDED");
    expect(double.book.refundedOf(String(payment["id"]))).to.equal(1_000);
  });

  const PAYOUT = {
    amount: 2_500,
    currency: "EUR",
    destination: { card_number: "5555555555554444" },
    initiator_ip_address: "203.0.113.7",
    recipient: { country: "GB", first_name: "Ada", last_name: "Lovelace" },
  };

  it("a payout needs the recipient's address, and is paid when the payee's bank has accepted it", async () => {
    const { status, shown } = await asked("POST", "/payouts", PAYOUT);
    expect(status).to.equal(400);
    expect(JSON.stringify(shown)).to.include("recipient.address");
    const address = { line1: "12 St James's Square", city: "London", country: "GB" };
    const payout = await ask("POST", "/payouts", { ...PAYOUT, recipient: { ...PAYOUT.recipient, address } });
    await becomes(at("payouts", payout), "SUCCEEDED");
    expect(chargesOf(payout)).to.equal(1);
  });

  it("an answer that is lost after the execution is told by a webhook: charged once", async () => {
    double.faults.plan({ match: { method: "POST", pathEnds: "/payments" }, fault: { kind: "drop_after" } });
    const payment = await pay();
    await becomes(at("payments", payment), "SUCCEEDED");
    expect(chargesOf(payment)).to.equal(1);
  });
});

const isObject = (value: unknown): value is Answer => typeof value === "object" && value !== null;

function objectOf(value: unknown): Answer {
  if (!isObject(value)) throw new Error("no object");
  return value;
}
