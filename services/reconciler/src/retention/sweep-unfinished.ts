import {
  IDS_OF_CALL_MAX,
  type CreateOperation,
  type KeyIdentity,
  type UnfinishedKey,
} from "@flowlix/contracts";
import type { JobResult } from "@flowlix/engine/jobs";
import type { Call } from "@flowlix/runtime";
import type { Owners } from "../owners.ts";

type Deps = {
  readonly idempotency: Pick<Owners["idempotency"], "listUnfinished" | "forgetUnfinished">;
} & { readonly [Owner in "payments" | "refunds" | "payouts"]: Pick<Owners[Owner], "haveEnded"> };

/** Whose object a key is bound to. */
const OWNERS = {
  create_payment: "payments",
  create_hosted_payment: "payments",
  create_refund: "refunds",
  create_payout: "payouts",
} as const satisfies Readonly<Record<CreateOperation, keyof Deps>>;

/** What one job asks about; there is a key for each crash that nobody ever asked about again. */
const PAGES_MAX = 100;

/** Behind what key the next job of these owners goes on, where the last one did not come to the end. */
const positions = new WeakMap<Deps, KeyIdentity>();

/**
 * Keys without an answer whose retention is over stay until their object has ended
 * (docs/design/decisions.md#retention), which their keeper cannot know: their objects' owners are asked, and what has
 * ended is forgotten. One job goes on where the last one of this process ended, so that none waits behind those that
 * stay; `more` until all were asked about.
 */
export async function sweepUnfinished(deps: Deps, call: Call): Promise<JobResult> {
  let after: KeyIdentity | null = positions.get(deps) ?? null;
  // A job that fails begins anew.
  positions.delete(deps);
  let done = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { keys }: { keys: UnfinishedKey[] } = await deps.idempotency.listUnfinished(
      { after, limit: IDS_OF_CALL_MAX },
      call,
    );
    const over = await whoseHaveEnded(deps, keys, call);
    if (over.length > 0) done += (await deps.idempotency.forgetUnfinished({ keys: over }, call)).forgotten;
    const last = keys.at(-1);
    if (last === undefined || keys.length < IDS_OF_CALL_MAX) return { done, more: false };
    const { key_id, operation, idempotency_key } = last;
    after = { key_id, operation, idempotency_key };
  }
  if (after !== null) positions.set(deps, after);
  return { done, more: true };
}

async function whoseHaveEnded(
  deps: Deps,
  keys: readonly UnfinishedKey[],
  call: Call,
): Promise<UnfinishedKey[]> {
  const byOwner = Map.groupBy(keys, ({ operation }) => OWNERS[operation]);
  const over = await Promise.all(
    [...byOwner].map(async ([owner, own]) => {
      const { ended } = await deps[owner].haveEnded({ ids: own.map(({ object_id }) => object_id) }, call);
      const ids = new Set(ended);
      return own.filter(({ object_id }) => ids.has(object_id));
    }),
  );
  return over.flat();
}
