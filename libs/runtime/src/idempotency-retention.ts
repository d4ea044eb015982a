import type { Setting } from "./config.ts";
import { duration } from "./settings.ts";

/**
 * How long answered keys are kept, and so what hashed them: the same setting in `idempotency` and the gateway
 * (docs/design/decisions.md#settings).
 */
export const idempotencyRetention = (): Setting<number> =>
  duration({ default: "30d", minMs: 60_000, maxMs: 3_650 * 86_400_000 });
