import { Type, type Static } from "typebox";
import { AuditEntry } from "../administration.ts";
import { DatabaseMillis, nullable } from "../schema.ts";
import { defineService } from "../service-contract.ts";
import { healthAction } from "./health.ts";
import { statementActions } from "./statement-actions.ts";

/** A task of the clock, over all its processes. */
export const TaskStatus = Type.Object({
  /** Such as `payments.lookDue`. */
  task: Type.String(),
  /** How often it is due, in milliseconds. */
  every_ms: Type.Integer({ minimum: 1 }),
  /** Turns under way now. */
  running: Type.Integer({ minimum: 0 }),
  next_at_ms: DatabaseMillis,
  last_ok_at_ms: nullable(DatabaseMillis),
  last_failed_at_ms: nullable(DatabaseMillis),
  /** Why the last turn failed, as a code; null where it did not. */
  error: nullable(Type.String()),
  /** Turns that failed since the last that did not. */
  failures: Type.Integer({ minimum: 0 }),
  /** What all turns so far got done. */
  done: Type.Integer({ minimum: 0 }),
  /** How far a long task has come; null where it is not under way. */
  progress: Type.Union([
    Type.Object({ done: Type.Integer({ minimum: 0 }), total: nullable(Type.Integer({ minimum: 0 })) }),
    Type.Null(),
  ]),
});
export type TaskStatus = Static<typeof TaskStatus>;

export const reconcilerContract = defineService("reconciler", {
  /** What the clock repeats, in the order of the names. */
  status: { params: Type.Object({}), result: Type.Object({ tasks: Type.Array(TaskStatus) }) },
  listAudit: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ entries: Type.Array(AuditEntry) }),
  },
  ...statementActions,
  health: healthAction,
});
