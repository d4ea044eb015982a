import { expect } from "chai";
import { gate, waitFor } from "@flowlix/testkit";
import { beginSyncs, SYNC_SLOTS, SYNCS_AT_ONCE, type DueSync, type SyncResult } from "@flowlix/engine";
import { createLogger, DueSlots, type FreeSlots, type SlotBounds } from "@flowlix/runtime";
import { createWake } from "../src/jobs/wake.ts";

interface Item {
  readonly id: number;
  readonly hung: boolean;
  /** Whom it waits for. */
  readonly of: string;
  readonly end: () => void;
  readonly over: Promise<void>;
}

/** A table of due items. Each ends when the test says so. */
function table(bounds: Partial<SlotBounds> = {}) {
  const slots = new DueSlots({ prompt: 2, hanging: 4, hungBefore: 2, hangsAfterMs: 600_000, ...bounds });
  const due: Item[] = [];
  const underWay = new Map<number, Item>();
  const claims: FreeSlots[] = [];
  const ended: number[] = [];
  const work = {
    claim: async (free: FreeSlots) => {
      claims.push(free);
      const left = { ...free };
      const isLeftOut = ({ hung, of }: Item) => (hung ? free.crowdedHung : free.crowded).includes(of);
      return due
        .filter((item) => !isLeftOut(item) && (item.hung ? left.hung-- : left.prompt--) > 0)
        .map((item) => taken(item));
    },
    waitsFor: ({ of }: Item) => of,
    hungBefore: (item: Item) => item.hung,
    run: async (item: Item) => {
      underWay.set(item.id, item);
      await item.over;
      underWay.delete(item.id);
      ended.push(item.id);
    },
  };
  const taken = (item: Item) => due.splice(due.indexOf(item), 1)[0] ?? item;
  const add = (ids: readonly number[], { hung = false, ends = false, of = "" } = {}) => {
    for (const id of ids) {
      const { promise, resolve } = Promise.withResolvers<void>();
      due.push({ id, hung, of, end: resolve, over: promise });
      if (ends) resolve();
    }
  };
  return { slots, due, underWay, claims, ended, work, add };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => from + nth);
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe("slots for what is due", () => {
  it("begin the next as one ends: nothing that was claimed waits for a slot, or for the slowest beside it", async () => {
    const { slots, work, add, underWay, due, ended } = table();
    add(numbers(5));
    const begun = slots.begin(work, 10);
    for (const next of [1, 2, 3, 4]) {
      await waitFor("the slots to be taken", () => underWay.has(next));
      expect(underWay.size).to.equal(2);
      expect(due).to.have.length(4 - next);
      // The first one lasts as long as all others together.
      underWay.get(next)?.end();
      await waitFor("its end", () => ended.includes(next));
    }
    expect(await begun).to.include({ count: 5, more: false });
    underWay.get(0)?.end();
    await (
      await begun
    ).settled;
    expect(ended).to.deep.equal([1, 2, 3, 4, 0]);
  });

  it("let everything else end while what hangs still hangs", async () => {
    const { slots, work, add, underWay, ended } = table({ hangsAfterMs: 1 });
    add(numbers(4));
    add(numbers(40, 4), { ends: true });
    const { settled } = await slots.begin(work, 100);
    await settled;
    expect(ended).to.have.length(40);
    expect([...underWay.keys()]).to.deep.equal([0, 1, 2, 3]);
  });

  it("are lent to what hangs only as far as its share reaches, and given back as one of it ends", async () => {
    const { slots, work, add, underWay, due } = table({ hanging: 1, hangsAfterMs: 1 });
    add(numbers(6));
    const begun = slots.begin(work, 10);
    await waitFor("both slots to hang, and one beside them", () => underWay.size === 3);
    await tick();
    expect(due).to.have.length(3);
    underWay.get(0)?.end();
    await waitFor("the next", () => underWay.has(3));
    expect([...underWay.keys()]).to.deep.equal([1, 2, 3]);
    for (const id of [1, 2, 3, 4, 5]) {
      await waitFor("the next", () => underWay.has(id));
      underWay.get(id)?.end();
    }
    expect((await begun).count).to.equal(6);
  });

  it("are not for what hung before: it has a few of its own, and goes on when it hangs no more", async () => {
    const { slots, work, add, underWay, ended, claims } = table();
    add(numbers(10), { hung: true });
    add(numbers(30, 10), { ends: true });
    await slots.begin(work, 100);
    await waitFor("the others", () => ended.length === 30);
    expect([...underWay.keys()]).to.deep.equal([0, 1]);
    expect(Math.max(...claims.map(({ hung }) => hung))).to.equal(2);
    underWay.get(0)?.end();
    await waitFor("its end", () => ended.includes(0));
    await slots.begin(work, 100);
    expect([...underWay.keys()]).to.deep.equal([1, 2]);
  });

  it("are for what hung before as far as its share reaches where nothing else is due", async () => {
    const { slots, work, add, underWay, ended } = table({ prompt: 16, hanging: 64, hungBefore: 12 });
    add(numbers(6), { hung: true, ends: true });
    expect(await slots.begin(work, 16), "less than there is room for").to.include({
      count: 6,
      more: false,
      moreHung: false,
    });
    await waitFor("these", () => ended.length === 6);
    add(numbers(40, 6), { hung: true });
    expect(await slots.begin(work, 8), "as much as was asked for").to.include({ more: true, moreHung: true });
    expect(await slots.begin(work, 8), "the rest of the share").to.include({ count: 4, moreHung: true });
    expect(await slots.begin(work, 8), "no room").to.include({ count: 0, more: false, moreHung: false });
    expect(underWay.size).to.equal(12);
  });

  it("are taken a quarter at a time under a backlog, which costs one claim and not one for each", async () => {
    const { slots, work, add, underWay, claims, ended } = table({ prompt: 16 });
    add(numbers(40));
    const begun = slots.begin(work, 32);
    await waitFor("all slots", () => underWay.size === 16);
    for (const id of [0, 1, 2, 3]) {
      expect(claims).to.have.length(1);
      underWay.get(id)?.end();
      await waitFor("its end", () => ended.includes(id));
      if (id < 3) await tick();
    }
    await waitFor("the slots to be taken again", () => underWay.size === 16);
    expect(claims.map(({ prompt }) => prompt)).to.deep.equal([16, 4]);
    for (const id of numbers(28, 4)) {
      await waitFor("the next", () => underWay.has(id));
      underWay.get(id)?.end();
    }
    expect((await begun).count).to.equal(32);
  });

  it("are taken one by one where all others hang", async () => {
    const { slots, work, add, underWay, ended } = table({ prompt: 8, hanging: 1, hangsAfterMs: 1 });
    add(numbers(11));
    const begun = slots.begin(work, 11);
    await waitFor("all slots, and the one beside them", () => underWay.size === 9);
    for (const id of [0, 1]) {
      underWay.get(id)?.end();
      await waitFor("the next", () => underWay.has(id + 9));
    }
    expect([(await begun).count, ended]).to.deep.equal([11, [0, 1]]);
  });

  it("are shared by all who ask at once, and no more is begun than was asked for", async () => {
    const { slots, work, add, underWay } = table({ prompt: 5, hungBefore: 0 });
    add(numbers(20));
    const asked = [slots.begin(work, 3), slots.begin(work, 4)];
    await waitFor("all slots", () => underWay.size === 5);
    await tick();
    expect(underWay.size).to.equal(5);
    for (const item of underWay.values()) item.end();
    const counts = await Promise.all(asked.map(async (begun) => (await begun).count));
    expect(counts).to.deep.equal([3, 4]);
    expect(underWay.size).to.equal(2);
  });

  it("are free again after a claim that failed", async () => {
    const { slots, work, add, ended } = table();
    add(numbers(2), { ends: true });
    const failing = { ...work, claim: () => Promise.reject(new Error("the database is away")) };
    for (let times = 0; times < 3; times += 1)
      expect(await slots.begin(failing, 2).catch((error: Error) => error.message)).to.match(/away/);
    await (
      await slots.begin(work, 2)
    ).settled;
    expect(ended).to.deep.equal([0, 1]);
  });

  it("that are stopped begin nothing any more, and wait for what is under way, claims included", async () => {
    const { slots, work, add, underWay, due, ended } = table();
    add(numbers(5));
    const claims = gate();
    const held = {
      ...work,
      claim: async (free: FreeSlots) => {
        await claims.pass();
        return work.claim(free);
      },
    };
    const begun = slots.begin(held, 10);
    await claims.reached;
    let stopped = false;
    const stopping = slots.stop().then(() => (stopped = true));
    claims.open();
    await waitFor("what was being claimed", () => underWay.size === 2);
    expect((await begun).count).to.equal(2);
    underWay.get(0)?.end();
    await waitFor("its end", () => ended.length === 1);
    await tick();
    expect([stopped, due.length]).to.deep.equal([false, 3]);
    underWay.get(1)?.end();
    await stopping;
    expect((await slots.begin(work, 10)).count).to.equal(0);
  });
});

