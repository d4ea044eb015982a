/** A migration refused or given up, with the reason in words for the operator; never a password. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/** The database has migrations that this code does not know: nothing was changed, and services of this code run on it. */
export class NewerDatabaseError extends MigrationError {}
