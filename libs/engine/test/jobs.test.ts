import { moveClock, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import { LEASE_MS, type HeldJob, type JobsStore } from "../src/jobs/jobs-store.ts";
import { taskOf, withJobs } from "./support/jobs-under-test.ts";

const NOTHING_MORE = { done: 0, more: false };

describe("the jobs of a task", () => {
  const { database, storeOf } = withJobs();
  let beginMs = 0;
  beforeEach(async () => {
    await stopClock(database());
    // Jobs are due at whole half seconds, and so that times are exact a test begins at one.
    const [row] = await database().sql(
      "select (extract(epoch from platform.clock()) * 1000)::bigint % 500 as past_ms",
    );
    beginMs = 500 - Number(row?.["past_ms"]);
    await at(0);
  });

  /** The clock at so many milliseconds after the beginning of the test. */
  const at = (ms: number) => moveClock(database(), beginMs + ms);
  const claimed = async (jobs: JobsStore, holder = "one") => (await jobs.claim(holder)).jobs;
  const only = async (jobs: JobsStore, holder?: string): Promise<HeldJob> => {
    const all = await claimed(jobs, holder);
    expect(all).to.have.length(1);
    return all[0]!;
  };
  const slots = async (jobs: JobsStore) => (await claimed(jobs)).map(({ slot }) => slot);

  it("are each one process's, however many ask at once", async () => {
    const tasks = ["a", "b", "c"].map((name) => taskOf(name));
    const processes = await Promise.all(Array.from({ length: 4 }, () => storeOf(tasks)));
    for (let round = 0; round < 20; round += 1) {
      await at(round * 60_000 + 1_000);
      const answers = await Promise.all(processes.map((jobs, nth) => claimed(jobs, `process-${nth}`)));
      const all = answers.flat();
      expect(all.map(({ task }) => task).toSorted()).to.deep.equal(["a", "b", "c"]);
      await Promise.all(all.map((job) => processes[0]!.end(job, NOTHING_MORE)));
    }
  });

  it("come again after the task's time, counted from the beginning of the one before", async () => {
    const jobs = await storeOf([taskOf("a")]);
    const job = await only(jobs);
    await at(45_000);
    expect(await jobs.end(job, NOTHING_MORE)).to.equal(15_000);
    await at(59_400);
    expect(await claimed(jobs)).to.deep.equal([]);
    await at(60_000);
    await only(jobs);
  });

  it("come again at once where there is more to do, or where the time has passed meanwhile", async () => {
    const jobs = await storeOf([taskOf("a")]);
    expect(await jobs.end(await only(jobs), { done: 3, more: true })).to.equal(0);
    const job = await only(jobs);
    await at(61_000);
    expect(await jobs.end(job, { done: 2, more: false })).to.equal(0);
    await only(jobs);
    expect(await jobs.list()).to.deep.include.members([
      { ...(await jobs.list())[0], task: "a", done: 5, running: 1 },
    ]);
  });

  it("of tasks as short are due together, so that one statement claims them", async () => {
    const jobs = await storeOf([taskOf("a", { everyMs: 500 }), taskOf("b", { everyMs: 500 })]);
    const [first, second] = await claimed(jobs);
    await jobs.end(first!, NOTHING_MORE);
    await at(130);
    await jobs.end(second!, NOTHING_MORE);
    await at(500);
    expect(await claimed(jobs)).to.have.length(2);
  });

  it("that nobody ends are another's when the lease is over, and not before", async () => {
    const jobs = await storeOf([taskOf("a")]);
    await only(jobs);
    await at(LEASE_MS - 1);
    expect(await claimed(jobs, "another")).to.deep.equal([]);
    await at(LEASE_MS);
    await only(jobs, "another");
  });

  it("under way stay their holder's for as long as it renews them", async () => {
    const jobs = await storeOf([taskOf("a")]);
    const job = await only(jobs);
    for (let ms = 8_000; ms <= 80_000; ms += 8_000) {
      await at(ms);
      await jobs.renew(new Map([[job, undefined]]));
      expect(await claimed(jobs, "another")).to.deep.equal([]);
    }
    expect(await jobs.end(job, NOTHING_MORE)).to.equal(0);
  });

  it("are ended by their holder alone", async () => {
    const jobs = await storeOf([taskOf("a")]);
    const lost = await only(jobs);
    await at(LEASE_MS);
    const taken = await only(jobs, "another");
    await jobs.renew(new Map([[lost, { done: 9, total: 9 }]]));
    expect(await jobs.end(lost, { done: 7, more: true })).to.equal(null);
    expect(await jobs.fail(lost, "timeout")).to.equal(null);
    const [status] = await jobs.list();
    expect(status).to.deep.include({ running: 1, done: 0, failures: 0, progress: null });
    expect(await jobs.end(taken, NOTHING_MORE)).not.to.equal(null);
  });

  it("that fail are repeated later and later, up to a bound, and in their time after a success", async () => {
    const jobs = await storeOf([taskOf("a", { everyMs: 500, retryMaxMs: 5_000 })]);
    let ms = 0;
    for (const [nth, pauseMs] of [1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
      expect(await jobs.fail(await only(jobs), "unavailable")).to.equal(nth + 1);
      await at(ms + pauseMs - 1);
      expect(await claimed(jobs)).to.deep.equal([]);
      await at((ms += pauseMs));
    }
    expect((await jobs.list())[0]).to.deep.include({
      failures: 5,
      error: "unavailable",
      last_ok_at_ms: null,
    });
    expect(await jobs.end(await only(jobs), NOTHING_MORE)).to.be.at.most(500);
    expect((await jobs.list())[0]).to.deep.include({ failures: 0, error: null });
  });

  it("that never came off count from when they were first to be done, so that an alert sees them", async () => {
    const jobs = await storeOf([taskOf("a", { slots: 2 }), taskOf("b")]);
    const first = await jobs.successes();
    expect(first.map(({ task }) => task)).to.have.members(["a", "b"]);
    for (const { at_ms } of first) expect(at_ms).to.be.greaterThan(0);
    await at(3_600_000);
    const held = await claimed(jobs);
    const jobOf = (name: string) => held.find(({ task, slot }) => task === name && slot === 0)!;
    await jobs.fail(jobOf("a"), "unavailable");
    await jobs.end(jobOf("b"), NOTHING_MORE);
    // A process that starts later makes none of them young again.
    await jobs.prepare();
    const sinceMs = async (name: string) => {
      const of = (all: typeof first) => all.find(({ task }) => task === name)!.at_ms;
      return of(await jobs.successes()) - of(first);
    };
    expect(await sinceMs("a")).to.equal(0);
    expect(await sinceMs("b")).to.be.greaterThan(3_000_000);
  });

  it("run beside each other on further slots where one leaves more than it could do", async () => {
    const jobs = await storeOf([taskOf("a", { slots: 3 })]);
    const [first] = await claimed(jobs);
    await jobs.end(first!, { done: 16, more: true });
    const two = await claimed(jobs);
    expect(two.map(({ slot }) => slot)).to.have.members([0, 1]);
    await jobs.end(
      two.find(({ slot }) => slot === 1)!,
      { done: 16, more: true },
    );
    expect(await slots(jobs)).to.have.members([1, 2]);
  });

  it("run in a further slot where the one before takes long, which closes when all is done", async () => {
    const jobs = await storeOf([taskOf("a", { slots: 3 })]);
    const first = await only(jobs);
    await at(999);
    expect(await slots(jobs)).to.deep.equal([]);
    await at(1_000);
    const second = await only(jobs);
    expect(second.slot).to.equal(1);
    await jobs.end(second, { done: 16, more: false });
    expect(await slots(jobs)).to.deep.equal([1]);
    await at(2_000);
    expect(await slots(jobs)).to.deep.equal([2]);
    await jobs.end(first, NOTHING_MORE);
    await at(60_500);
    expect(await slots(jobs)).to.include(0);
  });

  it("in a further slot whose holder died are taken again when its lease is over", async () => {
    const jobs = await storeOf([taskOf("a", { slots: 3 })]);
    const first = await only(jobs);
    await at(1_000);
    expect((await only(jobs, "dies")).slot).to.equal(1);
    await jobs.end(first, NOTHING_MORE);
    await at(1_000 + LEASE_MS);
    expect(await slots(jobs)).to.include(1);
  });

  it("keep how far a long task has come while it says so", async () => {
    const jobs = await storeOf([taskOf("a", { everyMs: 500 })]);
    const progress = async () => (await jobs.list())[0]?.progress;
    expect(await progress()).to.equal(null);
    const job = await only(jobs);
    await jobs.renew(new Map([[job, { done: 10, total: null }]]));
    expect(await progress()).to.deep.equal({ done: 10, total: null });
    await jobs.end(job, { done: 20, more: false, progress: { done: 20, total: 40 } });
    expect(await progress()).to.deep.equal({ done: 20, total: 40 });
    await at(1_000);
    await jobs.end(await only(jobs), { ...NOTHING_MORE, progress: null });
    expect(await progress()).to.equal(null);
  });

  it("are counted as progress where there is more and the task does not say how far it has come", async () => {
    const jobs = await storeOf([taskOf("a")]);
    const progress = async () => (await jobs.list())[0]?.progress;
    for (const sum of [10, 20, 30]) {
      await jobs.end(await only(jobs), { done: 10, more: true });
      expect(await progress()).to.deep.equal({ done: sum, total: null });
    }
    await jobs.end(await only(jobs), { done: 4, more: false });
    expect(await progress()).to.equal(null);
  });

  it("outlive a start, and slots that a task no longer has end with it", async () => {
    const before = await storeOf([taskOf("a", { slots: 3 }), taskOf("gone")]);
    await before.end(
      (await claimed(before)).find(({ task }) => task === "a")!,
      { done: 4, more: false },
    );
    const after = await storeOf([taskOf("a", { slots: 1 })]);
    expect((await after.list()).map(({ task, done }) => [task, done])).to.deep.equal([["a", 4]]);
    expect(await claimed(after)).to.deep.equal([]);
    const rows = await database().sql("select count(*)::integer as slots from shop.jobs where task = 'a'");
    expect(rows).to.deep.equal([{ slots: 1 }]);
  });

  it("tell when the next one is due that nobody holds", async () => {
    const jobs = await storeOf([taskOf("a"), taskOf("b", { everyMs: 30_000 })]);
    const all = await jobs.claim("one");
    expect(all.nextInMs).to.equal(null);
    await Promise.all(all.jobs.map((job) => jobs.end(job, NOTHING_MORE)));
    expect((await jobs.claim("one")).nextInMs).to.equal(30_000);
  });
});
