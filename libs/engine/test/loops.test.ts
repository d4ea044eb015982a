import { gate, waitFor } from "@flowlix/testkit";
import { watched, withJobs } from "./support/jobs-under-test.ts";
import { storingReceiver, withOutbox } from "./support/outbox-under-test.ts";
import { steppedLoops, type SteppedLoops } from "./support/stepped-loops.ts";

async function toReport(loops: SteppedLoops, ...expected: string[]): Promise<void> {
  await waitFor(
    expected.join() || "all to come off",
    () => loops.reported().join() === expected.join() && expected.length === loops.reported().length,
    15_000,
  );
}

describe("the loops of jobs", function () {
  this.timeout(20_000);
  const { database, start } = withJobs();

  /** Lets a statement of a process fail for as long as `run` takes. */
  async function withoutColumn(column: string, run: () => Promise<void>): Promise<void> {
    await database().sql(`alter table shop.jobs rename column ${column} to hidden`);
    try {
      await run();
    } finally {
      await database().sql(`alter table shop.jobs rename column hidden to ${column}`);
    }
  }

  it("report a task that fails each time, by a code, until it comes off", async () => {
    const sweep = watched("shop.sweep", { everyMs: 500, retryMaxMs: 500, slots: 2 });
    sweep.act = async () => {
      throw Object.assign(new Error("permission denied for table cards"), { code: "42501" });
    };
    const loops = steppedLoops();
    await start([sweep.task], { loops });
    await toReport(loops, "shop.sweep 42501");
    sweep.act = async () => ({ done: 0, more: false });
    await toReport(loops);
  });

  it("report jobs that nobody can claim", async () => {
    const loops = steppedLoops();
    await start([watched("shop.sweep", { slots: 2 }).task], { loops });
    await withoutColumn("next_at", () => toReport(loops, "shop.claimJobs 42703"));
    await toReport(loops);
  });

  it("report a task whose end cannot be recorded, though it did its work", async () => {
    const sweep = watched("shop.sweep", { everyMs: 500, retryMaxMs: 500, slots: 2 });
    const first = gate();
    sweep.act = async () => {
      await first.pass();
      return { done: 1, more: false };
    };
    const loops = steppedLoops();
    await start([sweep.task], { loops });
    await first.reached;
    await withoutColumn("last_ok_at", async () => {
      first.open();
      await waitFor("the task to be reported", async () => {
        // What was not recorded is claimed again once its lease is over.
        await database().sql("update shop.jobs set held_until = '-infinity' where holder is not null");
        return loops.reported().includes("shop.sweep 42703");
      });
    });
    await toReport(loops);
  });
});

describe("the loop of a relay", function () {
  this.timeout(20_000);
  const outbox = withOutbox();
  const SPEC = { name: "shop.relayEvents", runMaxMs: 120_000, retryMaxMs: 5_000 };

  it("reports passes that fail for any cause, over an empty outbox too, until one comes off", async () => {
    const loops = steppedLoops();
    const { database, relay } = outbox();
    relay(storingReceiver(), { loop: loops.add(SPEC) });
    await database.sql("alter table shop.relay rename column holder to hidden");
    try {
      await toReport(loops, "shop.relayEvents 42703");
    } finally {
      await database.sql("alter table shop.relay rename column hidden to holder");
    }
    await toReport(loops);
  });

  it("is not well by standing by for another process, and what it failed with before is forgotten then", async () => {
    const processes = [steppedLoops(), steppedLoops()];
    const receiver = storingReceiver();
    receiver.before = () => {
      throw new TypeError("it breaks over every row");
    };
    const { write, relay, ownPool } = outbox();
    await write("a", 1);
    for (const loops of processes) relay(receiver, { loop: loops.add(SPEC), pool: await ownPool() });
    await Promise.all(processes.map((loops) => toReport(loops, "shop.relayEvents TypeError")));
    receiver.before = () => undefined;
    await waitFor("the event to leave", () => receiver.stored.length === 1);
    await Promise.all(processes.map((loops) => toReport(loops)));
  });
});
