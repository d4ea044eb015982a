import type { Pools } from "./pools.ts";

/** A readiness check as the process takes it. */
export interface DatabaseCheck {
  readonly name: string;
  check(): Promise<void>;
  /** The check without which nothing can be said of this one. */
  readonly needs?: string;
}

/**
 * Whether the database answers, and whether its clock is this process's (docs/design/architecture.md#rule-13). A
 * database that does not answer leaves the clock unknown, not wrong.
 */
export function databaseChecks(pools: Pick<Pools, "ping" | "checkClock">): readonly DatabaseCheck[] {
  return [
    { name: "postgres", check: () => pools.ping() },
    { name: "clock", check: () => pools.checkClock(), needs: "postgres" },
  ];
}
