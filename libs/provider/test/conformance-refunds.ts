import { expect } from "chai";
import {
  charged as chargeOf,
  CLOSED,
  closes,
  PROCESSING,
  soon,
  SUCCEEDED,
  times,
  type ConformanceAmounts,
  type Tried,
} from "./conformance-support.ts";

/** What refunds have beyond payouts: their charge (docs/design/architecture.md#rule-10 holds at the provider too). */
export function describeRefunds(get: () => Tried, amounts: ConformanceAmounts): void {
  const { transfers } = amounts;
  const charged = async () => {
    const charge = get().fixture.makeOrder(transfers.charge);
    await chargeOf(get(), charge);
    return charge;
  };

  it("never gives back more of a charge than was charged, however concurrently it is asked", async () => {
    const { fixture, provider, traits } = get();
    const charge = await charged();
    const amount = Math.ceil(transfers.charge / 10) + 1;
    const refunds = times(30).map(() => fixture.makeRefund(amount, charge));
    const outcomes = await Promise.all(refunds.map((refund) => provider.refunds.submit(refund, soon())));
    // Too much may be taken first and declined later.
    if (!traits.settlesLater) expect(outcomes.filter(({ kind }) => kind === "in_progress")).to.have.length(9);
    for (const outcome of outcomes) expect(outcome.kind).to.be.oneOf(["in_progress", "failed"]);
    await fixture.processingEnds();
    await Promise.all(refunds.map((refund) => provider.refunds.read(refund, soon())));
    expect(await fixture.refundedOf(charge.reference)).to.equal(9 * amount);
  });

  const { declinedLater } = transfers;
  if (declinedLater !== null)
    it("gives back again what a refund took that failed later", async () => {
      const { fixture, provider } = get();
      const whole = await charged();
      const failing = fixture.makeRefund(declinedLater, whole);
      expect(await provider.refunds.submit(failing, soon())).to.deep.equal(PROCESSING);
      await fixture.processingEnds();
      expect(await provider.refunds.read(failing, soon())).to.include({ kind: "failed" });
      const all = fixture.makeRefund(transfers.charge, whole);
      expect(await provider.refunds.submit(all, soon())).to.deep.equal(PROCESSING);
      await fixture.processingEnds();
      expect(await provider.refunds.read(all, soon())).to.deep.equal(SUCCEEDED);
      expect(await fixture.refundedOf(whole.reference)).to.equal(transfers.charge);
    });

  it("gives nothing back of a charge that was reversed, declined, or is not known", async () => {
    const { fixture, provider, traits } = get();
    const reversed = await charged();
    await provider.reverse(reversed, soon());
    if (traits.settlesLater) await fixture.processingEnds();
    expect(await provider.reverse(reversed, soon())).to.equal("reversed");
    const declined = fixture.makeOrder(amounts.declined);
    await chargeOf(get(), declined);
    for (const charge of [reversed, declined, fixture.makeOrder(amounts.succeeds)]) {
      const refund = fixture.makeRefund(transfers.succeeds, charge);
      const outcome = await provider.refunds.submit(refund, soon());
      expect(outcome.kind).to.be.oneOf(
        traits.settlesLater ? ["failed", "in_progress", "not_executed"] : ["failed"],
      );
      await fixture.processingEnds();
      const read = await provider.refunds.read(refund, soon());
      expect(read.kind).to.be.oneOf(traits.settlesLater ? ["failed", "absent", "unknown"] : ["failed"]);
      expect(await fixture.refundedOf(charge.reference)).to.equal(0);
    }
  });

  it("does not reverse a charge that has a refund", async () => {
    const { fixture, provider } = get();
    const charge = await charged();
    await provider.refunds.submit(fixture.makeRefund(transfers.succeeds, charge), soon());
    expect(await provider.reverse(charge, soon())).to.equal("unknown");
    expect(await fixture.executions(charge.reference)).to.equal(1);
  });

  it("does not take another charge for a refund's reference", async () => {
    const { fixture, provider, traits } = get();
    const [charge, another] = [await charged(), await charged()];
    const refund = fixture.makeRefund(transfers.succeeds, charge);
    const elsewhere = { ...refund, charge: another.reference };
    await provider.refunds.submit(refund, soon());
    const garbled = { kind: "unknown", cause: "garbled" };
    if (traits.settlesLater) {
      // It looks for the refund at its charge: there is none of that reference at another.
      const read = await provider.refunds.read(elsewhere, soon());
      expect(read.kind).to.be.oneOf(["absent", "unknown"]);
      return;
    }
    expect(await provider.refunds.submit(elsewhere, soon())).to.include(garbled);
    expect(await provider.refunds.read(elsewhere, soon())).to.include({ ...garbled, contradicts: "charge" });
    expect(await provider.refunds.close(elsewhere, soon())).to.include(garbled);
  });

  it("closes a refund without its charge having to be known, where it can", async () => {
    const { fixture, provider } = get();
    const refund = fixture.makeRefund(transfers.succeeds, fixture.makeOrder(amounts.succeeds));
    const closed = await provider.refunds.close(refund, soon());
    if (closes(get(), "refund")) expect(closed).to.deep.equal(CLOSED);
    else expect(closed.kind).to.be.oneOf(["absent", "unknown"]);
  });
}
