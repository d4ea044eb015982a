import type { Loops } from "./loops.ts";

interface HealthParts {
  /** Rejects while the service's database does not answer. */
  readonly ping: () => Promise<void>;
  readonly loops: Loops;
}

/** A service's answer to `health`, for the gateway's. */
export function healthOf({ ping, loops }: HealthParts) {
  return async (): Promise<{ database: boolean; degraded: string[] }> => ({
    database: await ping().then(
      () => true,
      () => false,
    ),
    degraded: loops.failing().map(({ loop }) => loop),
  });
}
