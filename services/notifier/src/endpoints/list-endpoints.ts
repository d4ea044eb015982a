import type { Params, WebhookEndpointList, notifierContract } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { pageOf, startOf } from "../page.ts";

/**
 * A page of a mode's endpoints, newest first. Errors: invalid_search_criteria for a cursor that is no
 * endpoint of it.
 */
export async function listEndpoints(
  { endpointsReads }: Pick<NotifierDeps, "endpointsReads">,
  request: Params<typeof notifierContract, "listEndpoints">,
): Promise<WebhookEndpointList> {
  const { scope, limit } = request;
  const from = await startOf(request, (id) => endpointsReads.position(scope, id));
  return pageOf(await endpointsReads.page({ scope, limit, from }), { limit, from }, (endpoint) => endpoint);
}
