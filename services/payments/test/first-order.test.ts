import { createHash } from "node:crypto";
import { SYNCS_AT_END_MAX, sweepCallbacks } from "@flowlix/engine";
import type { ReadOutcome } from "@flowlix/provider";
import { moveClock, provedCallbacks, refusal as refusalOf, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import { completeAuthentication } from "../src/authentication/complete-authentication.ts";
import type { PaymentsDeps } from "../src/deps.ts";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { acceptOrderCallbacks } from "../src/status-sync/accept-order-callback.ts";
import { syncPaymentSafely } from "../src/status-sync/sync-due.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { dueInMs, syncPayments } from "./support/sync-due.ts";
import { FIRST, MINUTE, notExecuted, SCOPE, SECOND, secondOf, withAccounts } from "./support/two-accounts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the order that a Payment's first account did not execute", () => {
  const given = withPayments();

  const underTest = () => withAccounts(given());

  /** One that the second account charged, so that its first order is due in a minute. */
  async function switched() {
    const under = await underTest();
    under.first.submits(notExecuted("unreachable"));
    await under.create();
    under.first.reads({ kind: "absent" });
    under.second.reads({ kind: "succeeded" });
    return under;
  }

  const report = (deps: PaymentsDeps, account: string, reference: string, claimed_state = "succeeded") =>
    acceptOrderCallbacks(
      deps,
      provedCallbacks(deps.proofs, {
        provider: account === FIRST ? "acme_a" : "acme_b",
        account,
        callbacks: [
          { callback_id: `${account} ${reference} ${claimed_state}`, reference, claimed_state, at: 1 },
        ],
      }),
    );

  const due = async (id: string) => {
    const [row] = await given().database.sql(
      "select (extract(epoch from next_look_at - platform.clock()) * 1000)::float8 as in_ms from payments.payments where id = $1",
      [id],
    );
    return row?.["in_ms"];
  };

  it("is read once more at the first account, where a charge is an exception that is given back there", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
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

  it("is due at the first account with its very end, so that no crash forgets to ask", async () => {
    const { id, first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.reads({ kind: "succeeded" });
    const crashing = { ...deps.hosted, doubtAgain: () => Promise.reject(new Error("killed")) };
    expect(await create(undefined, { ...deps, hosted: crashing })).to.include({ status: "SUCCEEDED" });
    await moveClock(given().database, MINUTE);
    first.reads({ kind: "absent" });
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(1);
    expect(await given().row(id)).to.include({ next_look_at: null });
  });

  it("is asked about again while the first account works on it, and an operator hears of it at once", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
    first.submits(notExecuted("unreachable"));
    await create();
    second.reads({ kind: "succeeded" });
    const found: readonly [number, ReadOutcome, string][] = [
      [MINUTE, { kind: "in_progress", stage: "processing" }, "outcome_mismatch"],
      [2 * MINUTE, { kind: "succeeded" }, "charged_after_end"],
    ];
    for (const [at, read, kind] of found) {
      await moveClock(given().database, at);
      first.reads(read);
      await syncPayments(deps, 100);
      expect((await exceptionsOf(id)).map((exception) => exception.kind)).to.include(kind);
    }
    expect(await given().row(id)).to.include({ status: "SUCCEEDED", next_look_at: null });
  });

  it("is asked about again once the first account's absence proves something, where it lists late", async () => {
    const { id, first, second, create, deps } = await underTest();
    Object.assign(first, { absentIsFinal: { order: { afterMs: 45 * MINUTE } } });
    first.submits(notExecuted("unavailable"));
    first.reads({ kind: "absent" });
    second.reads({ kind: "succeeded" });
    await create();
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(1);
    await moveClock(given().database, 10 * MINUTE);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id), "nothing is learned before").to.equal(1);
    await moveClock(given().database, 50 * MINUTE);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(2);
    expect(await given().row(id)).to.include({ next_look_at: null });
  });

  it("is read at the first account when that one's callback tells of its order, and by no other one's", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.reads({ kind: "succeeded" });
    await create();
    await moveClock(given().database, MINUTE);
    first.reads({ kind: "absent" });
    await syncPayments(deps, 100);
    const reported = (account: string) =>
      acceptOrderCallbacks(
        deps,
        provedCallbacks(deps.proofs, {
          provider: "acme_a",
          account,
          callbacks: [{ callback_id: account, reference: id, claimed_state: "succeeded", at: 1 }],
        }),
      );
    first.reads({ kind: "succeeded" });
    await reported(`acq_${"z".repeat(24)}`);
    await syncPayments(deps, 100);
    expect(await exceptionsOf(id)).to.deep.equal([]);
    await reported(FIRST);
    await syncPayments(deps, 100);
    const [exception] = await exceptionsOf(id);
    expect(exception?.detail).to.contain(`account acq_${"a".repeat(24)}, which had executed nothing`);
    expect(await given().row(id)).to.include({ status: "SUCCEEDED" });
  });

  it("is read at the first account until that answers, and the second one's word counts meanwhile", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
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

  it("is read together with the second account's, so that an account that hangs keeps neither waiting", async () => {
    const { first, second, deps } = await switched();
    const reported: string[] = [];
    const slowly = (name: string, kind: "absent" | "succeeded") => async (): Promise<ReadOutcome> => {
      reported.push(`${name} is asked`);
      await new Promise((resolve) => setImmediate(resolve));
      reported.push(`${name} answers`);
      return { kind };
    };
    Object.assign(first, { read: slowly("the first", "absent") });
    Object.assign(second, { read: slowly("the second", "succeeded") });
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    expect(reported.slice(0, 2)).to.deep.equal(["the first is asked", "the second is asked"]);
    expect(reported).to.have.lengthOf(4);
  });

  it("is not asked about for the last time by a callback of the second account that comes sooner", async () => {
    const { id, first, deps } = await switched();
    await report(deps, SECOND, secondOf(id), "payment_captured");
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(1);
    await moveClock(given().database, 2 * MINUTE);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(2);
    expect(await given().row(id)).to.include({ next_look_at: null });
  });

  it("stays due in the very statement that would end its reads, so that no crash in between forgets it", async () => {
    const { id, first, deps } = await switched();
    await moveClock(given().database, MINUTE);
    first.reads({ kind: "unknown", cause: "lost" });
    const hosted = { ...deps.hosted, doubtAgain: () => Promise.reject(new Error("killed")) };
    await syncPayments({ ...deps, hosted }, 100);
    expect(await due(id)).to.be.within(1, MINUTE);
  });

  it("is asked about once a day in the end where its account says nothing, and an operator hears of it once", async () => {
    const { id, first, deps, exceptionsOf } = await switched();
    first.reads({ kind: "unknown", cause: "lost" });
    for (const day of [0, 1, 2]) {
      await given().database.sql("update payments.payments set look_count = $2 where id = $1", [
        id,
        SYNCS_AT_END_MAX + day,
      ]);
      await moveClock(given().database, MINUTE + day * (DAY + MINUTE));
      await syncPayments(deps, 100);
      expect(first.countOf("read", id)).to.equal(day + 1);
      expect(await due(id)).to.be.within(DAY - MINUTE, DAY);
      const open = await exceptionsOf(id);
      expect(open.map(({ kind }) => kind)).to.deep.equal(day < 2 ? ["outcome_mismatch"] : []);
      expect(open.every(({ detail }) => detail.includes(FIRST))).to.equal(true);
      if (day === 1)
        for (const { id: known } of open)
          await deps.exceptions.resolve(known, { resolution: "noted", note: null, actor: "Ada" });
    }
  });

  it("is no failure of the second account's, and no exception, while the Payment is open", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits({ kind: "in_progress", stage: "processing" });
    await create();
    first.reads({ kind: "unknown", cause: "lost" });
    second.reads({ kind: "in_progress", stage: "processing" });
    await given().database.sql("update payments.payments set look_count = $2 where id = $1", [
      id,
      SYNCS_AT_END_MAX,
    ]);
    await moveClock(given().database, MINUTE);
    expect(await syncPayments(deps, 100)).to.include({ synced: 1, failed: 0 });
    expect(first.countOf("read", id)).to.equal(1);
    expect(await exceptionsOf(id)).to.deep.equal([]);
  });

  for (const [isCharged, completions] of [
    [false, 1],
    [true, 0],
  ] as const)
    it(`lets a payer finish the second account's challenge ${completions} times where it is known to be charged: ${isCharged}`, async () => {
      const { asked, id, first, second, create, deps } = await underTest();
      Object.assign(second, { returnParameters: ["redirectResult"] });
      const urls: string[] = [];
      first.submits(notExecuted("unreachable"));
      second.submits((order) => {
        urls.push(order.return_url);
        return { kind: "action_required", url: "https://acquirer.example/c" };
      });
      await create();
      second.reads({ kind: "action_required", url: "https://acquirer.example/c" });
      const { amount, currency } = asked;
      const known = { object_id: id, merchant_id: SCOPE.merchant_id, livemode: true, amount, currency };
      if (isCharged) await deps.exceptions.record({ ...known, kind: "charged_after_end", detail: "found" });
      await completeAuthentication(deps, {
        payment_id: id,
        token_sha256: createHash("sha256")
          .update(urls[0]?.split("/").at(-1) ?? "")
          .digest("hex"),
        returned: { redirectResult: "opaque" },
      });
      expect(second.countOf("complete", secondOf(id))).to.equal(completions);
    });

  it("keeps no payer waiting who returns from the second account's challenge", async () => {
    const { id, first, second, create, deps } = await underTest();
    const urls: string[] = [];
    first.submits(notExecuted("unreachable"));
    second.submits((order) => {
      urls.push(order.return_url);
      return { kind: "action_required", url: "https://acquirer.example/c" };
    });
    await create();
    second.reads({ kind: "succeeded" });
    const token = createHash("sha256")
      .update(urls[0]?.split("/").at(-1) ?? "")
      .digest("hex");
    const back = () => completeAuthentication(deps, { payment_id: id, token_sha256: token });
    expect((await back()).status).to.equal("SUCCEEDED");
    expect(first.countOf("read", id)).to.equal(0);
    await moveClock(given().database, MINUTE);
    expect((await back()).status).to.equal("SUCCEEDED");
    expect(first.countOf("read", id), "an end keeps nobody waiting").to.equal(0);
    first.reads({ kind: "absent" });
    await syncPayments(deps, 100);
    expect(first.countOf("read", id), "the jobs read it").to.equal(1);
  });

  for (const before of ["before", "after"] as const)
    for (const found of [
      { kind: "in_progress", stage: "processing" },
      { kind: "succeeded" },
    ] as const satisfies readonly ReadOutcome[])
      it(`is read at once when its account's callback comes ${before} a payer's sync has begun, which finds ${found.kind}`, async () => {
        const { id, first, second, create, deps, exceptionsOf } = await underTest();
        first.submits(notExecuted("unreachable"));
        second.submits({ kind: "action_required", url: "https://acquirer.example/c" });
        await create();
        first.reads({ kind: "succeeded" });
        second.reads(found);
        if (before === "before") await report(deps, FIRST, id);
        const claimed = await deps.syncs.claimOne(id);
        if (before === "after") await report(deps, FIRST, id);
        if (claimed !== null) await syncPaymentSafely(deps, claimed, performance.now());
        expect(second.countOf("read", secondOf(id))).to.equal(1);
        expect(first.countOf("read", id), "no payer waits for it").to.equal(0);
        await syncPayments(deps, 100);
        expect(first.countOf("read", id)).to.equal(1);
        expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
      });

  it("is read when the jobs were to, however often payers have it read meanwhile", async () => {
    await stopClock(given().database);
    const { id, first, second, create, deps } = await underTest();
    first.submits(notExecuted("unreachable"));
    second.submits({ kind: "in_progress", stage: "processing" });
    second.reads({ kind: "in_progress", stage: "processing" });
    await create();
    const dueMs = Math.ceil(await dueInMs(given().database, id));
    for (const movedMs of [0, Math.floor(dueMs / 2)]) {
      await moveClock(given().database, movedMs);
      await given().database.sql("update payments.payments set last_look_at = null where id = $1", [id]);
      const claimed = await deps.syncs.claimOne(id);
      if (claimed !== null) await syncPaymentSafely(deps, claimed, performance.now());
    }
    await moveClock(given().database, dueMs);
    await syncPayments(deps, 100);
    expect(first.countOf("read", id)).to.equal(1);
  });

  it("has its callbacks matched: a late one leads to the charge, and to no reference that nobody knows", async () => {
    const { id, first, deps, exceptionsOf } = await switched();
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    await report(deps, FIRST, id, "failed");
    expect(await due(id), "that it failed is known").to.equal(null);
    first.reads({ kind: "succeeded" });
    await report(deps, FIRST, id);
    await syncPayments(deps, 100);
    await moveClock(given().database, DAY + HOUR);
    await sweepCallbacks(deps);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
  });

  it("has those callbacks matched that came before anybody could see it", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await underTest();
    await report(deps, FIRST, id);
    first.submits(notExecuted("unreachable"));
    await create();
    first.reads({ kind: "succeeded" });
    second.reads({ kind: "succeeded" });
    await given().database.sql("update payments.payments set next_look_at = null where id = $1", [id]);
    await sweepCallbacks(deps);
    await syncPayments(deps, 100);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
  });

  it("is the only one that its account's callbacks are matched for", async () => {
    const { id, deps, exceptionsOf } = await switched();
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    await report(deps, FIRST, secondOf(id));
    expect(await due(id)).to.equal(null);
    await moveClock(given().database, MINUTE + DAY + HOUR);
    await sweepCallbacks(deps);
    const strays = await deps.exceptions.list(true, 100);
    expect(strays.filter(({ object_id: of }) => of === secondOf(id)).map(({ kind }) => kind)).to.deep.equal([
      "unknown_reference",
    ]);
    expect(await exceptionsOf(id)).to.deep.equal([]);
  });

  describe("where the second account has executed nothing either", () => {
    /** FAILED, and charged at the first account after all. */
    async function failedAndCharged() {
      const under = await underTest();
      const { id, first, second, create, deps, exceptionsOf } = under;
      first.submits(notExecuted("unreachable"));
      second.submits(notExecuted("error"));
      expect((await create()).status).to.equal("FAILED");
      first.reads({ kind: "succeeded" });
      second.reads({ kind: "absent" });
      second.reverses("unknown");
      await moveClock(given().database, MINUTE);
      await syncPayments(deps, 100);
      const [exception] = await exceptionsOf(id);
      const reverse = () =>
        reverseException(deps, { anomaly_id: exception?.id ?? "", actor: "Ada" }, "req_test");
      return { ...under, reverse };
    }

    it("is given back where it was charged, and the order that never was holds up nothing", async () => {
      const { id, first, second, reverse } = await failedAndCharged();
      expect(await reverse()).to.include({ resolution: "reversed" });
      expect(first.countOf("reverse", id)).to.equal(1);
      expect(second.countOf("reverse", secondOf(id))).to.equal(0);
    });

    it("is not taken for given back while no account knows its order", async () => {
      const { first, reverse } = await failedAndCharged();
      first.reads({ kind: "absent" });
      expect((await refusalOf(reverse())).type).to.equal("service_unavailable");
    });

    it("is not taken for given back while one of the orders cannot be read", async () => {
      const { second, reverse } = await failedAndCharged();
      second.reads({ kind: "unknown", cause: "lost" });
      expect((await refusalOf(reverse())).type).to.equal("service_unavailable");
    });
  });

  for (const firstReads of ["absent", "succeeded"] as const)
    it(`lets the second one end the Payment when its absence is final, and itself was read as ${firstReads}`, async () => {
      const { id, first, second, create, deps, exceptionsOf } = await underTest();
      Object.assign(second, {
        absentIsFinal: { order: { afterMs: 45 * MINUTE }, refund: "never", payout: "never" },
      });
      first.submits(notExecuted("unreachable"));
      second.submits({ kind: "unknown", cause: "lost" });
      await create();
      first.reads({ kind: firstReads });
      second.reads({ kind: "absent" });
      second.closes({ kind: "absent" });
      let movedMs = 0;
      while (movedMs < 3 * HOUR && (await given().row(id))?.["status"] === "PENDING") {
        movedMs += Math.max(0, Math.ceil(await dueInMs(given().database, id))) + 1;
        await moveClock(given().database, movedMs);
        await syncPayments(deps, 100);
      }
      expect(await given().row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
      const charged = firstReads === "succeeded" ? ["charged_after_end"] : [];
      expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(charged);
    });
});
