import { expect } from "chai";
import { withContext } from "../src/request-context.ts";
import { createFairQueue } from "../src/fair-queue.ts";
import { refusal } from "./refusal.ts";

describe("a fair queue", () => {
  it("one of a key runs at a time, in the order in which they came, and others go on beside it", async () => {
    const queue = createFairQueue({ atOnce: 2, waitingOfKeyMax: 5, waitingMax: 10, waitMaxMs: 60_000 });
    const first = Promise.withResolvers<void>();
    const done: string[] = [];
    const work = (name: string, until?: Promise<void>) => async () => {
      await until;
      done.push(name);
    };
    const all = [
      queue.run("a", work("a1", first.promise)),
      queue.run("a", work("a2")),
      queue.run("a", work("a3")),
      queue.run("b", work("b1")),
    ];
    await all[3];
    expect(done).to.deep.equal(["b1"]);
    first.resolve();
    await Promise.all(all);
    expect(done).to.deep.equal(["b1", "a1", "a2", "a3"]);
  });

  it("so many run at once, whatever their keys", async () => {
    const queue = createFairQueue({ atOnce: 2, waitingOfKeyMax: 5, waitingMax: 10, waitMaxMs: 60_000 });
    const open = Promise.withResolvers<void>();
    let running = 0;
    const most: number[] = [];
    const work = async () => {
      running += 1;
      most.push(running);
      await open.promise;
      running -= 1;
    };
    const all = ["a", "b", "c", "d"].map((key) => queue.run(key, work));
    open.resolve();
    await Promise.all(all);
    expect(Math.max(...most)).to.equal(2);
    expect(most).to.have.length(4);
  });

  it("keys take turns: who comes new waits for one piece of each other, however much they have waiting", async () => {
    const queue = createFairQueue({ atOnce: 3, waitingOfKeyMax: 100, waitingMax: 400, waitMaxMs: 60_000 });
    const open = Promise.withResolvers<void>();
    const begun: string[] = [];
    const work = (name: string) => async () => {
      begun.push(name);
      await open.promise;
    };
    const busy = ["a", "b", "c"].flatMap((key) =>
      Array.from({ length: 20 }, () => queue.run(key, work(key))),
    );
    const all = [...busy, queue.run("new", work("new")), queue.run("new", work("new"))];
    open.resolve();
    await Promise.all(all);
    expect(begun).to.have.length(62);
    expect(begun.indexOf("new"), "its first").to.be.at.most(6);
    expect(begun.lastIndexOf("new"), "its second").to.be.at.most(10);
  });

  it("who would wait behind too many is told to come later, of one key and of all", async () => {
    const queue = createFairQueue({ atOnce: 1, waitingOfKeyMax: 1, waitingMax: 2, waitMaxMs: 60_000 });
    const open = Promise.withResolvers<void>();
    const held = [queue.run("a", () => open.promise), queue.run("a", async () => undefined)];
    expect((await refusal(queue.run("a", async () => undefined))).type).to.equal("service_unavailable");
    held.push(queue.run("b", async () => undefined));
    expect((await refusal(queue.run("c", async () => undefined))).retryAfterS).to.equal(1);
    open.resolve();
    await Promise.all(held);
  });

  it("work that fails makes room for the next", async () => {
    const queue = createFairQueue({ atOnce: 1, waitingOfKeyMax: 1, waitingMax: 1, waitMaxMs: 60_000 });
    const failed = await queue
      .run("a", () => Promise.reject(new Error("no")))
      .catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error);
    expect(await queue.run("a", async () => "yes")).to.equal("yes");
  });

  for (const [who, waitMaxMs, timeoutMs] of [
    ["the longest wait is over", 20, 60_000],
    ["the caller of the action has given up", 60_000, 20],
  ] as const)
    it(`work whose turn has not come when ${who} is withdrawn: its place is free and it never begins`, async () => {
      const queue = createFairQueue({ atOnce: 1, waitingOfKeyMax: 1, waitingMax: 1, waitMaxMs });
      const open = Promise.withResolvers<void>();
      const begun: string[] = [];
      const asked = (name: string) => {
        const context = { awaitedUntil: performance.now() + timeoutMs };
        return withContext(context, () => queue.run("a", async () => void begun.push(name)));
      };
      const first = queue.run("a", () => open.promise);
      for (const name of ["second", "third"]) {
        const late = await refusal(asked(name));
        expect([late.type, late.retryAfterS]).to.deep.equal(["service_unavailable", 1]);
      }
      const last = withContext({}, () => queue.run("b", async () => void begun.push("last")));
      open.resolve();
      await Promise.all([first, last]);
      expect(begun).to.deep.equal(["last"]);
    });
});