describe("slots for what waits for one of several", () => {
  const SHARES = { prompt: 4, hanging: 8, hungBefore: 4, ofAll: { hanging: 24, hungBefore: 8 } };
  const ofOne = (underWay: ReadonlyMap<number, Item>, name: string) =>
    [...underWay.values()].filter(({ of }) => of === name).length;

  it("are not all for one that hangs, however much of it is due: the others' work goes on", async () => {
    const { slots, work, add, underWay, ended } = table({ ...SHARES, hangsAfterMs: 5 });
    add(numbers(100), { of: "hangs" });
    add(numbers(20, 100), { of: "well", ends: true });
    await slots.begin(work, 200);
    await waitFor("the others", () => ended.length === 20);
    // It may have begun a claim's worth more than its share before anybody knew that it hangs.
    expect(ofOne(underWay, "hangs")).to.be.within(SHARES.hanging, SHARES.hanging + SHARES.prompt);
  });

  it("are shared by nine that hang at once, and the one that is well goes on beside them", async () => {
    const { slots, work, add, underWay, ended } = table({ ...SYNC_SLOTS, hangsAfterMs: 5 });
    const names = numbers(9).map((nth) => `hangs ${nth}`);
    for (const round of numbers(60))
      for (const [nth, of] of names.entries()) add([round * names.length + nth], { of });
    add(numbers(50, 1_000), { of: "well", ends: true });
    await slots.begin(work, 1_000);
    await waitFor("the others", () => ended.length === 50);
    for (const of of names)
      expect(ofOne(underWay, of), of).to.be.within(1, SYNC_SLOTS.prompt + SYNC_SLOTS.prompt);
  });

  it("that are for what hung before are shared too, and what was left out goes on as these settle", async () => {
    const { slots, work, add, underWay, ended } = table({ ...SHARES, hangsAfterMs: 5 });
    add(numbers(100), { of: "hangs", hung: true });
    add(numbers(3, 100), { of: "well", hung: true, ends: true });
    const { moreHung } = await slots.begin(work, 200);
    await waitFor("the others", () => ended.length === 3);
    expect(ofOne(underWay, "hangs")).to.equal(SHARES.hungBefore);
    expect(moreHung).to.equal(true);
    expect(await slots.begin(work, 200), "nothing begun, nothing to wait for").to.include({
      count: 0,
      moreHung: false,
    });
  });
});

