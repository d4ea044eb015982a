import type { AcquirerAccount } from "@flowlix/contracts";
import { acquirersOf } from "@flowlix/engine";
import { EVERYTHING, type Provider } from "@flowlix/provider";
import { refusal as refusalOf } from "@flowlix/testkit";
import { expect } from "chai";
import { accountOf } from "../../../libs/engine/test/support/account.ts";
import { createPayment } from "../src/create/create-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false, key_id: `key_${"0".repeat(24)}` };
const A = `acq_${"a".repeat(24)}`;

describe("A Payment of a merchant who has an account at an acquirer", () => {
  const given = withPayments();

  function acquirersWith(account: Partial<AcquirerAccount>) {
    const { provider } = given();
    const live: Provider = { ...provider, name: "acme", livemode: true, capabilities: EVERYTHING };
    const kept = accountOf({ id: A, merchant_id: SCOPE.merchant_id, ...account });
    return acquirersOf<Provider>([provider], {
      of: (name, id) => {
        if (name !== "acme" || id !== A) throw new Error(`no account ${id} at ${name}`);
        return live;
      },
      all: () => [live],
      inUse: () => new Map(),
      accounts: (merchant, livemode) =>
        merchant === kept.merchant_id && livemode === kept.livemode ? [kept] : [],
      capabilitiesOf: () => live.capabilities,
      existing: () => live,
      portOf: () => live,
    });
  }

  it("goes there in live mode, and its row says where, which account and why", async () => {
    const { deps, request, row, provider } = given();
    const asked = await request({ scope: { ...SCOPE, livemode: true } });
    const acquirers = acquirersWith({ currencies: ["EUR"] });
    const payment = await createPayment({ ...deps, acquirers }, asked, "req_test");
    expect(payment.status).to.equal("SUCCEEDED");
    const kept = await row(asked.payment_id);
    expect([kept?.["provider"], kept?.["provider_account"]]).to.deep.equal(["acme", A]);
    expect(JSON.parse(String(kept?.["route"]))).to.deep.equal({
      chosen: A,
      candidates: [{ account: A, weight: 100 }],
    });
    expect(provider.countOf("submit", asked.payment_id)).to.equal(1);
  });

  it("goes to the installation's own acquirer in a mode without an account, and nothing was to be chosen", async () => {
    const { deps, request, row } = given();
    const asked = await request();
    await createPayment({ ...deps, acquirers: acquirersWith({}) }, asked, "req_test");
    const kept = await row(asked.payment_id);
    expect([kept?.["provider"], kept?.["provider_account"], kept?.["route"]]).to.deep.equal([
      "sandbox",
      null,
      null,
    ]);
  });

  it("is refused before there is a row where no account takes it", async () => {
    const { deps, request, database } = given();
    const asked = await request({ scope: { ...SCOPE, livemode: true } });
    const acquirers = acquirersWith({ currencies: ["GBP"] });
    const refusal = await refusalOf(createPayment({ ...deps, acquirers }, asked, "req_test"));
    expect([refusal.type, refusal.param, refusal.key]).to.deep.equal([
      "currency_not_supported",
      "currency",
      "release",
    ]);
    expect(
      await database.sql(`select 1 from payments.payments where id = '${asked.payment_id}'`),
    ).to.deep.equal([]);
  });
});
