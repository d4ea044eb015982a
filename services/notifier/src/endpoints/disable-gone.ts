import { appendAudit, transact } from "@flowlix/persistence";
import type { DueDelivery } from "../deliveries/queues-store.ts";
import type { NotifierDeps } from "../deps.ts";

/**
 * Disables an endpoint that answered 410 (docs/design/decisions.md#delivery), unless it was given another URL, or
 * enabled anew, since it was asked. Nobody asked for it, so the audit names this service as the actor.
 */
export async function disableGone(
  deps: Pick<NotifierDeps, "dataSource" | "metrics" | "logger">,
  { endpoint_id: endpointId, url, live_since }: Pick<DueDelivery, "endpoint_id" | "url" | "live_since">,
): Promise<void> {
  const disabled = await transact(deps.dataSource, async (manager) => {
    const [rows]: [{ id: string }[], number] = await manager.query(
      `update notifier.endpoints set status = 'disabled', disabled_reason = 'gone'
        where id = $1 and url = $2 and live_since = $3::timestamptz and status = 'enabled' returning id`,
      [endpointId, url, live_since],
    );
    if (rows.length === 0) return false;
    await appendAudit(manager, "notifier", {
      actor: "notifier",
      act: "webhook_endpoint.disable",
      subject: endpointId,
      detail: { reason: "gone" },
    });
    return true;
  });
  if (!disabled) return;
  deps.metrics.disabled.inc({ reason: "gone" });
  deps.logger.warn({ endpoint_id: endpointId }, "an endpoint answered 410 and was disabled");
}
