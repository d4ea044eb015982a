import { Type } from "typebox";

/** Answered by every owner so that the gateway can answer health without asking any database. */
export const healthAction = {
  repeatable: true,
  params: Type.Object({}),
  result: Type.Object({
    database: Type.Boolean(),
    /** Providers whose circuit breaker is open, and loops of the answering process that do not come off. */
    degraded: Type.Array(Type.String()),
  }),
} as const;
