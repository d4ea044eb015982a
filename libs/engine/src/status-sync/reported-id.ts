import { acquirerIdOf, type WithAcquirerId } from "@flowlix/provider";
import type { ExceptionsStore } from "../exceptions/exceptions-store.ts";
import { recordOnce, type ExceptionObject } from "../exceptions/record-exception.ts";
import type { Noun } from "../owner/owner-name.ts";

interface Deps {
  readonly exceptions: Pick<ExceptionsStore, "recordOnce">;
}

/** An answer that may have the acquirer's own id. */
export interface Answer extends WithAcquirerId {
  readonly kind: string;
}

/**
 * Keeps the acquirer's own id where an answer has one that no move will keep. The first one reported stays. Another
 * one than that is an exception, recorded once: our reference decides whose an answer is
 * (docs/decisions/0097-an-adapter-declares-what-it-is-like.md). An answer about something else has no id for us.
 * `keep` writes the id.
 */
export async function keepReportedId(
  deps: Deps,
  noun: Noun,
  row: ExceptionObject & { readonly acquirer_id: string | null },
  outcome: Answer,
  keep: (acquirerId: string) => Promise<void>,
): Promise<void> {
  const reported = outcome.kind === "unknown" ? null : acquirerIdOf(outcome);
  if (reported === null || reported === row.acquirer_id) return;
  if (row.acquirer_id === null) return keep(reported);
  const detail = `the provider names this ${noun} by another id of its own than before`;
  await recordOnce(deps, row, "outcome_mismatch", detail);
}
