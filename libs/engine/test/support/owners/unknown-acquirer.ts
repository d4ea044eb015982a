import { moveClock } from "@flowlix/testkit";
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
}
