import type { Logger } from "typeorm";

const ignore = () => undefined;

/**
 * TypeORM prints failures to standard output, values included, even where logging is off. Errors are thrown as well.
 */
export const silentLogger: Logger = {
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
  logMigration: ignore,
  log: ignore,
};
