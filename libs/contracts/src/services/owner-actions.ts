import { Type } from "typebox";
import { ExceptionRecord, AuditEntry } from "../administration.ts";
import { ExceptionId } from "../ids.ts";
import { Actor } from "../scope.ts";
import { acceptCallbackAction } from "./accept-callback.ts";
import { clockedAction } from "./clocked.ts";
import { haveEndedAction } from "./have-ended.ts";
import { healthAction } from "./health.ts";
import { journalActions } from "./journal-actions.ts";
import { listOpenAction } from "./list-open.ts";
import { verifyEndsAction } from "./verify-ends.ts";

/** The actions of every service that owns objects which move money. */
export const ownerActions = {
  acceptCallback: acceptCallbackAction,
  /** Claims what is due, reads the provider, applies; repeated by a clock (docs/design/architecture.md#look). */
  lookDue: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500 }) }),
    result: Type.Object({ looked: Type.Integer(), changed: Type.Integer(), failed: Type.Integer() }),
  },
  /** Matches callbacks that came early; those that match nothing for a day become exceptions. */
  sweepCallbacks: clockedAction,
  haveEnded: haveEndedAction,
  verifyEnds: verifyEndsAction,
  listOpen: listOpenAction,
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
  ...journalActions,
  health: healthAction,
} as const;
