import { acquirersOf } from "@flowlix/engine";
import { describeUnknownAcquirer } from "@flowlix/engine/testing";
import { SCOPE } from "@flowlix/payments/testing";
import { newId } from "@flowlix/runtime";
import { moveClock, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { withRefunds } from "./support/refunds-under-test.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const noAccounts = {
  all: () => [],
  accounts: () => [],
  capabilitiesOf: () => null,
  existing: () => null,
  portOf: () => {
    throw new Error("no account is routed to");
  },
};

describe("the acquirer of a Refund", () => {
  const given = withRefunds();

  /** A Payment of another acquirer, and the use cases where that one comes after sandbox. */
  async function ofAnother(name = "other") {
    const { deps, provider, payments, database } = given();
    const other = scriptedRefunds();
    const acquirers = acquirersOf([
      { name: "sandbox", livemode: false, refunds: provider },
      { name: "other", livemode: false, refunds: other },
    ]);
    const paid = await payments.paid();
    await database.sql("update payments.payments set provider = $2 where id = $1", [paid, name]);
    return { other, paid, deps: { ...deps, acquirers } };
  }

  it("is that of its Payment, and in its row; the merchant is told nothing of it", async () => {
    const { request, provider, row, database } = given();
    const { other, paid, deps } = await ofAnother();
    const refund = await createRefund(deps, await request(paid), "req_test");
    expect(await row(refund.id)).to.include({ provider: "other" });
    expect(refund).to.not.have.property("provider");
    other.reads({ kind: "succeeded" });
    await moveClock(database, 3_000);
    expect(await syncRefunds(deps, 100)).to.include({ changed: 1 });
    expect(other.asked.map(({ operation }) => operation)).to.deep.equal(["submit", "read"]);
    expect(provider.asked).to.deep.equal([]);
  });

  it("is told again with a reservation that was made before", async () => {
    const { request, row, payments } = given();
    const { paid, deps } = await ofAnother();
    const asked = await request(paid);
    await payments.client().reserveRefund(asked, { requestId: "req_test" });
    const refund = await createRefund(deps, asked, "req_test");
    expect(await row(refund.id)).to.include({ provider: "other" });
  });

  it("is asked whether it takes Refunds now, by the Payment's account alone, before anything is reserved", async () => {
    const { deps, request, provider, row, payments, database } = given();
    const account = `acq_${"a".repeat(24)}`;
    const atAccount = scriptedRefunds();
    const port = { name: "sandbox", livemode: false, refunds: atAccount };
    const acquirers = acquirersOf([{ ...port, refunds: provider }], {
      ...noAccounts,
      inUse: () => new Map([[account, port]]),
      of: () => port,
    });
    const own = await payments.paid();
    const theirs = await payments.paid();
    await database.sql("update payments.payments set provider_account = $2 where id = $1", [theirs, account]);
    const create = async (paid: string) =>
      createRefund({ ...deps, acquirers }, await request(paid), "req_test");

    atAccount.opens(true);
    const asked = await request(theirs);
    const refused = await refusal(createRefund({ ...deps, acquirers }, asked, "req_test"));
    expect(refused).to.include({ type: "service_unavailable", key: "release", retryAfterS: 7 });
    expect(await row(asked.refund_id)).to.equal(undefined);
    expect(await payments.payment(theirs)).to.include({ amount_refundable: 1_000 });
    expect(await create(own)).to.include({ status: "PROCESSING" });

    atAccount.opens(false);
    provider.opens(true);
    expect(await create(theirs)).to.include({ status: "PROCESSING" });
    expect(await refusal(create(own))).to.include({ type: "service_unavailable" });
  });

  it("that a Payment's owner of the release before does not tell is sandbox", async () => {
    const { deps, request, payments, provider, row } = given();
    const unreported: typeof deps.payments = {
      ...deps.payments,
      reserveRefund: async (...asked) => {
        const { provider: _untold, ...reserved } = await deps.payments.reserveRefund(...asked);
        return reserved;
      },
    };
    const asked = await request(await payments.paid());
    const refund = await createRefund({ ...deps, payments: unreported }, asked, "req_test");
    expect(await row(refund.id)).to.include({ provider: "sandbox" });
    expect(provider.countOf("submit", refund.id)).to.equal(1);
  });

  it("of a row that a process of the release before inserts is sandbox", async () => {
    const { database, row } = given();
    const id = newId("refund");
    await database.sql(
      `insert into refunds.refunds
              (id, merchant_id, livemode, payment_id, amount, currency, merchant_reference, reason, refund_type, position,
               previous_position, status, created_at, updated_at, version, submission, submit_until, next_look_at)
       values ($1, 'mer_1', false, 'pay_1', 1, 'EUR', null, 'broken', 'FULL', 1, 0, 'PENDING', platform.clock(),
               platform.clock(), 1, null, null, platform.clock() + interval '1 day')`,
      [id],
    );
    expect(await row(id)).to.include({ provider: "sandbox" });
  });

  it("is named under the id of a Refund whose creation is prevented", async () => {
    const { deps, request, payments, row } = given();
    const { paid } = await ofAnother();
    const asked = await request(paid);
    const reserved = await payments.client().reserveRefund(asked, { requestId: "req_test" });
    await preventCreation(deps, { scope: SCOPE, ...reserved });
    expect(await row(asked.refund_id)).to.include({ status: "VOIDED", provider: "other" });
  });

  it("that this process does not have is replaced by no other: no Refund is made, and nothing is sent", async () => {
    const { request, provider, row } = given();
    const { other, paid, deps } = await ofAnother("elsewhere");
    const asked = await request(paid);
    const refused: unknown = await createRefund(deps, asked, "req_test").catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).with.property("message").that.contains("elsewhere");
    expect(await row(asked.refund_id)).to.equal(undefined);
    expect([...provider.asked, ...other.asked]).to.deep.equal([]);
  });

  describeUnknownAcquirer("refunds", given);
});
