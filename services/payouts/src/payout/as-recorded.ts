import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "./payout.entity.ts";

/**
 * The Payout as it is recorded now, for a caller with an older copy. Nothing here deletes a Payout. If it is gone all
 * the same, no copy is answered and the key is kept, since it may have been paid.
 * Errors: object_not_found.
 */
export async function asRecorded(
  { store }: Pick<PayoutsDeps, "store">,
  { id }: Pick<PayoutRow, "id">,
): Promise<PayoutRow> {
  const row = await store.read(id);
  if (row === null) throw new DomainError("object_not_found", { key: "hold" });
  return row;
}
