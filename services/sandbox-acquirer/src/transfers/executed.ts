import type { ReadTransfer } from "./read-transfer.ts";
import { isSameTransfer, type TransferIdentity, type TransferRow } from "./transfer.ts";
import type { TransferPlan } from "./transfer-amounts.ts";

export type Executed =
  | { readonly kind: "transfer"; readonly row: TransferRow }
  /** Executed and committed, but the amount wants the answer lost. */
  | { readonly kind: "lost" }
  /** The reference stands for another amount, currency or charge. */
  | { readonly kind: "conflict" };

/** What is answered: what this call made, or what the reference stood for already. */
export async function executedOrKnown(
  readTransfer: ReadTransfer,
  asked: TransferIdentity & { readonly plan: TransferPlan },
  made: TransferRow | undefined,
): Promise<Executed> {
  if (made !== undefined) {
    const lost = asked.plan.losesAnswer && made.state === "succeeded";
    return lost ? { kind: "lost" } : { kind: "transfer", row: made };
  }
  const known = await readTransfer(asked.kind, asked.reference);
  if (known === undefined) throw new Error(`a ${asked.kind} that was executed is not there`);
  return isSameTransfer(known, asked) ? { kind: "transfer", row: known } : { kind: "conflict" };
}

/** What this call made, in the order asked; undefined where the reference was known before. */
export function inOrderAsked(
  items: readonly { readonly reference: string }[],
  rows: readonly TransferRow[],
): (TransferRow | undefined)[] {
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return items.map(({ reference }) => byReference.get(reference));
}
