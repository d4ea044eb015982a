import { acquirersOf } from "@flowlix/engine";
import { describeBrokenOff } from "@flowlix/engine/testing";
import { createLogger, newId } from "@flowlix/runtime";
import { moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { createPayment } from "../src/create/create-payment.ts";
import { syncPayments } from "./support/sync-due.ts";
import { hostedPage } from "./support/hosted-under-test.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { scriptedProvider } from "./support/scripted-provider.ts";

const LOST = { kind: "unknown", cause: "lost" } as const;

describe("the acquirer of a Payment", () => {
  const given = withPayments();

  /** One whose answer was lost, when it is due, and the same request once more. */
  async function inDoubt() {
    const { create, request, provider, database, row } = given();
    provider.submits(LOST);
    const { id } = await create(await request());
    await moveClock(database, 5_000);
    return { id, again: await request({ payment_id: id }), row: () => row(id) };
  }

  /** The same use cases where another acquirer takes what is new. */
  function withAnother() {
    const { deps, provider } = given();
    const other = { ...scriptedProvider(), name: "other" };
    return { other, deps: { ...deps, acquirers: acquirersOf([other, provider]) } };
  }

  it("is named in the row from the insert on, Direct and hosted; who pays is told nothing of it", async () => {
    const { request, row } = given();
    const { deps, other } = withAnother();
    const direct = await createPayment(deps, await request(), "req_test");
    const hosted = await hostedPage({ ...given(), deps });
    expect(await row(direct.id)).to.include({ provider: "other" });
    expect(await hosted.row()).to.include({ provider: "other" });
    expect(other.countOf("submit", direct.id)).to.equal(1);
    for (const shown of [direct, hosted.initial]) expect(shown).to.not.have.property("provider");
  });

  it("of a row that a process of the release before inserts is sandbox", async () => {
    const { database, row } = given();
    const id = newId("payment");
    await database.sql(
      `insert into payments.payments
              (id, merchant_id, livemode, amount, currency, status, integration_type, payment_method_type,
               card_brand, card_last4, card_exp_month, card_exp_year, merchant_reference, merchant_customer_id,
               customer_ip_address, return_url, description, billing_details, billing_email_folded, submission,
               submit_until, next_look_at, version, created_at)
       values ($1, 'mer_1', false, 1, 'EUR', 'PENDING', 'DIRECT', 'card', 'visa', '1111', 12, 2034, null, 'c',
               '203.0.113.7', 'https://merchant.example', null, null, null, null, null,
               platform.clock() + interval '1 day', 1, platform.clock())`,
      [id],
    );
    expect(await row(id)).to.include({ provider: "sandbox" });
  });

  it("is asked by every later call, whichever acquirer takes new Payments by then", async () => {
    const { id, again } = await inDoubt();
    const { deps, other } = withAnother();
    const { provider } = given();
    provider.reads(LOST, { kind: "absent" });
    await syncPayments(deps, 100);
    expect(await createPayment(deps, again, "req_test")).to.include({ id });
    expect([provider.countOf("read", id), provider.countOf("submit", id)]).to.deep.equal([2, 2]);
    expect(other.asked).to.deep.equal([]);
  });

  it("that this process does not have is replaced by no other: the status sync says so and leaves the Payment due", async () => {
    const { id, again, row } = await inDoubt();
    const { deps, provider, database } = given();
    await database.sql("update payments.payments set provider = 'elsewhere' where id = $1", [id]);
    const asked = provider.asked.length;
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: "payments", instance: "test", level: "error", destination });
    expect(await syncPayments({ ...deps, logger }, 100)).to.deep.equal({ synced: 1, changed: 0, failed: 1 });
    expect(JSON.parse(lines.join("")), "one line").to.deep.include({ payment_id: id, level: "error" });
    expect(lines[0]).to.contain('this process has no acquirer \\"elsewhere\\"');
    expect(await row()).to.include({ status: "PENDING" });
    expect((await row())?.["next_look_at"], "due").to.be.instanceOf(Date);
    const refused: unknown = await createPayment(deps, again, "req_test").catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).with.property("message").that.contains("elsewhere");
    expect(provider.asked, "nothing was sent").to.have.length(asked);
  });

  describeBrokenOff("payments", given);
});
