import { repeatedFailures, type Logger, type RepeatedFailures } from "@flowlix/runtime";

/** What fails for the gateway over and over while its database is away: each is told once, and then with its count. */
export const lookupFailures = (
  logger: Logger,
): {
  readonly keyTable: RepeatedFailures;
  readonly lastUsed: RepeatedFailures;
  readonly requestLog: RepeatedFailures;
} => ({
  keyTable: repeatedFailures({ logger, level: "error", failed: "the key table could not be read" }),
  lastUsed: repeatedFailures({ logger, failed: "last-used times were not written" }),
  requestLog: repeatedFailures({
    logger,
    failed: "requests of the Sandbox were not logged for their merchants",
  }),
});
