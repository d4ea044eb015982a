/** A migration refused or given up, with the reason in words for the operator; never a password. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/** The database has migrations of a later release on which this one cannot run; nothing was changed. */
export class NewerDatabaseError extends MigrationError {}

/**
 * A server or database that must not be used as it is. Its message is one line for operators. For the process it is a
 * wrong setting, which libs/runtime tells by `isConfiguration`.
 */
export class UnfitServerError extends MigrationError {
  readonly isConfiguration = true;
}

/**
 * A server that takes no writes for now: a primary that a failover has made a standby. It is waited for as one that is
 * away is.
 */
export class StandbyServerError extends MigrationError {}
