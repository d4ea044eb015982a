import { SYNC_SLOTS, type OwnerSpec } from "@flowlix/engine";
import { DueSlots } from "@flowlix/runtime";
import { gate, moveClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

/** Status syncs whose answer does not come. */
export function describeHangingSync(given: () => OwnerUnderTest, owner: OwnerSpec["name"]): void {
  it("that hangs holds up no other, however many hang, and is due in a share of its own from then on", async () => {
    const { ask, deps, provider, database, row, syncReading } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const ids: string[] = [];
    for (let nth = 0; nth < 32; nth += 1) ids.push((await (await ask()).send()).id);
    const hanging = new Set(ids.slice(0, SYNC_SLOTS.prompt + 4));
    const hung = gate();
    const syncSlots = new DueSlots({ ...SYNC_SLOTS, hangsAfterMs: 20 });
    await moveClock(database, 2_500);
    const reading = syncReading(async ({ reference }) => {
      if (!hanging.has(reference)) return { kind: "succeeded" };
      await hung.pass();
      return { kind: "unknown", cause: "lost" };
    }, syncSlots);
    const having = async (column: string, value: unknown) => {
      const rows = await Promise.all(ids.map(async (id) => ({ id, ...(await row(id)) })));
      return rows.filter((one) => Reflect.get(one, column) === value).map(({ id }) => id);
    };
    await waitFor(
      "all others to end",
      async () => (await having("status", "SUCCEEDED")).length === ids.length - hanging.size,
    );
    expect(await reading).to.include({ synced: ids.length, failed: 0 });
    hung.open();
    await syncSlots.stop();
    expect(await having("look_hung", true)).to.deep.equal([...hanging]);
    await moveClock(database, 3_600_000);
    const claimed = await deps.syncs.claimDue({ prompt: 100, hung: 5, crowded: [], crowdedHung: [] });
    expect(claimed.filter(({ id }) => hanging.has(id)).map((due) => due.look_hung)).to.deep.equal(
      Array(5).fill(true),
    );
  });
  it("is claimed of no account whose share hangs already, and of all others", async () => {
    const { ask, deps, provider, database } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) ids.push((await (await ask()).send()).id);
    const [own, first = "", second = "", hung = ""] = ids;
    const account = (letter: string) => `acq_${letter.repeat(24)}`;
    for (const [id, letter] of [
      [first, "a"],
      [second, "b"],
      [hung, "a"],
    ] as const)
      await database.sql(`update ${owner}.${owner} set provider_account = $2, look_hung = $3 where id = $1`, [
        id,
        account(letter),
        id === hung,
      ]);
    await moveClock(database, 3_600_000);
    const claim = async (crowded: readonly string[], crowdedHung: readonly string[]) => {
      const claimed = await deps.syncs.claimDue({ prompt: 100, hung: 100, crowded, crowdedHung });
      return ids.filter((one) => claimed.some(({ id }) => id === one));
    };
    expect(await claim([account("a"), ""], [account("a")])).to.deep.equal([second]);
    expect(await claim([account("a")], [])).to.deep.equal([own, hung]);
    expect(await claim([], [])).to.deep.equal([first]);
  });
}
