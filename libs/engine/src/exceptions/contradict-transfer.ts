import type { UNDONE_EXCEPTIONS } from "@flowlix/contracts";
import type { TransferEvent } from "../lifecycle/transfer-event.ts";
import type { Noun } from "../owner/owner-name.ts";
import type { ExceptionsStore } from "./exceptions-store.ts";
import { recordException, recordUndone, type ExceptionObject } from "./record-exception.ts";

/**
 * Records what the provider said of a Refund or Payout that has ended otherwise (docs/design/architecture.md#rule-8).
 */
export function contradictTransfer(
  deps: { readonly exceptions: Pick<ExceptionsStore, "record" | "recordOnce"> },
  row: ExceptionObject & { readonly status: string },
  event: TransferEvent,
  of: { readonly noun: Noun; readonly undone: (typeof UNDONE_EXCEPTIONS)[number] },
): Promise<void> {
  if (event.type === "undone") return recordUndone(deps, row, { noun: of.noun, kind: of.undone });
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  const kind = event.type === "succeeded" ? "executed_after_end" : "outcome_mismatch";
  const detail = `the provider reports "${said}" of a ${of.noun} that is recorded as ${row.status}`;
  return recordException(deps, row, kind, detail);
}
