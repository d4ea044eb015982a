import type { WebhookEndpoint } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";

/**
 * An endpoint that has failed for this long without one success in between is marked
 * (docs/design/decisions.md#delivery).
 */
const FAILING_AFTER_HOURS = 24;

/** The public columns of `notifier.endpoints as e`. */
export const VIEW_COLUMNS = `e.id, e.url, e.enabled_events, e.description, e.status, e.disabled_reason,
  case when e.status = 'enabled' and e.failing_from <= platform.clock() - interval '${FAILING_AFTER_HOURS} hours'
       then floor(extract(epoch from e.failing_from))::bigint end as failing_since,
  e.livemode, floor(extract(epoch from e.created_at))::bigint as created_at`;

/** The condition under which the gauge counts an endpoint as failing. */
export const IS_FAILING = `e.status = 'enabled' and e.failing_from <= (select platform.clock()) - interval '${FAILING_AFTER_HOURS} hours'`;

/** A row of those columns, in the order in which merchants see the properties. */
export const viewOf = (row: WebhookEndpoint): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  enabled_events: row.enabled_events,
  description: row.description,
  status: row.status,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
  livemode: row.livemode,
  created_at: row.created_at,
});

export const noSuchEndpoint = () => new DomainError("object_not_found", { param: "webhook_endpoint_id" });
