import type { DatabaseTime } from "@flowlix/persistence";
import type { TransferRead } from "@flowlix/provider";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundEvent } from "../lifecycle/refund-lifecycle.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** What a read can tell that settles something: an outcome, or the reference's confirmed closing. */
export type DecidedRead = Exclude<TransferRead, { kind: "unknown" | "absent" }>;

export const isDecided = (outcome: TransferRead): outcome is DecidedRead =>
  outcome.kind !== "unknown" && outcome.kind !== "absent";

/** Applies what the provider said of a Refund, whoever asked; answers the row as it then is. */
export function settleRead(
  deps: Pick<RefundsDeps, "store" | "anomalies" | "metrics">,
  row: RefundRow,
  outcome: DecidedRead,
  time: DatabaseTime,
): Promise<RefundRow> {
  return applyEvent(deps, row, eventOf(outcome), time);
}

function eventOf(outcome: DecidedRead): RefundEvent {
  switch (outcome.kind) {
    case "succeeded":
      return { type: "succeeded" };
    case "failed":
      return { type: "failed", code: outcome.code };
    case "in_progress":
      return { type: "submitted", inDoubt: false };
    case "closed":
      // Never executed, and never will be: it was given up.
      return { type: "failed", code: "processor_error" };
  }
}
