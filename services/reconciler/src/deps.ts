import type { TurnsStore } from "./clock/turns-store.ts";
import type { StatementDeps } from "./statement/statement-actions.ts";

/** All that the use cases of this service work with. */
export interface ReconcilerDeps {
  readonly turns: TurnsStore;
  readonly statement: StatementDeps;
}
