import { SYNC_SLOTS } from "@flowlix/engine";
import { DueSlots } from "@flowlix/runtime";
import { gate, moveClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

/** Status syncs whose answer does not come. */
export function describeHangingSync(given: () => OwnerUnderTest): void {
  it("that hangs holds up no other, however many hang, and is due in a share of its own from then on", async () => {
    const { ask, deps, provider, database, row, syncReading } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const ids: string[] = [];
    for (let nth = 0; nth < 32; nth += 1) ids.push((await (await ask()).send()).id);
    const hanging = new Set(ids.slice(0, SYNC_SLOTS.prompt + 4));
    const hung = gate();
    const syncSlots = new DueSlots({ ...SYNC_SLOTS, hangsAfterMs: 20 });
    await moveClock(database, 2_500);
    const looking = syncReading(async ({ reference }) => {
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
    expect(await looking).to.include({ synced: ids.length, failed: 0 });
    hung.open();
    await syncSlots.stop();
    expect(await having("look_hung", true)).to.deep.equal([...hanging]);
    await moveClock(database, 3_600_000);
    const claimed = await deps.syncs.claimDue({ prompt: 100, hung: 5 });
    expect(claimed.filter(({ id }) => hanging.has(id)).map((due) => due.look_hung)).to.deep.equal(
      Array(5).fill(true),
    );
  });
}
