import { ownerTasks, type Owner } from "@flowlix/engine";
import { SOON, type Task } from "@flowlix/engine/jobs";
import type { RefundsDeps } from "./deps.ts";
import { reportDue } from "./reporting/report-to-payment.ts";
import { beginDue } from "./status-sync/sync-due.ts";

/**
 * What this service repeats: what every owner does, and its own. `forJobs` have connections of their own: what jobs
 * record never waits in front of a request's statement.
 */
export const refundsTasks = (owner: Owner, forJobs: RefundsDeps): readonly Task[] => [
  ...ownerTasks(owner, () => beginDue(forJobs)),
  { name: "refunds.tellPayments", ...SOON, run: () => reportDue(forJobs) },
];
