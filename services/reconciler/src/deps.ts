import type { TurnsStore } from "./clock/turns-store.ts";

/** All that the use cases of this service work with. */
export interface ReconcilerDeps {
  readonly turns: TurnsStore;
}
