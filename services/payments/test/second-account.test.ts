import type { AcquirerAccount } from "@flowlix/contracts";
import { createPools, query } from "@flowlix/persistence";
import type { Outcome } from "@flowlix/provider";
import { losingAnswers, moveClock, refusal as refusalOf } from "@flowlix/testkit";
import { expect } from "chai";
import { createPaymentsStore } from "../src/payment/payments-store.ts";
import { isToStay } from "../src/read/provisional.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";
import { syncPayments } from "./support/sync-due.ts";
import { FIRST, notExecuted, SCOPE, SECOND, secondOf, withAccounts } from "./support/two-accounts.ts";

const LAPSED = DEADLINE_MS + 1_000;
const CAUSES = ["unavailable", "unreachable"] as const;

describe("a Payment whose account at the acquirer has executed nothing", () => {
  const given = withPayments();

  const underTest = (...changes: readonly Partial<AcquirerAccount>[]) => withAccounts(given(), ...changes);

  for (const cause of CAUSES)
    it(`(${cause}) goes to another account once, with an order of its own, and the row says where and why`, async () => {
      const { asked, id, first, second, create, exceptionsOf } = await underTest();
      first.submits(notExecuted(cause));
      expect(await create()).to.include({ id, status: "SUCCEEDED" });
      expect(first.asked.map(({ reference }) => reference)).to.deep.equal([id]);
      expect(second.asked.map(({ reference }) => reference)).to.deep.equal([secondOf(id)]);
      expect(second.asked[0]?.order).to.include({ amount: asked.amount, currency: asked.currency });
      const kept = await given().row(id);
      expect(kept).to.include({ provider: "acme_b", provider_account: SECOND });
      expect(JSON.parse(String(kept?.["route"]))).to.deep.include({
        chosen: SECOND,
        instead_of: { provider: "acme_a", account: FIRST, cause },
      });
      expect(await exceptionsOf(id)).to.deep.equal([]);
    });

  for (const cause of ["throttled", "error"] as const)
    it(`stays where it is after a status that somebody in between may have answered (${cause})`, async () => {
      const { first, second, create } = await underTest();
      first.submits(notExecuted(cause));
      await create().catch(() => undefined);
      expect(first.asked).to.have.lengthOf(1);
      expect(second.asked).to.deep.equal([]);
    });

  const answered: readonly [Outcome, string][] = [
    [{ kind: "unknown", cause: "lost" }, "PENDING"],
    [{ kind: "failed", code: "do_not_honor" }, "FAILED"],
    [{ kind: "action_required", url: "https://acquirer.example/c" }, "REQUIRES_ACTION"],
    [{ kind: "in_progress", stage: "received" }, "PENDING"],
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
  ];
  for (const [outcome, status] of answered)
    it(`stays where it is after anything else: ${outcome.kind}, ${status}`, async () => {
      const { id, first, second, create } = await underTest();
      first.submits(outcome);
      expect((await create()).status).to.equal(status);
      expect(second.asked).to.deep.equal([]);
      expect(await given().row(id)).to.include({ provider: "acme_a", card_attempt: null });
    });

  it("goes to no third account, and fails where the second one executed nothing either", async () => {
    const { id, first, second, third, create } = await underTest({}, {}, {});
    first.submits(notExecuted("unreachable"));
    for (const port of [second, third]) port?.submits(notExecuted("error"));
    expect(await create()).to.include({ status: "FAILED", failure_code: "processor_error" });
    expect([second, third].filter((port) => port?.countOf("submit", secondOf(id)) === 1)).to.have.lengthOf(1);
    expect([second, third].flatMap((port) => port?.asked ?? [])).to.have.lengthOf(1);
    expect(first.countOf("submit", id)).to.equal(1);
  });

  it("is gone, with its key free, where the second account is throttled too, and nobody has listed it", async () => {
    const { id, first, second, create } = await underTest();
    const listed = () =>
      query(given().pool, {
        text: `select 1 from payments.payments as p where p.id = $1 and ${isToStay("p")}`,
        values: [id],
      });
    first.submits(notExecuted("unavailable"));
    second.submits(async () => {
      expect(await listed()).to.deep.equal([]);
      return notExecuted("throttled");
    });
    const refused = await refusalOf(create());
    expect([refused.type, refused.key]).to.deep.equal(["rate_limit_exceeded", "release"]);
    expect(await given().row(id)).to.equal(undefined);
  });

  const unfit: readonly [string, Partial<AcquirerAccount>][] = [
    ["of another currency", { currencies: ["GBP"] }],
    ["of another method", { methods: ["apple_pay"] }],
    ["that is disabled", { status: "disabled" }],
    ["of lower amounts", { limits: { EUR: { min: 1, max: 2 } } }],
  ];
  for (const [what, change] of unfit)
    it(`does not go to an account ${what}`, async () => {
      const { first, second, create } = await underTest({}, change);
      first.submits(notExecuted("unreachable"));
      expect(await create()).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
      expect(second.asked).to.deep.equal([]);
    });

  it("does not go to an account whose circuit breaker is open", async () => {
    const { first, second, create } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.opens(true);
    expect(await create()).to.include({ status: "FAILED" });
    expect(second.asked).to.deep.equal([]);
  });

  it("does not go there where too little time is left to be answered", async () => {
    const { first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    const short = { ...deps, settings: { ...deps.settings, ownerDeadlineMs: 4_000 } };
    expect(await create(undefined, short)).to.include({ status: "FAILED" });
    expect(second.asked).to.deep.equal([]);
  });

  it("does not go there where an earlier attempt may have sent its order", async () => {
    const { id, first, second, again, create } = await underTest();
    first.submits({ kind: "unknown", cause: "lost" });
    await create();
    await moveClock(given().database, LAPSED);
    first.reads({ kind: "absent" });
    first.submits(notExecuted("unreachable"));
    expect(await create(await again())).to.include({ id, status: "PENDING" });
    expect(first.countOf("submit", id)).to.equal(2);
    expect(second.asked).to.deep.equal([]);
  });

  it("does not go there once another attempt has taken it over", async () => {
    const { id, first, second, again, create, exceptionsOf } = await underTest();
    first.reads({ kind: "absent" });
    first.submits(async () => {
      await moveClock(given().database, LAPSED);
      first.submits({ kind: "succeeded" });
      expect(await create(await again())).to.include({ status: "SUCCEEDED" });
      return notExecuted("unreachable");
    });
    expect(await create()).to.include({ id, status: "SUCCEEDED" });
    expect(first.countOf("submit", id)).to.equal(2);
    expect(second.asked).to.deep.equal([]);
    expect(await exceptionsOf(id)).to.deep.equal([]);
  });

  it("is submitted once at the second account where the answer to its move was lost", async () => {
    const { id, first, second, create, deps } = await underTest();
    const pools = await createPools({
      url: given().database.urlOf("payments"),
      name: "losing",
      hot: 2,
      read: 1,
      background: 1,
    });
    try {
      const losing = losingAnswers(pools.hot);
      first.submits(() => {
        losing.lose(/payments_switch_account/);
        return notExecuted("unreachable");
      });
      const on = { ...deps, store: createPaymentsStore(losing.pool) };
      expect(await create(undefined, on)).to.include({ id, status: "SUCCEEDED" });
      expect([first.countOf("submit", id), second.countOf("submit", secondOf(id))]).to.deep.equal([1, 1]);
      expect(await given().row(id)).to.include({ provider: "acme_b", card_attempt: 2 });
    } finally {
      await pools.close();
    }
  });

  it("belongs to the second account where the process ends before it submits, and is closed there", async () => {
    const { id, first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits(() => Promise.reject(new Error("killed")));
    await create().catch(() => undefined);
    await moveClock(given().database, LAPSED);
    first.reads({ kind: "absent" });
    second.reads({ kind: "absent" });
    await syncPayments(deps, 100);
    expect(await given().row(id)).to.include({ status: "FAILED", provider: "acme_b" });
    expect(second.countOf("close", secondOf(id))).to.equal(1);
    expect([first.countOf("submit", id), first.countOf("close", id)]).to.deep.equal([1, 0]);
  });

  it("is submitted by no later attempt once its first order is known to have been charged", async () => {
    const { asked, id, first, second, again, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits(() => Promise.reject(new Error("killed")), { kind: "succeeded" });
    await create().catch(() => undefined);
    const { amount, currency } = asked;
    const known = { object_id: id, merchant_id: SCOPE.merchant_id, livemode: true, amount, currency };
    await deps.exceptions.record({ ...known, kind: "charged_after_end", detail: "found" });
    await moveClock(given().database, LAPSED);
    second.reads({ kind: "absent" });
    expect(await create(await again())).to.include({ id, status: "PENDING" });
    expect(second.countOf("submit", secondOf(id))).to.equal(1);
  });

  it("is submitted by a later attempt at the second account alone, by the same order", async () => {
    const { id, first, second, again, create } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits(() => Promise.reject(new Error("killed")), { kind: "succeeded" });
    await create().catch(() => undefined);
    await moveClock(given().database, LAPSED);
    second.reads({ kind: "absent" });
    expect(await create(await again())).to.include({ id, status: "SUCCEEDED" });
    expect(second.countOf("submit", secondOf(id))).to.equal(2);
    expect(first.countOf("submit", id)).to.equal(1);
  });
});
