import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateReconciler1764300000000 } from "./migrations/1764300000000-create-reconciler.ts";

/** What this service owns in the database. */
export const reconcilerSchema: ServiceSchemaSpec = {
  service: "reconciler",
  schema: "reconciler",
  migrations: [CreateReconciler1764300000000],
  entities: [],
};
