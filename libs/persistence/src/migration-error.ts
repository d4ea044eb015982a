/** A migration refused or given up, with the reason in words for the operator; never a password. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}
