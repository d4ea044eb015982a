import { expect } from "chai";
import { shareSlots } from "../src/deliveries/slot-pools.ts";
import { firstPace, nextPace, WINDOW_MAX, type Pace } from "../src/deliveries/pace.ts";

const QUICK = { answer: "good", durationMs: 50 } as const;
const HUNG = { answer: "none", durationMs: 10_000 } as const;

describe("an endpoint's pace", () => {
  it("begins with a little and grows with every quick success, up to a bound", () => {
    let pace = firstPace(false);
    expect(pace).to.deep.equal({ window: 4, slow: false });
    for (let count = 0; count < 100; count += 1) pace = nextPace(pace, QUICK);
    expect(pace).to.deep.equal({ window: WINDOW_MAX, slow: false });
  });

  it("is one at a time in the slow pool after a try that took long, answered or not", () => {
    const full: Pace = { window: WINDOW_MAX, slow: false };
    expect(nextPace(full, HUNG)).to.deep.equal({ window: 1, slow: true });
    expect(nextPace(full, { ...QUICK, durationMs: 5_000 })).to.deep.equal({ window: 1, slow: true });
  });

  it("leaves the slow pool with a quick answer, a refusal included", () => {
    const slow: Pace = { window: 1, slow: true };
    expect(nextPace(slow, QUICK)).to.deep.equal({ window: 2, slow: false });
    expect(nextPace(slow, { ...QUICK, durationMs: 1_500 })).to.deep.equal({ window: 1, slow: false });
  });

  it("is halved where nobody answers at once, or the receiver says that it is too much", () => {
    const pace: Pace = { window: 16, slow: false };
    expect(nextPace(pace, { ...QUICK, answer: "none" })).to.deep.equal({ window: 8, slow: false });
    expect(nextPace(pace, { ...QUICK, answer: "too_much" })).to.deep.equal({ window: 8, slow: false });
  });

  it("is less by one with every failure: one that fails now and then goes on, one that always does is asked singly", () => {
    let pace: Pace = { window: 16, slow: false };
    expect(nextPace(pace, { ...QUICK, answer: "bad" })).to.deep.equal({ window: 15, slow: false });
    for (let count = 0; count < 50; count += 1) pace = nextPace(pace, { ...QUICK, answer: "bad" });
    expect(pace).to.deep.equal({ window: 1, slow: false });
  });

  it("begins in the slow pool where nothing has succeeded since something failed", () => {
    expect(firstPace(true)).to.deep.equal({ window: 1, slow: true });
  });
});

describe("the slots of a pool", () => {
  const queue = (endpointId: string, window: number, sending = 0) => ({
    endpointId,
    pace: { window, slow: false },
    sending,
  });
  const freeOf = (...shares: Parameters<typeof shareSlots>) => shareSlots(...shares).map(({ free }) => free);

  it("are shared evenly, and what one does not need goes to the others [D9-21]", () => {
    expect(freeOf([queue("a", 32), queue("b", 32)], 256)).to.deep.equal([32, 32]);
    expect(freeOf([queue("a", 32), queue("b", 32)], 20)).to.deep.equal([10, 10]);
    expect(freeOf([queue("a", 2), queue("b", 32)], 20)).to.deep.equal([2, 18]);
    expect(freeOf([queue("a", 8, 6)], 256)).to.deep.equal([2]);
  });

  it("go one by one to the first where there are fewer of them than queues", () => {
    const queues = ["a", "b", "c"].map((id) => queue(id, 8));
    expect(shareSlots(queues, 2)).to.deep.equal([
      { endpoint_id: "a", free: 1 },
      { endpoint_id: "b", free: 1 },
    ]);
    expect(shareSlots(queues, 0)).to.deep.equal([]);
  });
});
