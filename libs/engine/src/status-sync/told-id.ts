import { acquirerIdOf, type WithAcquirerId } from "@flowlix/provider";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import { recordOnce, type ExceptionObject } from "../exceptions/record-exception.ts";
import type { Noun } from "../owner/owner-name.ts";

interface Deps {
  readonly exceptions: Pick<ExceptionsStore, "recordOnce">;
}

/** What tells the acquirer's own id, perhaps. */
export interface Told extends WithAcquirerId {
  readonly kind: string;
}

/**
 * Keeps the acquirer's own id where an answer told one that no move will keep: the first one told stays. Another one
 * than that is an exception, recorded once; our reference decides whose an answer is
 * (docs/decisions/0097-an-adapter-declares-what-it-is-like.md). An answer about something else tells nothing. `keep`
 * writes it.
 */
export async function keepToldId(
  deps: Deps,
  noun: Noun,
  row: ExceptionObject & { readonly acquirer_id: string | null },
  outcome: Told,
  keep: (acquirerId: string) => Promise<void>,
): Promise<void> {
  const told = outcome.kind === "unknown" ? null : acquirerIdOf(outcome);
  if (told === null || told === row.acquirer_id) return;
  if (row.acquirer_id === null) return keep(told);
  const detail = `the provider names this ${noun} by another id of its own than before`;
  await recordOnce(deps, row, "outcome_mismatch", detail);
}
