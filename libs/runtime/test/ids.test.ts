import { expect } from "chai";
import { ID_PREFIXES, idPattern, type IdKind } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";

const isKind = (text: string): text is IdKind => text in ID_PREFIXES;

describe("ids", () => {
  for (const kind of Object.keys(ID_PREFIXES).filter(isKind)) {
    const rule = kind === "payment" ? " [ID-1]" : "";
    it(`makes a ${kind} id of the public pattern${rule}`, () => {
      expect(newId(kind)).to.match(new RegExp(idPattern(kind)));
    });
  }

  it("makes no id twice", () => {
    const ids = Array.from({ length: 20_000 }, () => newId("payment"));
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("begins with the time, so that later ids sort after earlier ones", () => {
    const timeOf = (id: string): string => id.slice("pay_".length, "pay_".length + 8);
    const times = Array.from({ length: 5_000 }, () => timeOf(newId("payment")));
    expect(times).to.deep.equal(times.toSorted());
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const read = Array.from(timeOf(newId("payment"))).reduce(
      (ms, digit) => ms * 62 + digits.indexOf(digit),
      0,
    );
    expect(Date.now() - read).to.be.within(0, 60_000);
  });

  it("favours no character in the random part", () => {
    const counts = new Map<string, number>();
    const random = Array.from({ length: 10_000 }, () => newId("payment").slice(-16)).join("");
    for (const character of random) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).to.equal(62);
    const expected = random.length / 62;
    // Seven standard deviations: a fair generator never gets there, a folded one at once.
    const tolerance = 7 * Math.sqrt(expected);
    for (const count of counts.values()) expect(Math.abs(count - expected)).to.be.below(tolerance);
  });
});
