import { Type, type Static } from "typebox";
import { DatabaseMillis, nullable } from "../schema.ts";

/** What a service repeats, over all its processes. */
export const TaskStatus = Type.Object({
  /** Such as `payments.lookDue`. */
  task: Type.String(),
  /** How often it is due, in milliseconds. */
  every_ms: Type.Integer({ minimum: 1 }),
  /** Jobs under way now. */
  running: Type.Integer({ minimum: 0 }),
  next_at_ms: DatabaseMillis,
  last_ok_at_ms: nullable(DatabaseMillis),
  last_failed_at_ms: nullable(DatabaseMillis),
  /** Why the last job failed, as a code; null where it did not. */
  error: nullable(Type.String()),
  /** Jobs that failed since the last that did not. */
  failures: Type.Integer({ minimum: 0 }),
  /** What all jobs so far got done. */
  done: Type.Integer({ minimum: 0 }),
  /** How far a long task has come; null where it is not under way. */
  progress: Type.Union([
    Type.Object({ done: Type.Integer({ minimum: 0 }), total: nullable(Type.Integer({ minimum: 0 })) }),
    Type.Null(),
  ]),
});
export type TaskStatus = Static<typeof TaskStatus>;

/** What the service repeats, in the order of the names. For operators. */
export const listJobsAction = {
  params: Type.Object({}),
  result: Type.Object({ tasks: Type.Array(TaskStatus) }),
} as const;
