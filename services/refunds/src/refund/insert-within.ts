import { TIME_LADDER } from "@flowlix/runtime";

/**
 * How long after its reservation a Refund can be inserted, counted from `created_at`, which is in whole seconds. The
 * Payment's owner sweeps a reservation after twice the request's deadline, and 4 s are to spare. An attempt that comes
 * later finds its time over.
 */
export const INSERT_WITHIN_MS = 2 * TIME_LADDER.requestMaxMs + 4_000;
