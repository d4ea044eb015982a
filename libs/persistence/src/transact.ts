import type { DataSource, EntityManager } from "typeorm";
import { connectionWasLost } from "./query.ts";

/** Connections of a pool break together: with more tries than connections one of them is new. */
const TRIES_MAX = 4;

/** TypeORM takes a broken connection from its runner and then complains of using it. */
const wasCutOff = (error: unknown): boolean =>
  connectionWasLost(error) ||
  (error instanceof Error && error.name === "QueryRunnerProviderAlreadyReleasedError");

/**
 * Runs the work in one transaction, and again on another connection where the connection was lost
 * before the commit was asked for: then nothing was done. Lost later, nobody knows, and the error is
 * the caller's. The work may run more than once and must do nothing outside of the transaction.
 */
export async function transact<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let done = false;
    try {
      return await dataSource.transaction(async (manager) => {
        const result = await work(manager);
        done = true;
        return result;
      });
    } catch (error) {
      if (done || attempt === TRIES_MAX || !wasCutOff(error)) throw error;
    }
  }
}
