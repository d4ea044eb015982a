import type { Params, Scope, notifierContract } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { NotifierDeps } from "./deps.ts";

/** The merchant and mode of an endpoint or an event. Errors: object_not_found. */
export async function scopeOf(
  { endpointsReads, eventsReads }: Pick<NotifierDeps, "endpointsReads" | "eventsReads">,
  { id }: Params<typeof notifierContract, "scopeOf">,
): Promise<Scope> {
  // Their prefixes differ, so that at most one of them has it.
  const scope = (await endpointsReads.scopeOf(id)) ?? (await eventsReads.scopeOf(id));
  if (scope === null) throw new DomainError("object_not_found", { param: "id" });
  return scope;
}
