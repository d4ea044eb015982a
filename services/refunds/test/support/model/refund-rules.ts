import type { PaymentsSide } from "@flowlix/payments/testing";
import { postedKinds, type TestDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import type { AskedRefund, Verifier } from "./crashable.ts";
import type { RefundParties } from "./refund-parties.ts";

/** What was paid, in minor units. */
export const PAID = 1_000;

interface RulesParts {
  readonly paymentId: string;
  readonly side: PaymentsSide;
  readonly database: Pick<TestDatabase, "sql">;
  readonly parties: RefundParties;
  /** The Payment's charge: its reference, and the account that has it; null for the installation's own acquirer. */
  readonly charge: Omit<AskedRefund, "reference">;
  /** Ids whose keys were released. */
  readonly released: ReadonlySet<string>;
  /** Ids that a merchant was answered with. */
  readonly answers: () => readonly string[];
  /** Whether whatever is submitted must still be claimed. */
  readonly submitsInTime: () => boolean;
}

export interface RefundRules {
  /** What must be so before and after each step. */
  readonly verifier: Verifier;
  /** What must be so at rest; answers the statuses. */
  checkRest(): Promise<string[]>;
}

/** The rules of money, held against both owners' tables and the acquirer's book. */
export function createRefundRules(parts: RulesParts): RefundRules {
  const { paymentId, side, database, parties, charge, released, answers, submitsInTime } = parts;
  const { acquirer } = parties;

  const verifier: Verifier = {
    async before(step: string, refund: AskedRefund | undefined) {
      if (refund === undefined) return;
      const { reference, ...asked } = refund;
      expect(asked, `who is asked to ${step}, and of what: ${JSON.stringify(asked)}`).to.deep.equal(charge);
      if (step !== "acquirer.submit" || !submitsInTime()) return;
      const [row] = await database.sql(
        `select payment_id, provider_account, status, submit_until > platform.clock() as live from refunds.refunds where id = $1`,
        [reference],
      );
      expect(row, "what is submitted is claimed, and in time").to.deep.equal({
        payment_id: paymentId,
        provider_account: charge.account,
        status: "PENDING",
        live: true,
      });
    },
    async after(step: string) {
      const elsewhere = parties.all.filter(({ account }) => (account?.id ?? null) !== charge.account);
      for (const party of elsewhere)
        expect(party.heardOf(), `refunds at ${party.account?.id ?? "our own acquirer"}`).to.equal(0);
      expect(acquirer.committed(), "never more than was paid").to.be.at.most(PAID);
      if (step.startsWith("store.")) await checkMoves();
      if (!/move|apply|release|reserve/.test(step)) return;
      const [balance] = await database.sql(
        `select amount_refunded::int as refunded, amount_reserved::int as reserved from payments.payments where id = $1`,
        [paymentId],
      );
      const [refunded, reserved] = [Number(balance?.["refunded"]), Number(balance?.["reserved"])];
      expect(acquirer.executed(), "what was settled was executed").to.be.at.least(refunded);
      expect(refunded + reserved, "whatever can be executed is set aside").to.be.at.least(
        acquirer.committed(),
      );
    },
  };

  const statuses = new Map<string, string>();

  /**
   * What an attempt knows of itself alone ends nothing that others have recorded, and no row that prevents a Refund
   * covers one.
   */
  async function checkMoves(): Promise<void> {
    const rows = await database.sql("select id, status from refunds.refunds where payment_id = $1", [
      paymentId,
    ]);
    expect(
      rows.map(({ id }) => id),
      "nothing that was there goes",
    ).to.include.members([...statuses.keys()]);
    for (const { id: reference, status: now } of rows) {
      const [id, status] = [String(reference), String(now)];
      const before = statuses.get(id) ?? status;
      statuses.set(id, status);
      if (before === status) continue;
      expect(status, `what becomes of a refund that is ${before}`).to.not.equal("VOIDED");
      if (before === "PROCESSING" && status === "FAILED")
        expect(["failed", "cancelled"], "who ends what is PROCESSING").to.include(acquirer.stateOf(id));
    }
  }

  async function checkRest(): Promise<string[]> {
    const rows = await database.sql(
      "select id, status, version, acknowledged_version from refunds.refunds where payment_id = $1 order by position",
      [paymentId],
    );
    const payment = await side.payment(paymentId);
    const real = rows.filter(({ status }) => status !== "VOIDED");
    expect(
      payment.refunds.map(({ id, status }) => ({ id, status })),
      "both owners agree",
    ).to.have.deep.members(real.map(({ id, status }) => ({ id, status })));
    expect(payment.amount_refunded, "the book is what was refunded").to.equal(acquirer.executed());
    const inFlight = payment.refunds.filter(({ status }) => status === "PENDING" || status === "PROCESSING");
    const reserved = inFlight.reduce((sum, { amount }) => sum + amount, 0);
    expect(payment.amount_refundable, "no reservation is left for good").to.equal(
      PAID - payment.amount_refunded - reserved,
    );
    for (const { id, status, version, acknowledged_version } of real) {
      expect(acknowledged_version, "everything was acknowledged").to.equal(version);
      const state = acquirer.stateOf(String(id));
      if (status === "SUCCEEDED") expect(state).to.equal("succeeded");
      if (status === "FAILED") expect([undefined, "failed", "cancelled"]).to.include(state);
      if (status === "PROCESSING") expect(["received", "processing"]).to.include(state);
      expect(status, "nothing stays PENDING").to.not.equal("PENDING");
    }
    for (const { status, id } of rows) {
      const posted = await postedKinds(database, { schema: "refunds", objects: "refunds" }, String(id));
      expect(posted, `what is posted of a refund that is ${String(status)}`).to.deep.equal(
        status === "SUCCEEDED" ? ["refund"] : [],
      );
      if (status === "VOIDED")
        expect(acquirer.stateOf(String(id)), "what is prevented was never sent").to.equal(undefined);
      if (released.has(String(id))) expect(status, "a released key left nothing").to.equal("VOIDED");
    }
    expect(
      real.map(({ id }) => id),
      "what was answered exists",
    ).to.include.members(answers());
    const unreported = await database.sql(
      `select o.object_id from refunds.outbox as o join refunds.refunds as r on r.id = o.object_id
        where r.payment_id = $1 group by o.object_id, r.status
       having (array_agg(o.event_type order by o.version desc))[1] <> 'refund.' || lower(r.status)`,
      [paymentId],
    );
    expect(await contradictions(), "a truthful acquirer leaves no exception").to.deep.equal([]);
    expect(unreported, "the last event tells of the status").to.deep.equal([]);
    return rows.map(({ status }) => String(status));
  }

  /** Anomalies of these Refunds, but for what an answer of the acquirer's that spoke of another amount left. */
  async function contradictions(): Promise<unknown[]> {
    return database.sql(
      `select a.kind, a.detail from (select object_id, kind, detail from refunds.anomalies union all select object_id, kind, detail from payments.anomalies) as a
         join refunds.refunds as r on r.id = a.object_id
        where r.payment_id = $1 and a.detail not like 'the provider answered for this refund with another %'`,
      [paymentId],
    );
  }

  return { verifier, checkRest };
}
