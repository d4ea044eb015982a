import { createLogger } from "@flowlix/runtime";
import { gate, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { createWake } from "../src/jobs/wake.ts";

const LOGGER = createLogger({ service: "test", instance: "one", level: "silent" });

describe("work that is due at once", () => {
  it("is done once where nothing more is known of, and never by itself", async () => {
    let turns = 0;
    const wake = createWake(async () => (turns += 1) > 9, LOGGER);
    expect(turns).to.equal(0);
    wake.soon();
    await waitFor("a turn", () => turns === 1);
    await wake.stop();
    expect(turns).to.equal(1);
  });

  it("is done again for whatever came up while it was under way, one turn at a time", async () => {
    const held = gate();
    let turns = 0;
    let atOnce = 0;
    const wake = createWake(async () => {
      turns += 1;
      atOnce += 1;
      expect(atOnce).to.equal(1);
      await held.pass();
      atOnce -= 1;
      return false;
    }, LOGGER);
    for (let times = 0; times < 5; times += 1) wake.soon();
    await held.reached;
    wake.soon();
    held.open();
    await waitFor("the second turn", () => turns === 2 && atOnce === 0);
    await wake.stop();
    expect(turns).to.equal(2);
  });

  it("is done to its end where there is more of it", async () => {
    let left = 5;
    const wake = createWake(async () => (left -= 1) > 0, LOGGER);
    wake.soon();
    await waitFor("the last turn", () => left === 0);
    await wake.stop();
    expect(left).to.equal(0);
  });

  it("that fails is left to the next job, with a word about it, and comes with the next wake", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string): void => void lines.push(line) };
    const logger = createLogger({ service: "test", instance: "one", level: "info", destination });
    let turns = 0;
    const wake = createWake(async () => {
      turns += 1;
      if (turns === 1) throw new Error("the database is away");
      return false;
    }, logger);
    wake.soon();
    await waitFor("a word", () => lines.length === 1);
    wake.soon();
    await waitFor("the next turn", () => turns === 2);
    await wake.stop();
  });

  it("does not begin any more once it is stopped, which waits for what is under way", async () => {
    const held = gate();
    let ended = 0;
    const wake = createWake(async () => {
      await held.pass();
      ended += 1;
      return true;
    }, LOGGER);
    wake.soon();
    await held.reached;
    const stopped = wake.stop();
    held.open();
    await stopped;
    wake.soon();
    await wake.stop();
    expect(ended).to.equal(1);
  });
});
