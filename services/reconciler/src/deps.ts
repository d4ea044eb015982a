import type { Jobs } from "@flowlix/engine/jobs";
import type { StatementDeps } from "./statement/statement-actions.ts";

/** All that the use cases of this service work with. */
export interface ReconcilerDeps {
  readonly jobs: Pick<Jobs, "list">;
  readonly statement: StatementDeps;
}
