import type { Setting } from "./config.ts";
import { duration } from "./settings.ts";
import { TIME_LADDER } from "./time-ladder.ts";

/**
 * The time of a merchant's request, the same setting in every service that has a share of it. At most
 * 28 s: an ingress ends a request after 30 s and a stopping process waits 30 s for its calls, and a
 * request that outlives either is charged without an answer (docs/design/architecture.md#time-ladder).
 */
export const requestDeadline = (): Setting<number> =>
  duration({ default: `${TIME_LADDER.requestMs}ms`, minMs: 1_000, maxMs: TIME_LADDER.requestMaxMs });
