import type { OpenKind } from "@flowlix/contracts";
import { haveEnded } from "@flowlix/engine";
import { newId } from "@flowlix/runtime";
import { moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

const ALL = { older_than_ms: 0, livemode: null, limit: 100 };

/** What operators are told of an owner's objects that have not ended, and the reconciler of those that have. */
export function describeOpenAndEnded(kind: OpenKind, given: () => OwnerUnderTest): void {
  it("those that have not ended are told to operators, the others are not; nothing is told of a person or a card", async () => {
    const { ask, provider, deps, row } = given();
    provider.submits({ kind: "failed", code: "lost_card" });
    const { id: failed } = await (await ask()).send();
    provider.submits({ kind: "unknown", cause: "lost" });
    const { id: unclear } = await (await ask()).send();
    const { objects, ...rest } = await deps.syncs.listOpen(ALL);
    expect(rest).to.deep.equal({ has_more: false, all_read: true });
    expect(objects.map(({ id }) => id))
      .to.include(unclear)
      .and.not.include(failed);
    const stored = await row(unclear);
    const { age_seconds: age, ...open } = objects.find(({ id }) => id === unclear) ?? { age_seconds: -1 };
    expect(age).to.be.at.least(0);
    expect(open).to.deep.equal({
      id: unclear,
      kind,
      merchant_id: stored?.["merchant_id"],
      livemode: false,
      provider: "sandbox",
      status: stored?.["status"],
      amount: Number(stored?.["amount"]),
      currency: stored?.["currency"],
      created_at: secondsOf(stored?.["created_at"]),
      next_look_at: secondsOf(stored?.["next_look_at"]),
      look_count: stored?.["look_count"],
    });
  });

  it("those that succeeded or failed have ended, and so have ids that there is nothing of", async () => {
    const { ask, provider, deps, database, sync } = given();
    const [succeeded, failed] = [await ask(), await ask()];
    const [processing, unclear] = [await ask(), await ask()];
    provider.submits({ kind: "succeeded" });
    await succeeded.send();
    // Of some owners what succeeded at once is recorded by the next status sync.
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 3_000);
    await sync();
    provider.submits(
      { kind: "failed", code: "lost_card" },
      { kind: "in_progress", stage: "processing" },
      { kind: "unknown", cause: "lost" },
    );
    for (const { send } of [failed, processing, unclear]) await send();
    const nothing = newId(kind);
    const ids = [processing.id, succeeded.id, nothing, unclear.id, failed.id];
    const ended = [succeeded.id, nothing, failed.id];
    expect(await haveEnded(deps, { ids })).to.deep.equal({ ended });
    expect(await haveEnded(deps, { ids: [] })).to.deep.equal({ ended: [] });
  });
}

const secondsOf = (at: unknown): number => Math.floor(new Date(String(at)).getTime() / 1000);
