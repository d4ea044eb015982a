export type EmbeddedPostgresFault =
  "already_running" | "port_in_use" | "wrong_password" | "no_binaries" | "not_permitted" | "start_failed";

/** Why the embedded server could not be used; the message is one line, meant for the person at the terminal. */
export class EmbeddedPostgresError extends Error {
  readonly fault: EmbeddedPostgresFault;

  constructor(fault: EmbeddedPostgresFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedPostgresError";
    this.fault = fault;
  }
}
