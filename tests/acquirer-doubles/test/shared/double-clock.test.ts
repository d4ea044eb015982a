import { expect } from "chai";
import { createDoubleClock } from "../../src/index.ts";

describe("the clock of a double", () => {
  it("does what is due when it is moved, the earliest first, and what that makes due as well", () => {
    const clock = createDoubleClock();
    const done: string[] = [];
    clock.after(3_600_000, () => done.push("later"));
    clock.after(1_800_000, () => {
      done.push("sooner");
      clock.after(1_000, () => done.push("in turn"));
    });
    clock.advance(1_700_000);
    expect(done).to.deep.equal([]);
    clock.advance(100_500);
    expect(done).to.deep.equal(["sooner"]);
    clock.advance(3_600_000);
    expect(done).to.deep.equal(["sooner", "in turn", "later"]);
    clock.stop();
  });

  it("does nothing by itself where its time stands, however long something else takes", async () => {
    const [standing, running] = [createDoubleClock({ stands: true }), createDoubleClock()];
    const done: string[] = [];
    const beginMs = standing.nowMs();
    standing.after(0, () => done.push("due"));
    await new Promise<void>((resolve) => running.after(0, resolve));
    expect([done, standing.nowMs()]).to.deep.equal([[], beginMs]);
    standing.advance(0);
    expect(done).to.deep.equal(["due"]);
    running.stop();
  });
});
