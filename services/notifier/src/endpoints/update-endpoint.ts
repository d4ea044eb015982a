import type { EndpointStatus, Params, WebhookEndpoint, notifierContract } from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import type { NotifierDeps } from "../deps.ts";
import { checkedEvents } from "./enabled-events.ts";
import { noSuchEndpoint, viewOf, VIEW_COLUMNS } from "./endpoint-view.ts";

interface Kept {
  readonly url: string;
  readonly enabled_events: string[];
  readonly description: string | null;
  readonly status: EndpointStatus;
}

/**
 * Changes what is given. Disabling cancels what is pending, and enabling again does not bring it back; a
 * new URL, or a new start, is not held to the failures of before.
 * Errors: object_not_found, parameter_invalid (`url`, `enabled_events`), service_unavailable where the name
 * of the URL's host could not be looked up.
 */
export async function updateEndpoint(
  deps: Pick<NotifierDeps, "dataSource" | "ssrfGuard" | "metrics">,
  params: Params<typeof notifierContract, "updateEndpoint">,
): Promise<WebhookEndpoint> {
  const { scope, endpoint_id: id, actor } = params;
  const given = {
    ...(params.url === undefined ? {} : { url: params.url }),
    ...(params.enabled_events === undefined ? {} : { enabled_events: checkedEvents(params.enabled_events) }),
    ...(params.description === undefined ? {} : { description: params.description }),
    ...(params.status === undefined ? {} : { status: params.status }),
  };
  if (given.url !== undefined) await deps.ssrfGuard.admit(given.url, scope.livemode);
  const { view, disabled } = await transact(deps.dataSource, async (manager) => {
    const found: Kept[] = await manager.query(
      `select url, enabled_events, description, status from notifier.endpoints
        where id = $1 and merchant_id = $2 and livemode = $3 for update`,
      [id, scope.merchant_id, scope.livemode],
    );
    const [before] = found;
    if (before === undefined) throw noSuchEndpoint();
    const after: Kept = { ...before, ...given };
    const reason = actor === undefined ? "merchant" : "operator";
    // typeorm answers an update with its rows and how many they are.
    const [rows]: [WebhookEndpoint[], number] = await manager.query(UPDATE, [
      id,
      after.url,
      after.enabled_events,
      after.description,
      after.status,
      reason,
    ]);
    const [row] = rows;
    if (row === undefined) throw noSuchEndpoint();
    if (actor !== undefined)
      await appendAudit(manager, "notifier", {
        actor,
        act: "webhook_endpoint.update",
        subject: id,
        detail: { ...given },
      });
    return { view: viewOf(row), disabled: before.status === "enabled" && after.status === "disabled" };
  });
  if (disabled) deps.metrics.disabled.inc({ reason: view.disabled_reason ?? "merchant" });
  return view;
}

// In the assignments every column is still what it was.
const UPDATE = `
  update notifier.endpoints as e
     set url = $2, enabled_events = $3::text[], description = $4, status = $5,
         disabled_reason = case when $5 = 'enabled' then null when e.status = 'disabled' then e.disabled_reason else $6 end,
         live_since = case when $5 = 'enabled' and e.status = 'disabled' then platform.clock() else e.live_since end,
         failing_from = case when e.url <> $2 or e.status <> $5 then null else e.failing_from end
   where e.id = $1
  returning ${VIEW_COLUMNS}`;
