import type {
  Params,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  notifierContract,
} from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import type { NotifierDeps } from "../deps.ts";
import { newSecret } from "../secrets/secret-box.ts";
import { noSuchEndpoint, viewOf, VIEW_COLUMNS } from "./endpoint-view.ts";

/**
 * Gives an endpoint a new secret. The one it had signs beside it until the overlap is over; one that was
 * still overlapping from a roll before ends now. Errors: object_not_found.
 */
export async function rollSecret(
  deps: Pick<NotifierDeps, "dataSource" | "secrets">,
  { scope, endpoint_id: id, overlap_seconds, actor }: Params<typeof notifierContract, "rollSecret">,
): Promise<WebhookEndpointWithSecret> {
  const secret = newSecret();
  const sealed = deps.secrets.seal(secret, { endpoint_id: id, ...scope });
  return await transact(deps.dataSource, async (manager) => {
    const [rows]: [WebhookEndpoint[], number] = await manager.query(
      `update notifier.endpoints as e
          set secret = $4,
              previous_secret = case when $5::integer > 0 then e.secret end,
              previous_until = case when $5::integer > 0 then platform.clock() + $5::integer * interval '1 s' end
        where e.id = $1 and e.merchant_id = $2 and e.livemode = $3
       returning ${VIEW_COLUMNS}`,
      [id, scope.merchant_id, scope.livemode, sealed, overlap_seconds],
    );
    const [row] = rows;
    if (row === undefined) throw noSuchEndpoint();
    if (actor !== undefined)
      await appendAudit(manager, "notifier", {
        actor,
        act: "webhook_endpoint.roll_secret",
        subject: id,
        detail: { overlap_seconds },
      });
    return { ...viewOf(row), secret };
  });
}
