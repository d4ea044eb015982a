import { publicRefund, type Refund } from "@flowlix/contracts";
import type { RefundState } from "../lifecycle/refund-lifecycle.ts";
import type { RefundRow } from "./refund.entity.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const instant = (unixSeconds: number): Date => new Date(unixSeconds * 1000);

/** The part of a row that moves, in the words of the lifecycle. */
export const stateOf = (row: RefundRow): RefundState => ({
  status: row.status,
  failure_code: row.failure_code,
  in_doubt: row.in_doubt,
  updated_at: seconds(row.updated_at),
  completed_at: row.completed_at === null ? null : seconds(row.completed_at),
});

/** The row after a move: what the state says, the submission over, everything else as it was. */
export const movedRow = (row: RefundRow, state: RefundState, acquirerId: string | null): RefundRow => ({
  ...row,
  ...state,
  updated_at: instant(state.updated_at),
  completed_at: state.completed_at === null ? null : instant(state.completed_at),
  version: row.version + 1,
  submission: null,
  submit_until: null,
  acquirer_id: row.acquirer_id ?? acquirerId,
  absent_at: null,
  look_count: 0,
});

/** The public Refund (docs/design/specification.md#refund). A row that prevents one is none, and is never shown. */
export function viewOf(row: RefundRow): Refund {
  const { status } = row;
  if (status === "VOIDED") throw new Error("a row that prevents a creation is not shown");
  const { updated_at, completed_at, failure_code } = stateOf(row);
  return publicRefund({
    ...row,
    status,
    failure_code,
    created_at: seconds(row.created_at),
    updated_at,
    completed_at,
  });
}

/**
 * What a create answers: PROCESSING or FAILED (docs/design/decisions.md#refund). A request that comes back to a Refund
 * that has succeeded meanwhile is told what the first answer was to say; its GET says what has become of it.
 */
export function acceptedView(row: RefundRow): Refund {
  if (row.status === "PENDING") throw new Error("a create never answers PENDING");
  if (row.status !== "SUCCEEDED") return viewOf(row);
  return viewOf({ ...row, status: "PROCESSING", updated_at: row.created_at, completed_at: null });
}
