import { expect } from "chai";
import { checkInstrument, isPastExpiry } from "../src/index.ts";
import { instrument, instrumentsOf } from "./builders.ts";

const at = (text: string): number => Date.parse(text);

/** A month ends last where it is twelve hours earlier than in UTC. */
const TABLE: readonly (readonly [exp_month: number, exp_year: number, now: string, past: boolean])[] = [
  [11, 2026, "2026-11-01T00:00:00Z", false],
  [11, 2026, "2026-12-01T00:00:00Z", false],
  [11, 2026, "2026-11-30T23:59:59.999-12:00", false],
  [11, 2026, "2026-12-01T00:00:00.000-12:00", true],
  [12, 2026, "2027-01-01T11:59:59.999Z", false],
  [12, 2026, "2027-01-01T12:00:00.000Z", true],
  [2, 2028, "2028-03-01T11:59:59.999Z", false],
  [2, 2028, "2028-03-01T12:00:00Z", true],
  [1, 2000, "2026-11-21T00:00:00Z", true],
  [12, 2099, "2026-11-21T00:00:00Z", false],
];

describe("expiry of a card [D2-4]", () => {
  for (const [exp_month, exp_year, now, past] of TABLE) {
    it(`${exp_month}/${exp_year} is ${past ? "past" : "not past"} at ${now}`, () => {
      expect(isPastExpiry({ exp_month, exp_year }, at(now))).to.equal(past);
    });
  }
});

describe("our own checks before a provider is asked", () => {
  const now = at("2026-11-21T12:00:00Z");

  it("let a card with a right check digit and a running month pass", () => {
    expect(checkInstrument(instrument(), now)).to.equal(null);
  });

  it("fail a wrong check digit as invalid_number", () => {
    expect(checkInstrument(instrument({ number: "4242424242424241" }), now)).to.equal("invalid_number");
  });

  it("fail a month that is over as expired_card", () => {
    expect(checkInstrument(instrument({ exp_month: 10, exp_year: 2026 }), now)).to.equal("expired_card");
  });

  const withBadDigit = instrumentsOf("4895370012003479");
  for (const [index, [name, valid]] of instrumentsOf().entries()) {
    it(`are made of the number of every way of paying: ${name} [D2-5]`, () => {
      expect(checkInstrument(valid, now)).to.equal(null);
      const faulty = withBadDigit[index]?.[1] ?? valid;
      expect(checkInstrument(faulty, now)).to.equal("invalid_number");
    });
  }

  it("look at the check digit before the expiry [D2-5]", () => {
    const card = { number: "4242424242424241", exp_month: 1, exp_year: 2001 };
    expect(checkInstrument(instrument(card), now)).to.equal("invalid_number");
  });
});
