import type { Params, Result, notifierContract } from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import type { NotifierDeps } from "../deps.ts";
import { noSuchEndpoint } from "./endpoint-view.ts";

/**
 * Ends an endpoint: nothing is sent to it any more, and its log cannot be read. What is pending for it is
 * cancelled in the background. Errors: object_not_found.
 */
export async function deleteEndpoint(
  { dataSource }: Pick<NotifierDeps, "dataSource">,
  { scope, endpoint_id: id, actor }: Params<typeof notifierContract, "deleteEndpoint">,
): Promise<Result<typeof notifierContract, "deleteEndpoint">> {
  await transact(dataSource, async (manager) => {
    const [rows]: [{ url: string }[], number] = await manager.query(
      `delete from notifier.endpoints where id = $1 and merchant_id = $2 and livemode = $3 returning url`,
      [id, scope.merchant_id, scope.livemode],
    );
    const [row] = rows;
    if (row === undefined) throw noSuchEndpoint();
    if (actor !== undefined)
      await appendAudit(manager, "notifier", {
        actor,
        act: "webhook_endpoint.delete",
        subject: id,
        detail: { merchant_id: scope.merchant_id, livemode: scope.livemode, url: row.url },
      });
  });
  return { id, deleted: true };
}
