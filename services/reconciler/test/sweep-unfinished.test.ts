import { IDS_OF_CALL_MAX, type UnfinishedKey } from "@flowlix/contracts";
import { expect } from "chai";
import { sweepUnfinished } from "../src/retention/sweep-unfinished.ts";

const CALL = { requestId: "" };

const keyOf = (operation: UnfinishedKey["operation"], nth: number): UnfinishedKey => ({
  key_id: `key_${"0".repeat(24)}`,
  operation,
  idempotency_key: `key ${String(nth).padStart(6, "0")}`,
  object_id: `object ${nth}`,
  token: null,
});

/** Keepers in memory; `open` are the objects that have not ended. */
function keepers(keys: UnfinishedKey[], open: ReadonlySet<string> = new Set()) {
  const asked: Record<string, string[]> = { payments: [], refunds: [], payouts: [] };
  const owner = (name: string) => ({
    haveEnded: async ({ ids }: { ids: string[] }) => {
      asked[name]?.push(...ids);
      return { ended: ids.filter((id) => !open.has(id)) };
    },
  });
  let left = keys;
  return {
    asked,
    left: () => left.map(({ object_id }) => object_id),
    deps: {
      idempotency: {
        listUnfinished: async ({
          after,
          limit,
        }: {
          after: { idempotency_key: string } | null;
          limit: number;
        }) => ({
          keys: left
            .filter(({ idempotency_key }) => after === null || idempotency_key > after.idempotency_key)
            .slice(0, limit),
        }),
        forgetUnfinished: async ({ keys: over }: { keys: UnfinishedKey[] }) => {
          left = left.filter((key) => !over.some(({ object_id }) => object_id === key.object_id));
          return { forgotten: over.length };
        },
      },
      payments: owner("payments"),
      refunds: owner("refunds"),
      payouts: owner("payouts"),
    },
  };
}

describe("keys without an answer that are past their retention", () => {
  it("are forgotten once the owner of their object says that it has ended, and stay until then [D10-6]", async () => {
    const keys = [
      keyOf("create_payment", 1),
      keyOf("create_hosted_payment", 2),
      keyOf("create_refund", 3),
      keyOf("create_payout", 4),
      keyOf("create_payment", 5),
    ];
    const kept = keepers(keys, new Set(["object 2", "object 4"]));
    expect(await sweepUnfinished(kept.deps, CALL)).to.deep.equal({ done: 3, more: false });
    expect(kept.asked).to.deep.equal({
      payments: ["object 1", "object 2", "object 5"],
      refunds: ["object 3"],
      payouts: ["object 4"],
    });
    expect(kept.left()).to.deep.equal(["object 2", "object 4"]);
  });

  it("are all asked about, however many of those ahead stay", async () => {
    const keys = Array.from({ length: 1_203 }, (_, nth) => keyOf("create_payment", nth));
    const staying = new Set(keys.slice(0, 1_200).map(({ object_id }) => object_id));
    const kept = keepers(keys, staying);
    expect(await sweepUnfinished(kept.deps, CALL)).to.deep.equal({ done: 3, more: false });
    expect(kept.left()).to.have.length(1_200);
  });

  it("are asked about by the jobs after, where more of them stay than one job can ask about", async () => {
    const keys = Array.from({ length: 100 * IDS_OF_CALL_MAX + 2 }, (_, nth) => keyOf("create_payment", nth));
    const kept = keepers(keys, new Set(keys.slice(0, -1).map(({ object_id }) => object_id)));
    const job = () => sweepUnfinished(kept.deps, CALL);
    expect(await job()).to.deep.equal({ done: 0, more: true });
    expect(await job()).to.deep.equal({ done: 1, more: false });
    expect(kept.left()).to.have.length(keys.length - 1);
    expect(await job(), "from the beginning again").to.deep.equal({ done: 0, more: true });
  });

  it("stay while an owner cannot be asked", async () => {
    const kept = keepers([keyOf("create_payment", 1), keyOf("create_refund", 2)]);
    const away = { haveEnded: async () => Promise.reject(new Error("away")) };
    const failed = await sweepUnfinished({ ...kept.deps, refunds: away }, CALL).catch(
      (error: Error) => error.message,
    );
    expect(failed).to.equal("away");
    expect(kept.left()).to.deep.equal(["object 1", "object 2"]);
  });
});
