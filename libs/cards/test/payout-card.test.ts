import { expect } from "chai";
import { SEALED_FOR } from "@flowlix/contracts";
import { createOpener, createSealer, SealError, type PayoutCard } from "../src/index.ts";
import { context, instrument, ringOf } from "./builders.ts";

const CARD: PayoutCard = { kind: "payout_card", number: "5555555555554444" };
const payout = context({ operation: SEALED_FOR.createPayout, object_id: "po_0000000000000000000000001" });

describe("the sealed card of a payout", () => {
  const ring = ringOf("k1");
  const sealer = createSealer(ring, "payout_card");
  const opener = createOpener(ring, "payout_card");

  it("opens as what was sealed", () => {
    const opened = opener.open(sealer.seal(CARD, payout), payout);
    expect(opened.reveal()).to.deep.equal(CARD);
    expect(`${String(opened)}${JSON.stringify(opened)}`).not.to.contain("4444");
  });

  it("has a length that tells nothing of its number", () => {
    const lengths = ["400000000006", "4000000000000000006"].map(
      (number) => sealer.seal({ ...CARD, number }, payout).length,
    );
    expect(new Set(lengths).size).to.equal(1);
  });

  it("is never taken for a card that pays, nor the other way round", () => {
    const paying = createSealer(ring, "card").seal(instrument(), payout);
    expect(() => opener.open(paying, payout)).to.throw(SealError);
    expect(() => createOpener(ring, "card").open(sealer.seal(CARD, payout), payout)).to.throw(SealError);
  });

  it("opens for nothing but its payout", () => {
    const box = sealer.seal(CARD, payout);
    for (const other of [
      { operation: SEALED_FOR.create },
      { amount: payout.amount + 1 },
      { object_id: "po_2" },
    ])
      expect(() => opener.open(box, { ...payout, ...other })).to.throw(SealError);
  });

  it("is refused when a gateway of another version sealed something else", () => {
    for (const value of [
      null,
      {},
      { kind: "payout_card" },
      { kind: "payout_card", number: 5 },
      { kind: "card", number: "5" },
    ]) {
      const box = sealer.seal(JSON.parse(JSON.stringify(value)), payout);
      expect(() => opener.open(box, payout)).to.throw(SealError);
    }
  });
});
