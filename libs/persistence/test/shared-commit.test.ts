import { QueueFull, sharedCommit } from "@flowlix/persistence";
import { gate, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";

interface Item {
  readonly key: string;
  readonly value: number;
}

const item = (key: string, value = 0): Item => ({ key, value });

/** Records every batch and answers with each item's value. */
function recorder(run: (items: readonly Item[]) => Promise<void> = () => Promise.resolve()) {
  const batches: Item[][] = [];
  const options = {
    name: "recorder",
    keyOf: (one: Item) => one.key,
    run: async (items: readonly Item[]) => {
      batches.push([...items]);
      await run(items);
      return items.map((one) => one.value);
    },
  };
  return { batches, options };
}

const keysOf = (batches: readonly (readonly Item[])[]) => batches.map((batch) => batch.map((one) => one.key));

describe("A shared commit", () => {
  it("commits items that come together in one batch, in the order of their keys", async () => {
    const { batches, options } = recorder();
    const commit = sharedCommit(options);
    const results = await Promise.all([
      commit.add(item("c", 3)),
      commit.add(item("a", 1)),
      commit.add(item("b", 2)),
    ]);
    expect(results).to.deep.equal([3, 1, 2]);
    expect(keysOf(batches)).to.deep.equal([["a", "b", "c"]]);
  });

  it("sends an item that comes alone without waiting for another", async () => {
    const { batches, options } = recorder();
    expect(await sharedCommit(options).add(item("a", 7))).to.equal(7);
    expect(batches).to.have.length(1);
  });

  it("never puts two items of one key into a batch", async () => {
    const { batches, options } = recorder();
    const commit = sharedCommit(options);
    const results = await Promise.all([
      commit.add(item("a", 1)),
      commit.add(item("a", 2)),
      commit.add(item("b", 3)),
      commit.add(item("a", 4)),
    ]);
    expect(results).to.deep.equal([1, 2, 3, 4]);
    expect(batches.map((batch) => batch.map((one) => one.value))).to.deep.equal([[1, 3], [2], [4]]);
  });

  it("keeps a second item of a key that is under way until the first has ended", async () => {
    const held = gate();
    const { batches, options } = recorder((items) =>
      items[0]?.value === 1 ? held.pass() : Promise.resolve(),
    );
    const commit = sharedCommit(options);
    const first = commit.add(item("a", 1));
    await held.reached;
    const second = commit.add(item("a", 2));
    await commit.add(item("b", 3));
    expect(keysOf(batches)).to.deep.equal([["a"], ["b"]]);
    held.open();
    expect(await Promise.all([first, second])).to.deep.equal([1, 2]);
  });

  it("runs as many batches at once as it may, and no more", async () => {
    const held = gate();
    const { batches, options } = recorder(() => held.pass());
    const commit = sharedCommit({ ...options, maxItems: 1, concurrency: 2 });
    const all = Promise.all(["a", "b", "c"].map((key) => commit.add(item(key))));
    await waitFor("two batches", () => batches.length === 2);
    await new Promise(setImmediate);
    expect(batches).to.have.length(2);
    held.open();
    await all;
    expect(batches).to.have.length(3);
  });

  it("puts no more items into a batch than it may", async () => {
    const { batches, options } = recorder();
    const commit = sharedCommit({ ...options, maxItems: 2 });
    await Promise.all(["a", "b", "c", "d", "e"].map((key) => commit.add(item(key))));
    expect(batches.map((batch) => batch.length)).to.deep.equal([2, 2, 1]);
  });

  it("repeats every item alone after an error, so that a bad one fails by itself", async () => {
    const { batches, options } = recorder((items) =>
      items.some((one) => one.value < 0) ? Promise.reject(new Error("negative")) : Promise.resolve(),
    );
    const commit = sharedCommit(options);
    const results = await Promise.allSettled([
      commit.add(item("a", 1)),
      commit.add(item("b", -1)),
      commit.add(item("c", 3)),
    ]);
    expect(
      results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason))),
    ).to.deep.equal([1, "Error: negative", 3]);
    expect(keysOf(batches)).to.deep.equal([["a", "b", "c"], ["a"], ["b"], ["c"]]);
  });

  it("repeats an item once and no more", async () => {
    const { batches, options } = recorder(() => Promise.reject(new Error("always")));
    const error = await failureOf(sharedCommit(options).add(item("a")));
    expect(error.message).to.equal("always");
    expect(batches).to.have.length(2);
  });

  it("repeats an item again while connections break under it, but not for ever", async () => {
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
    let left = 3;
    const { batches, options } = recorder(() => (left-- > 0 ? Promise.reject(broken) : Promise.resolve()));
    const commit = sharedCommit(options);
    expect(await commit.add(item("a", 1))).to.equal(1);
    expect(batches).to.have.length(4);
    left = 99;
    expect(await failureOf(commit.add(item("b")))).to.equal(broken);
    expect(batches).to.have.length(8);
  });

  it("goes on with other items after an error", async () => {
    const { options } = recorder((items) =>
      items[0]?.key === "bad" ? Promise.reject(new Error("bad")) : Promise.resolve(),
    );
    const commit = sharedCommit({ ...options, concurrency: 1 });
    await failureOf(commit.add(item("bad")));
    expect(await commit.add(item("bad2", 5))).to.equal(5);
    expect(commit.pending()).to.equal(0);
  });

  it("takes an answer with another number of results for an error", async () => {
    const commit = sharedCommit({
      name: "short",
      keyOf: (one: Item) => one.key,
      run: () => Promise.resolve([1]),
    });
    const results = await Promise.all([commit.add(item("a")), commit.add(item("b"))]);
    expect(results, "each answer of the repetition has one result").to.deep.equal([1, 1]);
  });

  it("refuses an item when as many are waiting as may wait", async () => {
    const held = gate();
    const { options } = recorder(() => held.pass());
    const commit = sharedCommit({ ...options, maxPending: 2 });
    const accepted = [commit.add(item("a")), commit.add(item("b"))];
    expect(await failureOf(commit.add(item("c")))).to.be.instanceOf(QueueFull);
    held.open();
    await Promise.all(accepted);
    expect(await commit.add(item("c", 9))).to.equal(9);
  });

  it("is flushed when nothing waits or runs any more, repeated and queued items included", async () => {
    const held = gate();
    const { options } = recorder((items) =>
      items.length > 1 ? Promise.reject(new Error("together")) : held.pass(),
    );
    const commit = sharedCommit(options);
    const ended: string[] = [];
    for (const key of ["a", "b", "a"]) void commit.add(item(key)).then(() => ended.push(key));
    expect(commit.pending()).to.equal(3);
    const flushed = commit.flush();
    await held.reached;
    expect(ended).to.deep.equal([]);
    held.open();
    await flushed;
    expect(commit.pending()).to.equal(0);
    expect(ended.toSorted()).to.deep.equal(["a", "a", "b"]);
    await commit.flush();
  });

  it("tells of every batch its size and whether it failed", async () => {
    const seen: { size: number; failed: boolean }[] = [];
    const { options } = recorder((items) =>
      items.length > 1 ? Promise.reject(new Error("together")) : Promise.resolve(),
    );
    const commit = sharedCommit({ ...options, observe: ({ size, failed }) => seen.push({ size, failed }) });
    await Promise.all([commit.add(item("a")), commit.add(item("b"))]);
    await commit.add(item("c"));
    await waitFor("both batches", () => seen.length === 2);
    expect(seen).to.deep.equal([
      { size: 2, failed: true },
      { size: 1, failed: false },
    ]);
  });
});
