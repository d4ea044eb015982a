import { DomainError } from "@flowlix/runtime";

const RETRY_AFTER_S = 1;

/** Bounds what is in flight in this process towards a provider (docs/design/architecture.md#rule-12). */
export interface Admission {
  /** `route` is whose work it is. Errors: service_unavailable at the bound; nothing was begun then. */
  run<T>(route: string, work: () => Promise<T>): Promise<T>;
  inFlight(): number;
}

export function createAdmission(
  limit: number,
  onRefused: (route: string) => void = () => undefined,
): Admission {
  let inFlight = 0;
  return {
    async run(route, work) {
      if (inFlight >= limit) {
        onRefused(route);
        throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S });
      }
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
    inFlight: () => inFlight,
  };
}
