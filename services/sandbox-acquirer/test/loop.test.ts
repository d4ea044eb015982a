import { createLogger, createLoops, createMetrics } from "@flowlix/runtime";
import { waitFor, quietLoop } from "@flowlix/testkit";
import { expect } from "chai";
import { startLoop } from "../src/loop.ts";

describe("a loop of the acquirer", () => {
  it("is failing once its rounds have failed for a minute, until one comes off", async () => {
    const logger = createLogger({ service: "sandbox-acquirer", instance: "test", level: "silent" });
    const clock = { ms: 0 };
    const loops = createLoops(createMetrics({ processMetrics: false }), () => clock.ms);
    const reports = loops.add({
      name: "sandbox-acquirer.settleOrders",
      runMaxMs: 60_000,
      retryMaxMs: 1_000,
    });
    let isBroken = true;
    const round = async () => {
      clock.ms += 31_000;
      if (isBroken) throw new TypeError("x");
      return false;
    };
    const loop = startLoop({ name: "settle_due", pauseMs: 1, round, logger, reports });
    await waitFor("the loop to be failing", () => loops.failing().length > 0, 10_000);
    expect(loops.failing()).to.deep.equal([{ loop: "sandbox-acquirer.settleOrders", reason: "TypeError" }]);
    isBroken = false;
    await waitFor("a round that comes off", () => loops.failing().length === 0);
    await loop.stop();
  });

  it("tells the log of an outage when it begins and when it is over, and of no round between", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({
      service: "sandbox-acquirer",
      instance: "test",
      level: "info",
      destination,
    });
    let rounds = 0;
    const round = async () => {
      rounds += 1;
      if (rounds <= 2) throw new Error("connect ECONNREFUSED");
      return false;
    };
    const loop = startLoop({ name: "settle_due", pauseMs: 1, round, logger, reports: quietLoop });
    await waitFor("a round that comes off", () => rounds > 2);
    await loop.stop();
    const logged = lines
      .map((line) => JSON.parse(line))
      .map(({ level, msg, loop: name }) => [level, msg, name]);
    expect(logged).to.deep.equal([
      ["warn", "a round of a loop failed; it is repeated", "settle_due"],
      ["info", "the rounds of a loop come off again", "settle_due"],
    ]);
  });
});
