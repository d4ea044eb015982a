import type { WebhookDelivery, WebhookEndpoint } from "@flowlix/contracts";

/**
 * What was given up has failed, and so far what was tried and is to be tried again, unless the endpoint has accepted
 * the event since. The notifier says the same of many at once (services/notifier/src/deliveries/deliveries-reads.ts).
 */
export const isFailing = ({ status, attempts, event_accepted_at: acceptedAt }: Tried): boolean =>
  acceptedAt === null && (status === "failed" || (status === "pending" && attempts > 0));

type Tried = Pick<WebhookDelivery, "attempts" | "event_accepted_at"> & { readonly status: string };

type Receiver = Pick<WebhookEndpoint, "url" | "status" | "enabled_events">;

const URL_MAX = 60;

/**
 * To whom an event of the type goes when it is sent again: to every enabled endpoint that wants it
 * (docs/site/webhooks.md#events). Endpoints are null where they are not known.
 */
export function resendLabel(type: string, endpoints: readonly Receiver[] | null): string {
  if (endpoints === null) return "Send again";
  const wanting = endpoints.filter(
    ({ status, enabled_events: types }) =>
      status === "enabled" && types.some((wanted) => wanted === "*" || wanted === type),
  );
  const [first] = wanting;
  if (first === undefined) return "Send again (no endpoint wants it)";
  if (wanting.length > 1) return `Send again to ${wanting.length} endpoints`;
  const url = first.url.replace(/^https?:\/\//, "");
  return `Send again to ${url.length > URL_MAX ? `${url.slice(0, URL_MAX)}…` : url}`;
}
