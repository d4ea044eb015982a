import type { AcquirerAccount } from "@flowlix/contracts";
import { acquirersOf, type Acquirers } from "@flowlix/engine";
import { createPools, query } from "@flowlix/persistence";
import { EVERYTHING, type NotExecuted, type Outcome } from "@flowlix/provider";
import { losingAnswers, moveClock, refusal as refusalOf } from "@flowlix/testkit";
import { expect } from "chai";
import { accountOf } from "../../../libs/engine/test/support/account.ts";
import type { CreatePayment } from "../src/create/attempt.ts";
import { createPayment } from "../src/create/create-payment.ts";
import type { PaymentsDeps } from "../src/deps.ts";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { createPaymentsStore } from "../src/payment/payments-store.ts";
import { isToStay } from "../src/read/provisional.ts";
import { DEADLINE_MS, withPayments } from "./support/payments-under-test.ts";
import { scriptedProvider, type ScriptedProvider } from "./support/scripted-provider.ts";
import { syncPayments } from "./support/sync-due.ts";

const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: true, key_id: `key_${"0".repeat(24)}` };
const LAPSED = DEADLINE_MS + 1_000;
const MINUTE = 61_000;
const CAUSES = ["unavailable", "unreachable"] as const;
const notExecuted = (cause: NotExecuted["cause"]): NotExecuted => ({ kind: "not_executed", cause });
const secondOf = (id: string) => `${id}_2`;

describe("a Payment of which its account at the acquirer has executed nothing", () => {
  const given = withPayments();

  interface Account {
    readonly account: AcquirerAccount;
    readonly port: ScriptedProvider;
  }

  /** Accounts of one merchant; all but the first are of weight 0, so that the first one is chosen first. */
  function accounts(...changes: readonly Partial<AcquirerAccount>[]): Account[] {
    return changes.map((change, index) => {
      const letter = String.fromCharCode("a".charCodeAt(0) + index);
      const account = accountOf({
        id: `acq_${letter.repeat(24)}`,
        merchant_id: SCOPE.merchant_id,
        provider: `acme_${letter}`,
        weight: index === 0 ? 100 : 0,
        ...change,
      });
      const port = {
        ...scriptedProvider(),
        name: account.provider,
        livemode: true,
        capabilities: EVERYTHING,
      };
      return { account, port };
    });
  }

  function acquirersWith(all: readonly Account[]): Acquirers {
    const portOf = (id: string): ScriptedProvider => {
      const found = all.find(({ account }) => account.id === id);
      if (found === undefined) throw new Error(`no account ${id}`);
      return found.port;
    };
    return acquirersOf([given().provider], {
      of: (_name, id) => portOf(id),
      all: () => all.map(({ port }) => port),
      inUse: () => new Map(all.map(({ account, port }) => [account.id, port])),
      accounts: () => all.map(({ account }) => account),
      capabilitiesOf: ({ id }) => portOf(id).capabilities,
      existing: ({ id }) => portOf(id),
      portOf: ({ id }) => portOf(id),
    });
  }

  async function underTest(...changes: readonly Partial<AcquirerAccount>[]) {
    const { deps: own, request } = given();
    const all = accounts(...(changes.length === 0 ? [{}, {}] : changes));
    const deps: PaymentsDeps = { ...own, acquirers: acquirersWith(all) };
    const asked = await request({ scope: SCOPE });
    const [first, second, third] = all.map(({ port }) => port);
    if (first === undefined || second === undefined) throw new Error("two accounts are needed");
    const again = () => request({ scope: SCOPE, payment_id: asked.payment_id });
    const create = (sent: CreatePayment = asked, on: PaymentsDeps = deps) =>
      createPayment(on, sent, "req_test");
    return { deps, asked, id: asked.payment_id, first, second, third, again, create };
  }

  const exceptionsOf = async (id: string) =>
    (await given().deps.exceptions.list(true, 100)).filter(({ object_id: object }) => object === id);

  for (const cause of CAUSES)
    it(`(${cause}) goes to another account once, with an order of its own, and the row says where and why`, async () => {
      const { asked, id, first, second, create } = await underTest();
      first.submits(notExecuted(cause));
      expect(await create()).to.include({ id, status: "SUCCEEDED" });
      expect(first.asked.map(({ reference }) => reference)).to.deep.equal([id]);
      expect(second.asked.map(({ reference }) => reference)).to.deep.equal([secondOf(id)]);
      expect(second.asked[0]?.order).to.include({ amount: asked.amount, currency: asked.currency });
      const kept = await given().row(id);
      expect(kept).to.include({ provider: "acme_b", provider_account: `acq_${"b".repeat(24)}` });
      expect(JSON.parse(String(kept?.["route"]))).to.deep.include({
        chosen: `acq_${"b".repeat(24)}`,
        instead_of: { provider: "acme_a", account: `acq_${"a".repeat(24)}`, cause },
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
    const { id, first, second, again, create } = await underTest();
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

  it("is answered with what is recorded where its later read could not be noted", async () => {
    const { id, first, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    const hosted = { ...deps.hosted, doubtAgain: () => Promise.reject(new Error("the pool is full")) };
    expect(await create(undefined, { ...deps, hosted })).to.include({ id, status: "SUCCEEDED" });
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

  it("is read once more at the first account, where a charge is an exception that is given back there", async () => {
    const { id, first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    await create();
    await moveClock(given().database, MINUTE);
    first.reads({ kind: "succeeded" });
    second.reads({ kind: "succeeded" });
    await syncPayments(deps, 100);
    expect(await given().row(id)).to.include({ status: "SUCCEEDED" });
    const [exception] = await exceptionsOf(id);
    expect(exception).to.include({ kind: "charged_after_end" });
    await reverseException(deps, { anomaly_id: exception?.id ?? "", actor: "Ada" }, "req_test");
    expect(first.countOf("reverse", id)).to.equal(1);
    expect(second.countOf("reverse", secondOf(id))).to.equal(0);
  });

  it("is read at the first account until that answers, and the second one's word counts meanwhile", async () => {
    const { id, first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits({ kind: "in_progress", stage: "processing" });
    await create();
    await moveClock(given().database, MINUTE);
    second.reads({ kind: "succeeded" });
    await syncPayments(deps, 100);
    expect(await given().row(id)).to.include({ status: "SUCCEEDED" });
    await moveClock(given().database, 3_600_000);
    first.reads({ kind: "absent" });
    const before = first.countOf("read", id);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(before + 1);
    expect(await given().row(id)).to.include({ status: "SUCCEEDED", next_look_at: null });
    expect(await exceptionsOf(id)).to.deep.equal([]);
  });
});
