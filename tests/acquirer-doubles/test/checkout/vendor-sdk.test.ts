import { Checkout } from "checkout-sdk-node";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { startCheckoutDouble, type CheckoutDouble } from "../../src/index.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Error("no object");
  return value;
}

/** Everything is asked of Checkout.com's own client, which reaches the double instead. */
describe("Checkout.com's own client against the double", () => {
  let double: CheckoutDouble;
  let client: Checkout;
  const delays = { capture: 1_000, refund: 1_000, payout: 1_000 };
  let execution: Promise<unknown> = Promise.resolve();
  beforeEach(async () => {
    double = await startCheckoutDouble({
      delays,
      reportsAtOnce: true,
      timeStands: true,
      beforeExecution: () => execution,
    });
    client = new Checkout(double.secretKey, { host: double.server.url });
  });
  afterEach(() => double.stop());

  const request = (differences: object = {}): object => ({
    source: { number: "4242424242424242", expiry_month: 12, expiry_year: 2034, cvv: "123" },
    amount: 1_000,
    currency: "EUR",
    reference: "ORD-1",
    ...differences,
  });
  const pay = async (differences: object = {}, key?: string) =>
    objectOf(await client.payments.request(request(differences), key));
  const refusalOf = async (asked: Promise<unknown>) =>
    asked.then(
      () => "no refusal",
      (error: unknown) => objectOf(error)["name"],
    );

  it("pays, reads, lists, and is told what was done", async () => {
    const paid = await pay();
    expect(paid).to.include({
      approved: true,
      status: "Authorized",
      response_code: "10000",
      requiresRedirect: false,
    });
    double.clock.advance(1_500);
    const id = String(paid["id"]);
    expect(await client.payments.get(id)).to.include({
      status: "Captured",
      reference: "ORD-1",
      amount: 1_000,
    });
    const list = objectOf(await client.payments.getPaymentList({ reference: "ORD-1", limit: 10, skip: 0 }));
    expect(list).to.include({ total_count: 1 });
    const actions: unknown = await client.payments.getActions(id);
    expect(Array.isArray(actions) && actions.map((action) => objectOf(action)["type"])).to.deep.equal([
      "Capture",
      "Authorization",
    ]);
  });

  it("is given the answer of a key again, and a 429 while the first of it runs", async () => {
    const held = Promise.withResolvers<void>();
    execution = held.promise;
    const running = pay({}, "key-1");
    await waitFor("the first to come", () => double.server.seen.length === 1);
    expect(await refusalOf(pay({}, "key-1"))).to.equal("TooManyRequestsError");
    held.resolve();
    const first = await running;
    const again = await pay({}, "key-1");
    expect(first["id"]).to.equal(again["id"]);
    expect(double.paymentsOf("ORD-1")).to.have.length(1);
  });

  it("is led to a challenge", async () => {
    const challenged = await pay({
      source: { number: "4000000000003220", expiry_month: 12, expiry_year: 2034 },
    });
    expect(challenged).to.include({ status: "Pending", requiresRedirect: true });
    expect(String(challenged["redirectLink"])).to.match(/\/3ds\/sid_/);
  });

  it("refunds, reverses and pays out: accepted, and done later", async () => {
    const [refunded, reversed] = [await pay(), await pay({ reference: "ORD-2" })];
    double.clock.advance(1_500);
    const refund = await client.payments.refund(String(refunded["id"]), { amount: 400, reference: "REF-1" });
    expect(refund).to.include({ reference: "REF-1" }).and.have.property("action_id");
    expect(await client.payments.reverse(String(reversed["id"]), {})).to.have.property("action_id");
    const payout = await client.payments.request({
      source: { type: "currency_account", id: "ca_1" },
      destination: { number: "5555555555554444", expiry_month: 12, expiry_year: 2034 },
      amount: 300,
      currency: "EUR",
      reference: "OUT-1",
    });
    expect(payout).to.include({ status: "Pending" });
    double.clock.advance(1_500);
    expect(await client.payments.get(String(refunded["id"]))).to.include({ status: "Partially Refunded" });
    expect(await client.payments.get(String(reversed["id"]))).to.include({ status: "Refunded" });
    expect(await client.payments.get(String(objectOf(payout)["id"]))).to.include({ status: "Paid" });
    expect(double.book.lines().map(({ kind }) => kind)).to.have.members([
      "charge",
      "charge",
      "refund",
      "reversal",
      "payout",
    ]);
  });

  it("reads the reports of a day, and a report's file", async () => {
    await pay();
    double.clock.advance(1_500);
    const today = new Date(double.book.lines()[0]?.atMs ?? 0).toISOString().slice(0, 10);
    const created_after = `${today}T00:00:00Z`;
    const created_before = new Date(double.clock.nowMs() + 2 * 86_400_000).toISOString();
    const listed = objectOf(await client.reports.getAllReports({ created_after, created_before }));
    const reports = Array.isArray(listed["data"]) ? listed["data"].map(objectOf) : [];
    const report = reports.find(({ from }) => from === `${today}T00:00:00Z`);
    const files = report?.["files"];
    const file = Array.isArray(files) ? objectOf(files[0]) : {};
    const csv: unknown = await client.reports.getReportFile(String(report?.["id"]), String(file["id"]));
    expect(String(csv)).to.contain("Breakdown Type").and.contain("Capture").and.contain("10.00");
  });

  it("is refused in the words that it knows", async () => {
    const expired = { number: "4242424242424242", expiry_month: 1, expiry_year: 2020 };
    expect(await refusalOf(pay({ source: expired }))).to.equal("ValidationError");
    expect(await refusalOf(client.payments.get("pay_unknown"))).to.equal("NotFoundError");
    const stranger = new Checkout(`sk_sbox_${"b".repeat(27)}`, { host: double.server.url });
    expect(await refusalOf(stranger.payments.request(request()))).to.equal("AuthenticationError");
  });
});
