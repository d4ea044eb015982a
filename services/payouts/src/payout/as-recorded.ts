import { DomainError } from "@flowlix/runtime";
import type { PayoutsDeps } from "../deps.ts";
import type { PayoutRow } from "./payout.entity.ts";

/**
 * The Payout as it is recorded now, for whoever knows only an older copy of it. Nothing here deletes a Payout; who finds
 * it gone all the same tells no copy of it and keeps its key, since somebody else may have paid.
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
