import { randomUUID } from "node:crypto";
import type { idempotencyContract, Params } from "@flowlix/contracts";
import { createPools, type Pools } from "@flowlix/persistence";
import { withDatabase, type TestDatabase } from "@flowlix/testkit";
import { createRecordsStore, type RecordsStore } from "../../src/records-store.ts";
import { idempotencySchema } from "../../src/schema.ts";

export const DEADLINE_MS = 25_000;
export const LEASE_MS = 40_000;

export interface StoreUnderTest {
  readonly database: TestDatabase;
  readonly store: RecordsStore;
  /** Of another process, which has not begun to pack responses. */
  readonly another: RecordsStore;
}

/** A records store on a database of its own, for the surrounding `describe`. */
export function withStore(): () => StoreUnderTest {
  const database = withDatabase([idempotencySchema]);
  let pools: Pools;
  let store: RecordsStore;
  let another: RecordsStore;
  before(async () => {
    const url = database().urlOf("idempotency");
    pools = await createPools({ url, name: "test", hot: 4, read: 1, background: 1 });
    const times = { deadlineMs: DEADLINE_MS, leaseMs: LEASE_MS };
    store = createRecordsStore(pools, times, () => true);
    another = createRecordsStore(pools, times, () => false);
  });
  after(() => pools?.close());
  return () => ({ database: database(), store, another });
}

type Begin = Params<typeof idempotencyContract, "begin">;

let serial = 0;

/** A request to begin, with a key of its own unless one is given. */
export function beginRequest(changes: Partial<Begin> = {}): Begin {
  serial += 1;
  return {
    key_id: `key_${"0".repeat(24)}`,
    operation: "create_payment",
    idempotency_key: `key ${process.pid} ${serial}`,
    fingerprints: [{ key_id: "f1", hash: "ab".repeat(32) }],
    object_id: `pay_${String(serial).padStart(24, "0")}`,
    token: randomUUID(),
    ...changes,
  };
}

export const OTHER_IDENTITY = [{ key_id: "f1", hash: "cd".repeat(32) }];
