import type { Params, WebhookEndpoint, notifierContract } from "@flowlix/contracts";
import type { NotifierDeps } from "../deps.ts";
import { noSuchEndpoint } from "./endpoint-view.ts";

/** An endpoint of the merchant's mode. Errors: object_not_found. */
export async function getEndpoint(
  { endpointsReads }: Pick<NotifierDeps, "endpointsReads">,
  { scope, endpoint_id }: Params<typeof notifierContract, "getEndpoint">,
): Promise<WebhookEndpoint> {
  const endpoint = await endpointsReads.get(scope, endpoint_id);
  if (endpoint === null) throw noSuchEndpoint();
  return endpoint;
}
