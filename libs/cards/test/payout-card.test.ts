import { expect } from "chai";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { createDecryptor, createEncryptor, SealError, type PayoutInstrument } from "../src/index.ts";
import { context, instrument, ringOf } from "./builders.ts";

const CARD: PayoutInstrument = { kind: "payout_card", number: "5555555555554444" };
const HOME = { line1: "1 rue de Rivoli", city: "Paris", country: "FR" };
const IN_FULL: PayoutInstrument = {
  ...CARD,
  exp_month: 12,
  exp_year: 2034,
  recipient_address: HOME,
  sender: { first_name: "Charles", last_name: "Babbage", address: HOME },
};
const payout = context({ operation: ENCRYPTED_FOR.createPayout, object_id: "po_0000000000000000000000001" });

describe("the encrypted card of a payout", () => {
  const ring = ringOf("k1");
  const encryptor = createEncryptor(ring, "payout_card");
  const decryptor = createDecryptor(ring, "payout_card");

  it("is decrypted as what was encrypted", () => {
    const opened = decryptor.open(encryptor.encrypt(CARD, payout), payout);
    expect(opened.reveal()).to.deep.equal(CARD);
    expect(`${String(opened)}${JSON.stringify(opened)}`).not.to.contain("4444");
  });

  it("comes with its expiry, the recipient's address and the sender, which are as little shown", () => {
    const opened = decryptor.open(encryptor.encrypt(IN_FULL, payout), payout);
    expect(opened.reveal()).to.deep.equal(IN_FULL);
    expect(`${String(opened)}${JSON.stringify(opened)}`).not.to.match(/Rivoli|Babbage/);
  });

  it("has a length that tells nothing of its number", () => {
    const lengths = ["400000000006", "4000000000000000006"].map(
      (number) => encryptor.encrypt({ ...CARD, number }, payout).length,
    );
    expect(new Set(lengths).size).to.equal(1);
  });

  it("is never taken for a card that pays, nor the other way round", () => {
    const paying = createEncryptor(ring, "card").encrypt(instrument(), payout);
    expect(() => decryptor.open(paying, payout)).to.throw(SealError);
    expect(() => createDecryptor(ring, "card").open(encryptor.encrypt(CARD, payout), payout)).to.throw(
      SealError,
    );
  });

  it("opens for nothing but its payout", () => {
    const box = encryptor.encrypt(CARD, payout);
    for (const other of [
      { operation: ENCRYPTED_FOR.create },
      { amount: payout.amount + 1 },
      { object_id: "po_2" },
    ])
      expect(() => decryptor.open(box, { ...payout, ...other })).to.throw(SealError);
  });

  it("is refused when a gateway of another version encrypted something else", () => {
    for (const value of [
      null,
      {},
      { kind: "payout_card" },
      { kind: "payout_card", number: 5 },
      { ...CARD, exp_month: "12" },
      { ...CARD, exp_year: null },
      { ...CARD, recipient_address: "1 rue de Rivoli" },
      { ...CARD, sender: null },
      { kind: "card", number: "5" },
    ]) {
      const box = encryptor.encrypt(JSON.parse(JSON.stringify(value)), payout);
      expect(() => decryptor.open(box, payout)).to.throw(SealError);
    }
  });
});
