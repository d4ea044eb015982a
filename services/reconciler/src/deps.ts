import type { JobsStore } from "./clock/jobs-store.ts";
import type { StatementDeps } from "./statement/statement-actions.ts";

/** All that the use cases of this service work with. */
export interface ReconcilerDeps {
  readonly jobs: JobsStore;
  readonly statement: StatementDeps;
}
