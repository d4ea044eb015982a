import { expect } from "chai";
import { databaseTime } from "@flowlix/persistence";
import { whileClockStands } from "@flowlix/testkit";

describe("the database's time in a process", () => {
  /** Ten seconds passed between the question and the answer, and the database read its clock at some moment of them. */
  const slow = () => {
    const now = performance.now();
    return { askedAt: now - 10_000, answeredAt: now };
  };

  it("is the latest that it can be for deadlines, so that none is ever missed for a slow answer", async () => {
    await whileClockStands(async () => {
      expect(databaseTime(100_000, slow()).nowMs()).to.equal(110_000);
      expect(databaseTime(100_000, { askedAt: slow().askedAt }).nowMs()).to.equal(110_000);
    });
  });

  it("is the earliest that it can be for what is recorded, so that nothing shows a time that is still to come", async () => {
    await whileClockStands(async () => {
      expect(databaseTime(100_000, slow()).nowSeconds()).to.equal(100);
      expect(databaseTime(100_000, { askedAt: slow().askedAt }).nowSeconds(), "answered just now").to.equal(
        100,
      );
    });
  });

  it("goes on by the process's own clock from the answer on", async () => {
    await whileClockStands(async () => {
      const answeredAt = performance.now() - 3_000;
      const time = databaseTime(100_000, { answeredAt });
      expect([time.nowMs(), time.nowSeconds()]).to.deep.equal([103_000, 103]);
    });
  });
});
