import { acquirersOf } from "@flowlix/engine";
import { describeUnknownAcquirer } from "@flowlix/engine/testing";
import { EVERYTHING } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { createPayout } from "../src/create/create-payout.ts";
import { syncPayouts } from "./support/sync-due.ts";
import { withPayouts } from "./support/payouts-under-test.ts";
import { scriptedPayouts } from "./support/scripted-payouts.ts";

describe("the acquirer of a Payout", () => {
  const given = withPayouts();

  /** The same use cases where another acquirer takes what is new. */
  function withAnother() {
    const { deps, provider } = given();
    const other = scriptedPayouts();
    const acquirers = acquirersOf([
      { name: "other", livemode: false, capabilities: EVERYTHING, payouts: other },
      { name: "sandbox", livemode: false, capabilities: EVERYTHING, payouts: provider },
    ]);
    return { other, deps: { ...deps, acquirers } };
  }

  it("is named in the row from the insert on; the merchant is told nothing of it", async () => {
    const { request, row } = given();
    const { deps, other } = withAnother();
    const payout = await createPayout(deps, await request(), "req_test");
    expect(await row(payout.id)).to.include({ provider: "other" });
    expect(other.countOf("submit", payout.id)).to.equal(1);
    expect(payout).to.not.have.property("provider");
  });

  it("of a row that a process of the release before inserts is sandbox", async () => {
    const { database, row } = given();
    const id = newId("payout");
    await database.sql(
      `insert into payouts.payouts
              (id, merchant_id, livemode, amount, currency, merchant_reference, card_brand, card_last4, first_name,
               last_name, country, initiator_ip_address, search_text, status, created_at, updated_at, version,
               submission, submit_until, next_look_at)
       values ($1, 'mer_1', false, 1, 'EUR', null, 'visa', '1111', 'Ada', 'Nowak', 'PL', '203.0.113.7', 'ada nowak',
               'PENDING', platform.clock(), date_trunc('second', platform.clock()), 1, null, null,
               platform.clock() + interval '1 day')`,
      [id],
    );
    expect(await row(id)).to.include({ provider: "sandbox" });
  });

  it("is asked by every later call, whichever acquirer takes new Payouts by then", async () => {
    const { create, request, provider, database, row } = given();
    const { id } = await create(await request());
    const { deps, other } = withAnother();
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 3_000);
    expect(await syncPayouts(deps, 100)).to.include({ changed: 1 });
    expect(await row(id)).to.include({ status: "SUCCEEDED" });
    expect(other.asked).to.deep.equal([]);
  });

  describeUnknownAcquirer("payouts", given);
});
