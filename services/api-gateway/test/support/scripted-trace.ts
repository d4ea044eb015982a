import type { paymentsContract } from "@flowlix/contracts";
import { DomainError, type Handlers } from "@flowlix/runtime";

const absent = () => Promise.reject(new DomainError("object_not_found"));

/** What operators ask of an owner that recorded nothing. */
export const scriptedTrace: Pick<
  Handlers<typeof paymentsContract>,
  "traceObjects" | "listParked" | "showParked" | "releaseParked"
> = {
  traceObjects: async () => ({ objects: [], entries: [] }),
  listParked: async () => ({ parked: [], has_more: false }),
  showParked: absent,
  releaseParked: absent,
};
