import { expect } from "chai";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { finding, scriptedLedger } from "./support/scripted-ledger.ts";

describe("the ledger over the control API", () => {
  let gateway: TestGateway;
  const ledger = scriptedLedger();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway(ledger.owners);
  });
  afterEach(() => ledger.reset());
  after(() => gateway.stop());

  const merchant = async () => (await gateway.merchant()).merchantId;

  it("adds up the journals of payments, refunds and payouts", async () => {
    const id = await merchant();
    const { status, body } = await gateway.control(
      "GET",
      `/ledger/balance?merchant=${id}&mode=live&currency=eur`,
    );
    expect(status).to.equal(200);
    expect(
      recordsOf(body["balances"]).map(({ captured, refunded, paid_out, merchant: owed }) => [
        captured,
        refunded,
        paid_out,
        owed,
      ]),
    ).to.deep.equal([["100", "30", "20", "50"]]);
    expect(ledger.asked).to.deep.equal(
      Array.from({ length: 3 }, () => ({ merchant_id: id, livemode: true, currency: "EUR" })),
    );
  });

  it("shows no balance while a journal is away, and says which", async () => {
    const id = await merchant();
    ledger.script.away = "refunds";
    const { status, body } = await gateway.control("GET", `/ledger/balance?merchant=${id}`);
    expect(status).to.equal(503);
    expect(recordOf(body["error"])["message"]).to.match(/refunds does not answer$/);
  });

  it("refuses what is no merchant, mode or currency by name, and knows no balance of nobody", async () => {
    const id = await merchant();
    const refused = async (query: string) => {
      const { status, body } = await gateway.control("GET", `/ledger/balance?${query}`);
      return [status, recordOf(body["error"])["argument"]];
    };
    expect(await refused("merchant=me")).to.deep.equal([400, "merchant"]);
    expect(await refused(`merchant=${id}&mode=both`)).to.deep.equal([400, "mode"]);
    expect(await refused(`merchant=${id}&currency=euro`)).to.deep.equal([400, "currency"]);
    expect((await gateway.control("GET", `/ledger/balance?merchant=mer_${"9".repeat(24)}`)).status).to.equal(
      404,
    );
  });

  it("lists what every owner found, the oldest first, and names an owner that is away", async () => {
    ledger.script.findings = [finding("payments", 200), finding("refunds", 100)];
    const list = async () => {
      const { body } = await gateway.control("GET", "/ledger/findings");
      return [recordsOf(body["findings"]).map(({ service, mode }) => [service, mode]), body["missing"]];
    };
    expect(await list()).to.deep.equal([
      [
        ["refunds", "sandbox"],
        ["payments", "sandbox"],
      ],
      [],
    ]);
    ledger.script.away = "payments";
    expect(await list()).to.deep.equal([[["refunds", "sandbox"]], ["payments"]]);
  });

  it("is filled in again from a day of the calendar only", async () => {
    for (const from of ["2026-11-31", "today", "20261120"]) {
      const { status, body } = await gateway.control("POST", "/ledger/fill", { from });
      expect([status, recordOf(body["error"])["argument"]], from).to.deep.equal([400, "from"]);
    }
  });

  it("is compared for a day or as a whole, and one of the two must be said", async () => {
    const { status } = await gateway.control("POST", "/ledger/check", {});
    expect([status, ledger.asked]).to.deep.equal([400, []]);
  });
});
