import type { Params, WebhookEndpoint, notifierContract } from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import type { NotifierDeps } from "../deps.ts";
import { noSuchEndpoint, viewOf, VIEW_COLUMNS } from "./endpoint-view.ts";

/**
 * Forgets every secret of rolls before, so that the newest one signs alone. Repeating it changes nothing. A
 * delivery that is being sent keeps the signatures it has. Errors: object_not_found.
 */
export async function endOverlap(
  { dataSource }: Pick<NotifierDeps, "dataSource">,
  { scope, endpoint_id: id, actor }: Params<typeof notifierContract, "endOverlap">,
): Promise<WebhookEndpoint> {
  return await transact(dataSource, async (manager) => {
    const [rows]: [WebhookEndpoint[], number] = await manager.query(
      `update notifier.endpoints as e set previous_secrets = '{}', previous_until = '{}'
        where e.id = $1 and e.merchant_id = $2 and e.livemode = $3
       returning ${VIEW_COLUMNS}`,
      [id, scope.merchant_id, scope.livemode],
    );
    const [row] = rows;
    if (row === undefined) throw noSuchEndpoint();
    if (actor !== undefined)
      await appendAudit(manager, "notifier", {
        actor,
        act: "webhook_endpoint.end_overlap",
        subject: id,
        detail: {},
      });
    return viewOf(row);
  });
}
