import { expect } from "chai";
import {
  at,
  BEFORE,
  DAY,
  NEXT,
  SOURCE,
  withStatement,
  type StatementUnderTest,
} from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");
const over = (day: string) => at(day, "00:10:00");

describe("of what the statement has and our books lack", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(over(NEXT));
  });

  describe("what its owner has still to book, while it fills in what was before the journal", () => {
    const old = { status: "SUCCEEDED", ended: true, amount: 1_000, currency: "EUR", to_be_filled: true };
    beforeEach(() => under.states(DAY, { reference: "pay_old", atMs: at(DAY, "23:00:00") }));

    it("awaits the row, however long that takes, until it is posted", async () => {
      under.world.objects.set("pay_old", old);
      for (const day of ["2026-03-12", "2026-04-20"]) {
        await under.itIs(over(day));
        expect(await under.compare(DAY)).to.include({ differing: 0, awaiting: 1 });
        await under.compare(BEFORE);
        expect(await under.standing()).to.deep.equal(["missing_here charge pay_old awaiting"]);
      }
      under.posted({ reference: "pay_old", atMs: at(DAY, "23:00:01") });
      await under.compare(BEFORE);
      expect(await under.standing()).to.deep.equal([]);
    });

    it("awaits nothing of another amount, nor what filling has passed without lineOf it", async () => {
      under.world.objects.set("pay_old", { ...old, amount: 999 });
      await under.compare();
      expect(await under.standing()).to.deep.equal(["missing_here charge pay_old open"]);
      under.world.objects.set("pay_old", old);
      await under.compare();
      expect(await under.standing()).to.deep.equal(["missing_here charge pay_old awaiting"]);
      under.world.objects.set("pay_old", { ...old, to_be_filled: false });
      await under.compare();
      expect(await under.standing()).to.deep.equal(["missing_here charge pay_old open"]);
    });
  });

  describe("what ended here without moving money, and moved some all the same", () => {
    const ended = { ended: true, amount: 1_000, currency: "EUR" };
    beforeEach(() => {
      under.states(
        DAY,
        { reference: "pay_x", atMs: NOON },
        { kind: "refund", reference: "ref_x", atMs: NOON },
        { kind: "payout", reference: "po_x", atMs: NOON },
      );
      under.world.objects.set("pay_x", { ...ended, status: "EXPIRED" });
      for (const id of ["ref_x", "po_x"]) under.world.objects.set(id, { ...ended, status: "FAILED" });
    });
    const asked = ["payments pay_x", "refunds ref_x", "payouts po_x"];

    it("has its owner ask the provider, each time until it is known, and resolves it by itself then", async () => {
      expect(await under.compare()).to.include({ differing: 3 });
      expect(under.world.verified.splice(0)).to.deep.equal(asked);
      await under.compare();
      expect(under.world.verified.splice(0)).to.deep.equal(asked);
      await under.itIs(over("2026-03-12"));
      // Another day's comparison, too: the owner may have been unable to say.
      await under.compare(NEXT);
      expect(under.world.verified.splice(0)).to.deep.equal(asked);
      for (const [kind, reference] of [
        ["charge", "pay_x"],
        ["refund", "ref_x"],
        ["payout", "po_x"],
      ] as const)
        under.posted({ kind, reference, atMs: at(NEXT, "00:30:00") });
      expect(await under.compare(NEXT)).to.include({ differing: 0 });
      expect(await under.compare()).to.include({ differing: 0 });
      expect(await under.standing()).to.deep.equal([]);
      expect(under.world.verified).to.deep.equal([]);
    });

    it("keeps nothing while an owner cannot be asked, so that none is forgotten", async () => {
      const { refunds } = under.deps.owners;
      Object.assign(refunds, { verifyEnds: () => Promise.reject(new Error("away")) });
      const run = await under.deps.runs.ask({ ...SOURCE, day: DAY, actor: "operator" });
      const failure = await under.job().catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error).with.property("message", "away");
      expect(await under.deps.runs.find(run.id)).to.include({ state: "failed" });
      expect(await under.standing()).to.deep.equal([]);
    });

    it("asks nobody about what is unknown, still open, or was given back", async () => {
      under.world.statements.clear();
      under.world.objects.set("pay_open", { ...ended, ended: false, status: "PROCESSING" });
      under.states(
        DAY,
        { reference: "pay_open", atMs: NOON },
        { reference: "pay_of_nobody", atMs: NOON },
        { kind: "reversal", reference: "pay_x", atMs: NOON },
      );
      expect(await under.compare()).to.include({ differing: 2, awaiting: 1 });
      expect(under.world.verified).to.deep.equal([]);
    });
  });
});
