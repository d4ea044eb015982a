import { expect } from "chai";
import { assessSoak, valuesOf, type Sample } from "../runner/soak-samples.ts";

const MIB = 1_048_576;

/** Fifteen minutes, a look every thirty seconds. */
type Course = (share: number) => number;
const soak = (memoryMib: Course, outboxAgeS: Course, open: Course = () => 30): Sample[] =>
  Array.from({ length: 31 }, (_, index) => ({
    atMs: index * 30_000,
    memory: new Map([["payments (7)", memoryMib(index / 30) * MIB]]),
    outboxAgeS: outboxAgeS(index / 30),
    open: open(index / 30),
  }));

const flat = (value: number) => (): number => value;

describe("what a soak samples at", () => {
  it("holds where memory and outbox are flat at the end, however they began", () => {
    const samples = soak(
      (share) => (share < 0.2 ? 90 : 180),
      (share) => (share < 0.2 ? 40 : 1),
    );
    expect(assessSoak(samples).problems).to.deep.equal([]);
  });

  it("fails by memory that goes on growing", () => {
    expect(assessSoak(soak((share) => 100 + 300 * share, flat(0))).problems).to.deep.equal([
      "payments (7) used 250 MiB, then 350 MiB: it grows",
    ]);
  });

  it("says of a short run what was used, and nothing of its slope", () => {
    const samples = soak((share) => 100 + 300 * share, flat(0)).map((look) => ({
      ...look,
      atMs: look.atMs / 60,
    }));
    expect(assessSoak(samples).problems).to.deep.equal([]);
    expect(assessSoak(samples).notes)
      .to.include("payments (7) used 250 MiB, then 350 MiB")
      .and.include("memory is compared from 10 minutes on: here it is only shown");
  });

  it("fails by events that pile up", () => {
    const { problems } = assessSoak(soak(flat(100), (share) => 60 * share));
    expect(problems).to.deep.equal(["an event waited for 60 s in the last third: events pile up"]);
  });

  it("fails by objects that do not end, and not by some more of them", () => {
    const course = (end: number) => soak(flat(100), flat(0), (share) => (share < 2 / 3 ? 30 : end));
    expect(assessSoak(course(95)).problems).to.deep.equal([]);
    expect(assessSoak(course(96)).problems).to.deep.equal([
      "30 objects and events were open, then 96: they pile up",
    ]);
  });

  it("fails where no process said anything", () => {
    expect(assessSoak([]).problems).to.have.length(1);
  });

  it("reads every sample of a metric and of no other", () => {
    const text =
      'a_bytes 1e3\na_bytes_total 7\na_bytes{owner="payments"} 2.5\n# a_bytes 9\na_bytes{owner="x"} NaN\n';
    expect(valuesOf(text, "a_bytes")).to.deep.equal([1_000, 2.5]);
  });
});
