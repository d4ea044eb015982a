import { isDomainError, workDue, type WorkDone } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { viewOf } from "../refund/refund-view.ts";

type Deps = Pick<RefundsDeps, "payments" | "reports" | "reportLoop" | "metrics" | "logger">;

/** How one report is made. */
export interface Report {
  readonly requestId: string;
  readonly timeoutMs: number;
  /** No request waits for it. */
  readonly background: boolean;
}

/**
 * `refused`: the Payment has no such Refund, and asking again at once changes nothing; its owner has recorded an
 * exception.
 */
export type Reported = "shown" | "not_yet" | "refused";

/** A busy owner of Payments holds no status sync up for longer; a job reports it again. */
const BACKGROUND_TIMEOUT_MS = 1_500;

/** Whether the Payment shows this status, or a later one. PENDING it shows from the reservation on. */
export const isShown = ({ status, version, acknowledged_version }: RefundRow): boolean =>
  status === "PENDING" || status === "VOIDED" || acknowledged_version >= version;

/**
 * Reports once to the owner of the Payment what has become of its Refund, and notes its acknowledgement
 * (docs/design/architecture.md#shown-first). Never rejects.
 */
export async function reportOnce(deps: Deps, row: RefundRow, report: Report): Promise<Reported> {
  let isReported = false;
  try {
    const refusal = await deps.reportLoop.run(async () => {
      const refused = await refusalOf(notify(deps, row, report));
      if (refused !== null) return refused;
      isReported = true;
      await deps.reports.acknowledge(row.id, row.version);
      return null;
    });
    if (refusal === null) deps.metrics.reports.inc({ result: "acknowledged" });
    else notReported(deps, row, refusal, NOT_REPORTED);
    return refusal === null ? "shown" : "refused";
  } catch (error) {
    notReported(deps, row, error, isReported ? NOT_NOTED : NOT_REPORTED);
    return isReported ? "shown" : "not_yet";
  }
}

const NOT_REPORTED = "a refund could not be reported to its payment; it is repeated";
const NOT_NOTED = "that a refund was reported to its payment could not be noted; it is repeated";

const notify = ({ payments }: Deps, row: RefundRow, { requestId, timeoutMs, background }: Report) =>
  payments.applyRefund({ refund: viewOf(row), version: row.version, background }, { requestId, timeoutMs });

/** Why the Payment's owner refuses it; null where it does not. Errors: any other one. */
const refusalOf = (notified: Promise<unknown>): Promise<Error | null> =>
  notified.then(
    () => null,
    (error: unknown) => {
      if (isRefusal(error)) return error;
      throw error;
    },
  );

const isRefusal = (error: unknown): error is Error =>
  isDomainError(error) && (error.type === "object_not_found" || error.type === "object_state_conflict");

function notReported({ metrics, logger }: Deps, { id }: RefundRow, error: unknown, text: string): void {
  metrics.reports.inc({ result: "failed" });
  logger.warn({ err: error, refund_id: id }, text);
}

/** Reports to the Payment's owner what no request waits for. A job repeats what was not acknowledged. */
export async function reportToPayment(deps: Deps, row: RefundRow, requestId: string): Promise<void> {
  if (isShown(row)) return;
  await reportOnce(deps, row, { requestId, timeoutMs: BACKGROUND_TIMEOUT_MS, background: true });
}

/** Reports due Refunds, so many at most. */
export const reportDue = (deps: Deps & Pick<RefundsDeps, "reportSlots">): Promise<WorkDone> =>
  workDue(
    deps.reportSlots,
    (limit) => deps.reports.claimUnreported(limit),
    (row) => reportToPayment(deps, row, ""),
  );
