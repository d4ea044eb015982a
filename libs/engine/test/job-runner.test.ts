import { gate, moveClock, startTcpProxy, waitFor } from "@flowlix/testkit";
import { TransportError } from "@flowlix/runtime";
import { expect } from "chai";
import { LEASE_MS } from "../src/jobs/jobs-store.ts";
import { watched, withJobs } from "./support/jobs-under-test.ts";

const failing = async (): Promise<never> => {
  throw new TransportError("unavailable", "payments.lookDue", false);
};

describe("the job runner", () => {
  const { database, storeOf, start } = withJobs();
  beforeEach(() => moveClock(database(), 0));

  it("of three processes runs no job twice", async () => {
    const quick = watched("quick", { everyMs: 500 });
    const busy = watched("busy");
    let left = 200;
    busy.act = async () => ({ done: 1, more: (left -= 1) > 0 });
    const tasks = [quick.task, busy.task];
    const processes = [await start(tasks), await start(tasks), await start(tasks)];
    await waitFor("all jobs", () => left === 0 && quick.seen.jobs >= 4);
    await Promise.all(processes.map(({ runner }) => runner.stop()));
    expect([quick.seen.mostAtOnce, busy.seen.mostAtOnce]).to.deep.equal([1, 1]);
    expect(busy.seen.jobs).to.equal(200);
    const done = (await processes[0]!.jobs.list()).map((task) => [task.task, task.done]);
    expect(done).to.deep.equal([
      ["busy", 200],
      ["quick", quick.seen.jobs],
    ]);
  });

  it("has its jobs traced by the share of background work", async () => {
    const quick = watched("quick", { everyMs: 500 });
    const { spans } = await start([quick.task]);
    await waitFor("a job", () => quick.seen.jobs > 0);
    expect(spans[0]).to.deep.include({
      name: "turn",
      background: true,
      attributes: { "flowlix.task": "quick" },
    });
  });

  it("goes on with every other task while one hangs", async () => {
    const hanging = watched("hanging", { everyMs: 500 });
    const other = watched("other", { everyMs: 500 });
    const held = gate();
    hanging.act = async () => {
      await held.pass();
      return { done: 0, more: false };
    };
    await start([hanging.task, other.task]);
    await held.reached;
    const before = other.seen.jobs;
    await waitFor("further jobs", () => other.seen.jobs >= before + 3);
    expect(hanging.seen.jobs).to.equal(1);
    held.open();
    await waitFor("its next job", () => hanging.seen.jobs > 1);
  });

  it("opens another slot while a job hangs, so many and no more", async () => {
    const syncs = watched("syncs", { everyMs: 500, slots: 3 });
    const held = gate();
    syncs.act = async () => {
      await held.pass();
      return { done: 0, more: false };
    };
    await start([syncs.task]);
    await waitFor("three syncs", () => syncs.seen.atOnce === 3);
    const [first] = await database().sql("select max(held_until)::text as until from shop.jobs");
    await waitFor("leases renewed", async () => {
      const rows = await database().sql("select 1 from shop.jobs where held_until > $1", [first?.["until"]]);
      return rows.length === 3;
    });
    expect(syncs.seen.mostAtOnce).to.equal(3);
    held.open();
  });

  it("takes over the jobs of a process that died", async () => {
    const work = watched("work");
    const dead = await storeOf([work.task]);
    expect((await dead.claim("dead")).jobs).to.have.length(1);
    await start([work.task]);
    await moveClock(database(), LEASE_MS);
    await waitFor("the job", () => work.seen.jobs === 1);
  });

  it("repeats a task that failed, says so once, and does the others meanwhile", async () => {
    const broken = watched("broken", { everyMs: 500 });
    const other = watched("other", { everyMs: 500 });
    broken.act = failing;
    const { lines, ended, jobs } = await start([broken.task, other.task]);
    await waitFor("three failures", async () => {
      await moveClock(database(), 60_000 * (broken.seen.jobs + 1));
      return broken.seen.jobs >= 3 && other.seen.jobs >= 3;
    });
    broken.act = async () => ({ done: 1, more: false });
    await waitFor("a success to be recorded", async () => {
      await moveClock(database(), 60_000 * (broken.seen.jobs + 10));
      return (await jobs.list())[0]?.failures === 0;
    });
    expect(ended).to.include("broken ok");
    expect(lines.filter(({ task }) => task === "broken")).to.have.length(1);
    const failed = ended.filter((one) => one === "broken failed");
    expect(failed.length).to.be.at.least(3);
    const [status] = await jobs.list();
    expect(status).to.deep.include({ task: "broken", failures: 0, error: null });
    expect(status?.last_failed_at_ms).to.be.a("number");
  });

  it("shows how far a job under way has come, and tells it when the process is to end", async () => {
    const long = watched("long");
    const held = gate();
    long.act = async ({ progress, signal }) => {
      progress({ done: 3, total: 12 });
      await held.pass();
      return { done: 3, more: !signal.aborted, progress: { done: 3, total: 12 } };
    };
    const { runner, jobs } = await start([long.task]);
    await waitFor("progress", async () => (await jobs.list())[0]?.progress?.done === 3);
    const stopped = runner.stop();
    held.open();
    await stopped;
    expect((await jobs.list())[0]).to.deep.include({
      running: 0,
      done: 3,
      progress: { done: 3, total: 12 },
    });
  });

  it("that is stopped ends its jobs, and begins no more", async () => {
    const work = watched("work", { everyMs: 500 });
    const held = gate();
    work.act = async () => {
      await held.pass();
      return { done: 1, more: true };
    };
    const { runner, ended, jobs } = await start([work.task]);
    await held.reached;
    const stopped = runner.stop();
    held.open();
    await stopped;
    expect(ended).to.deep.equal(["work ok"]);
    expect(work.seen.jobs).to.equal(1);
    expect((await jobs.list())[0]).to.deep.include({ running: 0, done: 1 });
  });

  it("does a task at once where this process has work for it, and claims no job for that", async () => {
    const work = watched("work");
    const other = watched("other");
    const { runner, jobs } = await start([work.task, other.task]);
    await waitFor("the first jobs", async () => (await jobs.list()).every(({ done }) => done === 1));
    let left = 3;
    work.act = async () => ({ done: 1, more: (left -= 1) > 0 });
    runner.soon("work");
    await waitFor("all of it", () => left === 0);
    await runner.stop();
    runner.soon("work");
    expect([work.seen.jobs, other.seen.jobs]).to.deep.equal([4, 1]);
    const rows = await database().sql("select task, turn::integer from shop.jobs order by task");
    expect(rows).to.deep.equal([
      { task: "other", turn: 1 },
      { task: "work", turn: 1 },
    ]);
  });

  it("does a task at once although somebody else holds its job", async () => {
    const work = watched("work");
    const elsewhere = await storeOf([work.task]);
    await elsewhere.claim("elsewhere");
    const { runner } = await start([work.task]);
    runner.soon("work");
    await waitFor("the work", () => work.seen.jobs === 1);
  });

  it("goes on when its database is back", async () => {
    const work = watched("work", { everyMs: 500 });
    const url = new URL(database().urlOf("shop"));
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    try {
      const { lines } = await start([work.task], { url: url.href });
      await waitFor("a job", () => work.seen.jobs > 0);
      proxy.cut();
      await waitFor("a word about it", () =>
        lines.some(({ msg }) => String(msg).includes("no jobs can be claimed")),
      );
      const before = work.seen.jobs;
      proxy.mend();
      await moveClock(database(), LEASE_MS);
      await waitFor("jobs again", () => work.seen.jobs > before);
    } finally {
      await proxy.close();
    }
  });
});
