import { Type } from "typebox";
import { ExceptionRecord, AuditEntry } from "../administration.ts";
import { ExceptionId } from "../ids.ts";
import { Actor } from "../scope.ts";
import { acceptCallbackAction } from "./accept-callback.ts";
import { acceptCallbacksAction } from "./accept-callbacks.ts";
import { acquirerAccountActions } from "./acquirer-account-actions.ts";
import { haveEndedAction } from "./have-ended.ts";
import { healthAction } from "./health.ts";
import { journalActions } from "./journal-actions.ts";
import { listJobsAction } from "./list-jobs.ts";
import { listOpenAction } from "./list-open.ts";
import { parkedEventActions } from "./parked-events.ts";
import { traceObjectsAction } from "./trace-actions.ts";
import { verifyEndsAction } from "./verify-ends.ts";

/** The actions of every service that owns objects which move money. */
export const ownerActions = {
  acceptCallback: acceptCallbackAction,
  ...acquirerAccountActions,
  haveEnded: haveEndedAction,
  acceptCallbacks: acceptCallbacksAction,
  verifyEnds: verifyEndsAction,
  listOpen: listOpenAction,
  listJobs: listJobsAction,
  listAnomalies: {
    params: Type.Object({ open_only: Type.Boolean(), limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ anomalies: Type.Array(ExceptionRecord) }),
  },
  /** Ends an exception with an operator's words. Errors: object_not_found, object_state_conflict. */
  noteAnomaly: {
    params: Type.Object({
      anomaly_id: ExceptionId,
      actor: Actor,
      note: Type.String({ minLength: 1, maxLength: 2000 }),
    }),
    result: ExceptionRecord,
  },
  listAudit: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ entries: Type.Array(AuditEntry) }),
  },
  traceObjects: traceObjectsAction,
  ...parkedEventActions,
  ...journalActions,
  health: healthAction,
} as const;
