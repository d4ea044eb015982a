import type { TransferOutcome } from "@flowlix/provider";
import { TransportError } from "@flowlix/runtime";
import { SCOPE } from "@flowlix/payments/testing";
import { holdRows, type LetGo, moveClock, stopClock, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import type { RefundsDeps } from "../src/deps.ts";
import { jobDeps } from "../src/status-sync/job-deps.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { getRefund } from "../src/read/get-refund.ts";
import { listRefunds } from "../src/read/list-refunds.ts";
import { reportDue } from "../src/reporting/report-to-payment.ts";
import { withOwnClock } from "./support/own-clock.ts";
import { acquirerOf, withRefunds } from "./support/refunds-under-test.ts";

const OUTCOMES: readonly (readonly [string, TransferOutcome])[] = [
  ["PROCESSING", { kind: "in_progress", stage: "processing" }],
  ["FAILED", { kind: "failed", code: "generic_decline" }],
];

const GONE = () => Promise.reject(new TransportError("unavailable", "payments.applyRefund", false));

describe("every read of a Refund shows a status that was reported once, or a later one", () => {
  const given = withRefunds();
  const pass = withOwnClock();
  let letGo: LetGo = async () => undefined;
  afterEach(() => letGo());

  type ApplyRefund = RefundsDeps["payments"]["applyRefund"];
  const withApply = (applyRefund: ApplyRefund): RefundsDeps => {
    const { deps } = given();
    return { ...deps, payments: { ...deps.payments, applyRefund } };
  };
  /** Its Payment's owner is away, and a pause until it is asked again takes as long as it says. */
  const away = (): RefundsDeps => ({
    ...withApply(GONE),
    pause: async (ms) => pass(ms),
  });
  /** The provider's answer, and from that moment on somebody else has the row that the Payment keeps of it. */
  const answeredWhileHeld = (outcome: TransferOutcome) => {
    const { provider, database } = given();
    provider.submits(async ({ reference }) => {
      letGo = await holdRows(database.adminUrl, "select id from payments.refunds where id = $1 for update", [
        reference,
      ]);
      return outcome;
    });
  };
  const get = (deps: RefundsDeps, id: string) => getRefund(deps, { scope: SCOPE, refund_id: id }, "req_test");
  const list = async (deps: RefundsDeps, paymentId: string) => {
    const page = { limit: 10, starting_after: null, ending_before: null };
    return (await listRefunds(deps, { scope: SCOPE, payment_id: paymentId, ...page }, "req_test")).data;
  };

  for (const [status, outcome] of OUTCOMES) {
    it(`a create answers ${status} once the Payment shows it, however long somebody else has its row [RF-6]`, async () => {
      const { payments, deps, request } = given();
      const id = await payments.paid(1_000);
      answeredWhileHeld(outcome);
      // The row is let go when it was waited for in vain once: a database ends such a wait by itself.
      const patient = withApply(async (params, call) => {
        try {
          return await deps.payments.applyRefund(params, call);
        } catch (error) {
          await letGo();
          throw error;
        }
      });
      const refund = await createRefund(patient, await request(id, { amount: 600 }), "req_test");
      expect(refund.status).to.equal(status);
      const shown = await payments.payment(id);
      expect(shown.refunds).to.deep.equal([refund]);
      expect(shown.amount_refundable).to.equal(status === "FAILED" ? 1_000 : 400);
      expect(await get(deps, refund.id)).to.deep.equal(refund);
      expect(await list(deps, id)).to.deep.equal([refund]);
    });
  }

  it("after FAILED the next Refund of the money is not refused [RF-6]", async () => {
    const { payments, deps, request, provider } = given();
    const id = await payments.paid(1_000);
    provider.submits({ kind: "failed", code: "generic_decline" }, OUTCOMES[0]?.[1] ?? { kind: "succeeded" });
    let lost = 0;
    // The first call gets there, and nobody hears of it.
    const lossy = withApply(async (params, call) => {
      lost += 1;
      if (lost === 1) throw new TransportError("timeout", "payments.applyRefund", true);
      return deps.payments.applyRefund(params, call);
    });
    for (const status of ["FAILED", "PROCESSING"]) {
      const refund = await createRefund(lossy, await request(id, { amount: 1_000 }), "req_test");
      expect(refund).to.include({ status, refund_type: "FULL" });
    }
  });

  for (const [status, outcome] of OUTCOMES) {
    it(`${status} is reported to nobody while the Payment cannot be notified of it; the same request is answered with it later`, async () => {
      const { payments, deps, request, provider, row, database } = given();
      const id = await payments.paid();
      const asked = await request(id);
      provider.submits(outcome);
      const unavailable = { type: "service_unavailable", key: "hold", retryAfterS: 5 };
      expect(await refusal(createRefund(away(), asked, "req_test"))).to.include(unavailable);
      expect(await row(asked.refund_id)).to.include({ status, acknowledged_version: 0 });
      for (const read of [() => get(away(), asked.refund_id), () => list(away(), id)])
        expect(await refusal(read())).to.include({ type: "service_unavailable" });
      expect(await refusal(createRefund(away(), asked, "req_test"))).to.include(unavailable);
      const refund = await createRefund(
        deps,
        { ...(await request(id)), refund_id: asked.refund_id },
        "req_test",
      );
      expect(refund.status).to.equal(status);
      expect((await payments.payment(id)).refunds).to.deep.equal([refund]);
      expect(provider.countOf("submit", refund.id)).to.equal(1);
      await moveClock(database, 100_000);
      expect((await reportDue(deps)).done).to.equal(0);
    });
  }

  for (const [what, spoil] of [
    [
      "nothing is reserved for it",
      "update payments.refunds set id = 'ref_' || repeat('0', 24) where id = $1",
    ],
    ["another amount is reserved", "update payments.refunds set amount = amount + 1 where id = $1"],
  ] as const)
    it(`where ${what}, the Payment's owner is asked once, and nobody waits for what cannot come`, async () => {
      const { payments, deps, request, provider, row, database } = given();
      const asked = await request(await payments.paid());
      provider.submits(async () => {
        await database.sql(spoil, [asked.refund_id]);
        return { kind: "in_progress", stage: "processing" };
      });
      let tries = 0;
      const counted = withApply((params, call) => {
        tries += 1;
        return deps.payments.applyRefund(params, call);
      });
      const once = { ...counted, pause: () => Promise.reject(new Error("it waits to ask again")) };
      const refused = { type: "internal_error" };
      expect(await refusal(createRefund(once, asked, "req_test"))).to.include({ ...refused, key: "hold" });
      expect(tries).to.equal(1);
      expect(await row(asked.refund_id)).to.include({ status: "PROCESSING", acknowledged_version: 0 });
      const recorded = { id: asked.refund_id, status: "PROCESSING" };
      expect(await get(once, asked.refund_id), "by GET, as it is recorded").to.include(recorded);
      expect(await list(once, asked.payment_id)).to.have.length(1);
      expect(tries, "once a create and a read").to.equal(3);
    });

  it("a submission leaves the Payment's owner a share of the request, and the answer waits for it no longer", async () => {
    const { payments, request, provider, database } = given();
    await stopClock(database);
    const asked = await request(await payments.paid());
    const waits: number[] = [];
    const deps = withApply((_, { timeoutMs = 0 }) => {
      waits.push(timeoutMs);
      pass(timeoutMs);
      return GONE();
    });
    provider.submits((_, deadline) => {
      pass(deadline.remainingMs());
      return { kind: "unknown", cause: "lost" };
    });
    const late = { ...deps, pause: async (ms: number) => pass(ms) };
    await refusal(createRefund(late, asked, "req_test"));
    expect(waits).to.deep.equal([2_000]);
  });

  for (const [who, read] of [
    ["its GET", async (deps: RefundsDeps, { id }: { id: string }) => get(deps, id)],
    [
      "its list",
      async (deps: RefundsDeps, { payment_id }: { payment_id: string }) => (await list(deps, payment_id))[0],
    ],
  ] as const) {
    it(`${who} notifies the Payment of what a status sync recorded and could not report, before it shows it`, async () => {
      const { payments, deps, create, request, provider, database } = given();
      const id = await payments.paid(1_000);
      const refund = await create(await request(id, { amount: 300 }));
      provider.reads({ kind: "succeeded" });
      await moveClock(database, 3_000);
      expect(await syncRefunds(away(), 10)).to.include({ changed: 1 });
      expect(await payments.payment(id)).to.include({ amount_refunded: 0 });
      expect(await refusal(read(away(), refund))).to.include({ type: "service_unavailable" });
      const shown = await read(deps, refund);
      expect(shown).to.include({ status: "SUCCEEDED" });
      const payment = await payments.payment(id);
      expect(payment.refunds).to.deep.equal([shown]);
      expect(payment).to.include({ amount_refunded: 300, amount_refundable: 700 });
      expect(await read(away(), refund), "acknowledged: nobody is asked").to.deep.equal(shown);
    });
  }

  it("a create's statements do not queue behind those of status syncs", async () => {
    const { payments, create, request, deps, provider, database, pools } = given();
    const looked = await Promise.all(
      Array.from({ length: 6 }, async () => create(await request(await payments.paid()))),
    );
    const forJobs = jobDeps(deps, pools);
    let read = 0;
    const allRead = Promise.withResolvers<void>();
    // Every sync has its answer, and somebody else has the rows that it is to be recorded in.
    const refunds = {
      ...provider,
      read: async () => {
        read += 1;
        if (read === looked.length) {
          const ids = looked.map(({ id }) => id);
          letGo = await holdRows(
            database.adminUrl,
            "select id from refunds.refunds where id = any ($1) for update",
            [ids],
          );
          allRead.resolve();
        }
        await allRead.promise;
        return { kind: "succeeded" } as const;
      },
    };
    await moveClock(database, 3_000);
    let ended = false;
    const syncing = syncRefunds({ ...forJobs, acquirers: acquirerOf(refunds) }, 16).finally(() => {
      ended = true;
    });
    await allRead.promise;
    expect(await create(await request(await payments.paid()))).to.include({ status: "PROCESSING" });
    expect(ended, "the syncs still wait").to.equal(false);
    await letGo();
    expect(await syncing).to.include({ synced: 6, changed: 6 });
  });
});
