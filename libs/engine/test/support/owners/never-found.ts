import { SYNCS_AT_END_MAX, type OwnerSpec } from "@flowlix/engine";
import type { AbsentFinality } from "@flowlix/provider";
import { moveClock, stopClock } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

const MINUTE = 60_000;
const LOST = { kind: "unknown", cause: "lost" } as const;

type Given = OwnerUnderTest & {
  readonly provider: { absenceIs(finality: AbsentFinality): void; countOf(of: "close", id: string): number };
};

/** What was sent, perhaps, to an acquirer whose not knowing it never proves that it was not executed. */
export function describeNeverFound(owner: OwnerSpec["name"], given: () => Given): void {
  /** One whose answer was lost and that its acquirer does not know; synced whenever it is due. */
  async function neverFound() {
    const { ask, provider, database, sync, row } = given();
    provider.absenceIs("never");
    provider.submits(LOST);
    provider.reads({ kind: "absent" });
    const { id, status } = await (await ask()).send();
    await stopClock(database);
    let movedMs = 2_000;
    /** Syncs, and answers after how many milliseconds the next status sync is due. */
    const syncWhenDue = async (): Promise<number> => {
      await moveClock(database, movedMs);
      await sync();
      const [due] = await database.sql(
        `select (extract(epoch from next_look_at - platform.clock()) * 1000)::float8 as in_ms from ${owner}.${owner} where id = $1`,
        [id],
      );
      const inMs = Number(due?.["in_ms"]);
      movedMs += Math.ceil(inMs) + 1;
      return inMs;
    };
    const statusNow = async () => (await row(id))?.["status"];
    return { id, status, syncWhenDue, statusNow };
  }

  const exceptionsOf = async (id: string) =>
    (await given().deps.exceptions.list(true, 1_000)).filter(({ object_id }) => object_id === id);

  it("is asked slower and slower, once a day in the end, and an operator hears once where to look", async () => {
    const { id, status, syncWhenDue, statusNow } = await neverFound();
    const { provider, deps } = given();
    const pauses: number[] = [];
    for (let syncs = 1; syncs <= SYNCS_AT_END_MAX + 2; syncs += 1) {
      pauses.push(await syncWhenDue());
      expect(await exceptionsOf(id)).to.have.length(syncs < SYNCS_AT_END_MAX ? 0 : 1);
    }
    expect(Math.max(...pauses.slice(0, 5)), "soon at first").to.be.at.most(30_000);
    expect(Math.min(...pauses.slice(12, SYNCS_AT_END_MAX - 1))).to.be.above(8 * MINUTE);
    expect(Math.max(...pauses.slice(0, SYNCS_AT_END_MAX - 1))).to.be.at.most(10 * MINUTE);
    expect(Math.min(...pauses.slice(SYNCS_AT_END_MAX - 1))).to.be.above(23 * 60 * MINUTE);
    const [reported] = await exceptionsOf(id);
    expect(reported).to.include({ kind: "outcome_mismatch" });
    expect(reported?.detail).to.contain(
      "look for its id, which is its reference, on the acquirer's own pages",
    );
    await deps.exceptions.resolve(reported?.id ?? "", { resolution: "noted", note: null, actor: "Ada" });
    await syncWhenDue();
    expect(await exceptionsOf(id), "noted once").to.deep.equal([]);
    expect(await statusNow(), "nothing is guessed").to.equal(status);
    expect([provider.countOf("submit", id), provider.countOf("close", id)]).to.deep.equal([1, 0]);
  });

  it("ends as soon as the acquirer tells of it, however seldom it was asked", async () => {
    const { id, syncWhenDue, statusNow } = await neverFound();
    const { provider, database, sync } = given();
    await database.sql(`update ${owner}.${owner} set look_count = 50 where id = $1`, [id]);
    await syncWhenDue();
    provider.reads({ kind: "succeeded" });
    await database.sql(`update ${owner}.${owner} set next_look_at = platform.clock() where id = $1`, [id]);
    await sync();
    expect(await statusNow()).to.equal("SUCCEEDED");
  });

  it("is asked as often as ever while it cannot be asked at all: that ends by itself", async () => {
    const { id, syncWhenDue } = await neverFound();
    const { provider, database } = given();
    provider.reads(LOST);
    await database.sql(`update ${owner}.${owner} set look_count = 50 where id = $1`, [id]);
    expect(await syncWhenDue()).to.be.at.most(30_000);
    expect(await exceptionsOf(id)).to.deep.equal([]);
  });
}
