import type { Pool } from "pg";
import { sqlState } from "./sql-state.ts";

/**
 * Called with how long a statement took, in seconds, with its wait for a connection, and where it failed the class of
 * its SQLSTATE: two characters, or `none` where the server did not say one. Must not throw.
 */
export type ObserveStatement = (seconds: number, errorClass: string | undefined) => void;

const observers = new WeakMap<Pool, ObserveStatement>();

/** From now on `observe` is called for each statement that `query` runs on the pool. */
export function watchStatements(pool: Pool, observe: ObserveStatement): void {
  observers.set(pool, observe);
}

export const observerOf = (pool: Pool): ObserveStatement | undefined => observers.get(pool);

export const errorClassOf = (error: unknown): string => sqlState(error)?.slice(0, 2) ?? "none";
