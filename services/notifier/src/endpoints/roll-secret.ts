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

/** How many secrets sign beside the newest one. */
const PREVIOUS_MAX = 5;

/**
 * Gives an endpoint a new secret. The one it had signs beside it until the overlap is over, and so does each
 * of the rolls before until its own is: a roll whose answer was lost is asked for again, and the receiver has
 * only the previous secret. Of more than five, one of those that were replaced before the last two ends now: the one
 * whose overlap ends first (docs/decisions/0038-webhook-secrets-and-signatures.md).
 * Errors: object_not_found.
 */
export async function rollSecret(
  deps: Pick<NotifierDeps, "dataSource" | "secrets">,
  { scope, endpoint_id: id, overlap_seconds, actor }: Params<typeof notifierContract, "rollSecret">,
): Promise<WebhookEndpointWithSecret> {
  const secret = newSecret();
  const encrypted = deps.secrets.encrypt(secret, { endpoint_id: id, ...scope });
  return await transact(deps.dataSource, async (manager) => {
    const [rows]: [WebhookEndpoint[], number] = await manager.query(
      `update notifier.endpoints as e
          set secret = $4, (previous_secrets, previous_until) = (${PREVIOUS})
        where e.id = $1 and e.merchant_id = $2 and e.livemode = $3
       returning ${VIEW_COLUMNS}`,
      [id, scope.merchant_id, scope.livemode, encrypted, overlap_seconds],
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

// The secret that this roll replaces comes as 0, those of earlier rolls from 1 on, the latest first.
const PREVIOUS = `
  select coalesce(array_agg(kept.secret order by kept.ord), '{}'), coalesce(array_agg(kept.until order by kept.ord), '{}')
    from (select p.secret, p.until, p.ord
            from (select e.secret, platform.clock() + $5::integer * interval '1 s' as until, 0 as ord
                   where $5::integer > 0
                  union all
                  select * from unnest(e.previous_secrets, e.previous_until) with ordinality) as p
           where p.until > platform.clock()
           order by p.ord < 2 desc, p.until desc, p.ord limit ${PREVIOUS_MAX}) as kept`;
