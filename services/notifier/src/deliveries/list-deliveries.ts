import type { Params, WebhookDeliveryList, notifierContract } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { noSuchEndpoint } from "../endpoints/endpoint-view.ts";
import { pageOf, startOf } from "../page.ts";

/**
 * A page of what was and is sent to an endpoint, newest first (docs/design/decisions.md#webhook-endpoints). Errors:
 * object_not_found; invalid_search_criteria for a cursor that is no delivery of the endpoint.
 */
export async function listDeliveries(
  { deliveries }: Pick<NotifierDeps, "deliveries">,
  request: Params<typeof notifierContract, "listDeliveries">,
): Promise<WebhookDeliveryList> {
  const { scope, endpoint_id: endpointId, limit } = request;
  if (!(await deliveries.endpointExists(scope, endpointId))) throw noSuchEndpoint();
  const from = await startOf(request, (id) => deliveries.position(endpointId, id));
  const rows = await deliveries.page({ endpointId, limit, from });
  return pageOf(rows, { limit, from }, (delivery) => delivery);
}
