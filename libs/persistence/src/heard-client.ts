// oxlint-disable-next-line no-restricted-imports -- the one place that makes a connection out of it
import { Client, type ClientConfig } from "pg";

/**
 * A connection that breaks reports it as an event besides failing its statement, and an event that nobody hears ends
 * the process. TypeORM begins to listen too late (docs/design/measured-facts.md#typeorm-and-pg), so this one is heard
 * from the beginning. What broke is told by the next statement, and by the pool where the connection was idle.
 */
export class HeardClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}