describe("a status sync that hangs", () => {
  const notedAfter = async (tookMs: number, result: SyncResult, before: boolean) => {
    const noted: boolean[] = [];
    let left = 1;
    // What ends at once does so before it hangs, however slow the machine is.
    const hangsAfterMs = tookMs === 0 ? 600_000 : 20;
    const slots = new DueSlots({ prompt: 1, hanging: 1, hungBefore: 1, hangsAfterMs });
    const syncs = {
      claim: async (free: FreeSlots) =>
        (before ? free.hung : free.prompt) > 0 && left-- > 0
          ? [{ look_hung: before, provider_account: null }]
          : [],
      sync: async () => {
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        return result;
      },
      noteHung: async (_due: unknown, hung: boolean) => void noted.push(hung),
      observe: () => undefined,
    };
    await beginSyncs(syncs, { syncSlots: slots, syncSoon: () => undefined }, 4);
    await slots.stop();
    return noted;
  };

  it("and learns nothing is remembered until one is answered; one that fails at once tells nothing", async () => {
    expect(await notedAfter(40, "failed", false), "hung").to.deep.equal([true]);
    expect(await notedAfter(40, "failed", true), "hung again").to.deep.equal([]);
    expect(await notedAfter(40, "changed", false), "slow").to.deep.equal([]);
    expect(await notedAfter(0, "failed", false), "refused").to.deep.equal([]);
    expect(await notedAfter(0, "failed", true), "refused after one that hung").to.deep.equal([]);
    expect(await notedAfter(0, "unchanged", true), "answered").to.deep.equal([false]);
  });

  /**
   * An owner's wake with 480 due that hung; a provider that `answers` does so once there is no room for another of
   * them.
   */
  const woken = ({ answers }: { readonly answers: boolean }) => {
    const hangsAfterMs = answers ? 600_000 : 5;
    const { slots, work, add, underWay, claims, ended } = table({ ...SYNC_SLOTS, hangsAfterMs });
    add(numbers(480), { hung: true });
    const syncs = {
      claim: async (free: FreeSlots) => {
        const isFull = free.hung === 0 || free.crowdedHung.length > 0;
        if (answers && isFull) for (const item of underWay.values()) item.end();
        return (await work.claim(free)).map((item) => ({
          ...item,
          look_hung: item.hung,
          provider_account: null,
        }));
      },
      sync: async (item: Item) => {
        await work.run(item);
        return "changed" as const;
      },
      noteHung: async () => undefined,
      observe: () => undefined,
    };
    const place = { syncSlots: slots, syncSoon: () => wake.soon() };
    const settled: Promise<unknown>[] = [];
    const wake = createWake(
      async () => {
        const { more, counts } = await beginSyncs<Item & DueSync>(syncs, place, SYNCS_AT_ONCE);
        settled.push(counts);
        return more;
      },
      createLogger({ service: "test", instance: "one", level: "silent" }),
    );
    wake.soon();
    return { underWay, claims, ended, settled };
  };

  it("has what hung go on without the clock once the provider is well again", async () => {
    const { ended } = woken({ answers: true });
    await waitFor("all of it", () => ended.length === 480);
  });

  it("has what hangs still ask for its share alone", async () => {
    const { underWay, claims, settled } = woken({ answers: false });
    await waitFor("its share", () => underWay.size === SYNC_SLOTS.hungBefore);
    for (let nth = 0; nth < settled.length; nth += 1) {
      await settled[nth];
      await tick();
    }
    expect(underWay.size).to.equal(SYNC_SLOTS.hungBefore);
    expect(claims.length, "claims until it waits for the clock again").to.be.at.most(4);
  });
});
