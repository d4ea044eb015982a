import type { OwnerSpec } from "@flowlix/engine";
import { moveClock, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

/** The acquirer in a row's `provider`, where it is none of the process's. */
export function describeUnknownAcquirer(owner: "refunds" | "payouts", given: () => OwnerUnderTest): void {
  it("that this process does not have is replaced by no other: what went there stays as it is, and due", async () => {
    const { ask, provider, database, row, sync } = given();
    const { id } = await (await ask()).send();
    await database.sql(`update ${owner}.${owner} set provider = 'elsewhere' where id = $1`, [id]);
    await moveClock(database, 3_000);
    expect(await sync()).to.deep.equal({ synced: 1, changed: 0, failed: 1 });
    expect(provider.countOf("read", id)).to.equal(0);
    const left = await row(id);
    expect(left).to.include({ status: "PROCESSING" });
    expect(left?.["next_look_at"], "due").to.be.instanceOf(Date);
  });
  describeBrokenOff(owner, given);
}

/** Status syncs that break off before anybody is asked, as at an acquirer that the process does not have. */
export function describeBrokenOff(owner: OwnerSpec["name"], given: () => OwnerUnderTest): void {
  it("that cannot be used is tried later and later, so that what went there stands before nobody else, and once it can be used within five minutes", async () => {
    const { ask, provider, database, sync } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const { id } = await (await ask()).send();
    await database.sql(`update ${owner}.${owner} set provider = 'elsewhere' where id = $1`, [id]);
    await stopClock(database);
    let movedMs = 3_000;
    /** Syncs, and answers after how many seconds the next status sync is due. */
    const syncWhenDue = async (): Promise<number> => {
      await moveClock(database, movedMs);
      expect(await sync()).to.deep.equal({ synced: 1, changed: 0, failed: 1 });
      const [due] = await database.sql(
        `select extract(epoch from next_look_at - platform.clock())::float8 as seconds from ${owner}.${owner} where id = $1`,
        [id],
      );
      movedMs += 300_000;
      return Number(due?.["seconds"]);
    };
    for (const longestS of [30, 60, 120, 300, 300])
      expect(await syncWhenDue()).to.be.within(0.8 * longestS, longestS);
    await database.sql(`update ${owner}.${owner} set look_count = 1000 where id = $1`, [id]);
    expect(await syncWhenDue()).to.be.within(240, 300);
  });
}
