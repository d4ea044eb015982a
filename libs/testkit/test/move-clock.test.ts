import { clockMs, moveClock, stopClock, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";

describe("A test's clock", function () {
  this.timeout(30_000);
  const database = withDatabase([]);
  const differenceMs = async () => {
    const rows = await database().sql(
      "select round(extract(epoch from platform.clock() - clock_timestamp()))::int as s",
    );
    return Number(rows[0]?.["s"]) * 1_000;
  };

  it("moves again and again, forward and back, and to the real time again", async () => {
    for (const ms of [3_600_000, 7_200_000, -60_000, 0]) {
      await moveClock(database(), ms);
      expect(await differenceMs()).to.equal(ms);
    }
  });

  it("stands still nowhere: it goes on from where it was moved to", async () => {
    await moveClock(database(), 60_000);
    const rows = await database().sql(
      "select platform.clock() < platform.clock() as passes from pg_sleep(0.001)",
    );
    expect(rows).to.deep.equal([{ passes: true }]);
  });

  it("stands where it was stopped until it is moved, and is stopped anew at the real time", async () => {
    const now = () => clockMs(database());
    await moveClock(database(), 3_600_000);
    await stopClock(database());
    const stopped = await now();
    await database().sql("select pg_sleep(0.01)");
    expect(await now()).to.equal(stopped);
    expect(await differenceMs()).to.be.within(-60_000, 0);
    await moveClock(database(), 2_000);
    expect(await now()).to.equal(stopped + 2_000);
    await stopClock(database());
    expect(await now()).to.be.within(stopped + 10, stopped + 60_000);
  });
});
