/** How a service says that it is; null where it does not answer. */
export interface ServiceState {
  readonly service: string;
  readonly database: boolean | null;
  /** Breakers that are open and loops that do not come off. */
  readonly degraded: readonly string[];
}
