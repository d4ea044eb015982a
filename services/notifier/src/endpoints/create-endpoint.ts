import {
  ENDPOINTS_PER_MODE_MAX,
  type Params,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  type notifierContract,
} from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import { DomainError, newId } from "@flowlix/runtime";
import type { NotifierDeps } from "../deps.ts";
import { newSecret } from "../secrets/secret-box.ts";
import { checkedEvents } from "./enabled-events.ts";
import { viewOf, VIEW_COLUMNS } from "./endpoint-view.ts";

/**
 * Makes an endpoint and its secret, which nothing but this answer ever shows.
 * Errors: parameter_invalid (`url`, `enabled_events`), limit_exceeded, service_unavailable where the name
 * of the URL's host could not be looked up.
 */
export async function createEndpoint(
  deps: Pick<NotifierDeps, "dataSource" | "ssrfGuard" | "secrets">,
  { scope, url, enabled_events, description, actor }: Params<typeof notifierContract, "createEndpoint">,
): Promise<WebhookEndpointWithSecret> {
  const events = checkedEvents(enabled_events);
  // Asks the resolver, so before the transaction (docs/design/architecture.md#rule-6).
  await deps.ssrfGuard.admit(url, scope.livemode);
  const id = newId("webhook_endpoint");
  const secret = newSecret();
  const encrypted = deps.secrets.encrypt(secret, { endpoint_id: id, ...scope });
  return await transact(deps.dataSource, async (manager) => {
    // Creates of one mode go one after the other, so that none counts while another inserts.
    await manager.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `notifier.endpoints ${scope.merchant_id} ${scope.livemode}`,
    ]);
    const counted: { count: number }[] = await manager.query(
      `select count(*)::integer as count from notifier.endpoints where merchant_id = $1 and livemode = $2`,
      [scope.merchant_id, scope.livemode],
    );
    const count = counted[0]?.count ?? 0;
    if (count >= ENDPOINTS_PER_MODE_MAX)
      throw new DomainError("limit_exceeded", {
        explanation: `There are ${count} webhook endpoints in this mode, and ${ENDPOINTS_PER_MODE_MAX} is the most. Delete one first, or let one take more types of events.`,
      });
    const rows: WebhookEndpoint[] = await manager.query(
      `insert into notifier.endpoints as e
              (id, merchant_id, livemode, url, enabled_events, description, status, secret, created_at, live_since)
       select $1, $2, $3::boolean, $4, $5::text[], $6, 'enabled', $7, now, now from (select platform.clock() as now) as clock
       returning ${VIEW_COLUMNS}`,
      [id, scope.merchant_id, scope.livemode, url, events, description, encrypted],
    );
    const [row] = rows;
    if (row === undefined) throw new Error("an endpoint was not inserted");
    if (actor !== undefined)
      await appendAudit(manager, "notifier", {
        actor,
        act: "webhook_endpoint.create",
        subject: id,
        detail: { merchant_id: scope.merchant_id, livemode: scope.livemode, url, enabled_events: events },
      });
    return { ...viewOf(row), secret };
  });
}
