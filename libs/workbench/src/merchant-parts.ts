import type {
  EventType,
  LoggedRequest,
  LoggedRequestDetail,
  Payment,
  Payout,
  PublicEvent,
  Refund,
  TestCurrencies,
  WebhookDelivery,
  WebhookEndpoint,
} from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { badge, moment, moneyOf, partLink } from "./format.ts";
import { attemptsOf, mayBeAccepted, resendLabel, retryNote } from "./deliveries.ts";
import { actButton, factsOf, listOf, older, part, type Column } from "./parts.ts";
import { OUTCOMES, type Outcome } from "./outcomes.ts";
import { bodyIn } from "./test-request.ts";

interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

/** What Payments, Refunds and Payouts have in common. Why one failed each says in its own place. */
type Shown = Pick<Payment | Payout | Refund, "id" | "status" | "amount" | "currency" | "created_at"> & {
  readonly failure_code?: string | null;
  readonly failure?: { readonly code: string } | null;
};

const objectColumns = (undelivered: ReadonlySet<string>): readonly Column<Shown>[] => [
  { name: "Id", cell: ({ id }) => partLink(`objects/${id}`, id) },
  {
    name: "Status",
    cell: ({ id, status }) =>
      markup`${badge(status)}${undelivered.has(id) ? markup` ${badge("webhook not delivered")}` : null}`,
  },
  { name: "Amount", isAmount: true, cell: ({ amount, currency }) => moneyOf(amount, currency) },
  { name: "Failure code", cell: ({ failure_code: code, failure }) => code ?? failure?.code ?? "–" },
  { name: "Created", cell: ({ created_at: at }) => moment(at * 1_000) },
];

export const objectsPart = (
  name: "Payments" | "Payouts" | "Refunds",
  { data, has_more }: Page<Shown>,
  /** Ids of those that an endpoint could not be told of, so far. */
  undelivered: ReadonlySet<string> = new Set(),
): Markup =>
  part(
    name,
    markup`${listOf(`${name}, newest first`, data, objectColumns(undelivered), `No ${name.toLowerCase()} yet. Make some in “Try”.`)}
${older(name.toLowerCase(), data.at(-1)?.id, has_more)}`,
  );

/** Refunds have no list of their own: those of the newest events are shown. */
export const refundsPart = (refunds: readonly Refund[], undelivered?: ReadonlySet<string>): Markup =>
  objectsPart("Refunds", { data: refunds, has_more: false }, undelivered);

const resend = (eventId: string, type: string, endpoints: readonly WebhookEndpoint[] | null): Markup =>
  actButton(resendLabel(type, endpoints), [{ method: "POST", path: `/v1/events/${eventId}/resend` }]);

const objectOf = ({ data }: PublicEvent): string => (data.payment ?? data.refund ?? data.payout)?.id ?? "";

/** `endpoints` are null where the key may not read them. */
export const eventsPart = (
  { data, has_more }: Page<PublicEvent>,
  endpoints: readonly WebhookEndpoint[] | null = null,
): Markup =>
  part(
    "Events",
    markup`${listOf<PublicEvent>(
      "Events, newest first",
      data,
      [
        { name: "Type", cell: ({ type }) => markup`<strong>${type}</strong>` },
        { name: "Id", cell: ({ id }) => markup`<span class="id">${id}</span>` },
        { name: "Object", cell: (event) => partLink(`objects/${objectOf(event)}`, objectOf(event)) },
        { name: "Created", cell: ({ created_at: at }) => moment(at * 1_000) },
        { name: "Act", cell: ({ id, type }) => resend(id, type, endpoints) },
      ],
      "No events yet. Make some in “Try”.",
    )}${older("events", data.at(-1)?.id, has_more)}`,
  );

/** `undelivered` says of an endpoint which of its newest deliveries failed so far. */
export const webhooksPart = (
  { data }: Page<WebhookEndpoint>,
  undelivered: ReadonlyMap<string, readonly unknown[]> = new Map(),
): Markup =>
  part(
    "Webhooks",
    listOf<WebhookEndpoint>(
      "Webhook endpoints, newest first",
      data,
      [
        { name: "Endpoint", cell: ({ id }) => partLink(`webhooks/${id}`, id) },
        { name: "URL", cell: ({ url }) => markup`<span class="url">${url}</span>` },
        { name: "Status", cell: stateOf },
        {
          name: "Newest deliveries",
          cell: ({ id }) => {
            const { length } = undelivered.get(id) ?? [];
            return length === 0 ? "–" : badge(`${length} not delivered`);
          },
        },
        { name: "Events", cell: ({ enabled_events: types }) => types.join(", ") },
      ],
      "No webhook endpoints. Make one with POST /v1/webhook_endpoints.",
    ),
  );

/** `endpoints` are all of them: an event is sent again to each that wants it. */
export const webhookPart = (
  endpoint: WebhookEndpoint,
  deliveries: Page<WebhookDelivery>,
  endpoints: readonly WebhookEndpoint[] = [endpoint],
): Markup =>
  part(
    `Webhook endpoint ${endpoint.id}`,
    markup`${factsOf({
      URL: endpoint.url,
      Status: stateOf(endpoint),
      "Disabled because": endpoint.disabled_reason,
      "Failing since": endpoint.failing_since === null ? null : moment(endpoint.failing_since * 1_000),
    })}
${listOf<WebhookDelivery>(
  "Deliveries, newest first",
  deliveries.data,
  [
    {
      name: "Event",
      cell: ({ event_type: type, event_id: id }) =>
        markup`<strong>${type}</strong> ${partLink(`objects/${id}`, id)}`,
    },
    { name: "Status", cell: statusOf },
    { name: "Attempts, newest first", cell: attemptsOf },
    { name: "Next attempt", cell: (delivery) => nextAttempt(delivery, deliveries.data) },
    { name: "Act", cell: ({ event_id: id, event_type: type }) => resend(id, type, endpoints) },
  ],
  "Nothing was sent to it yet.",
)}${older(`webhooks/${endpoint.id}`, deliveries.data.at(-1)?.id, deliveries.has_more)}`,
  );

function statusOf({ status, event_accepted_at: at }: WebhookDelivery): Markup {
  const shown = badge(status);
  return at === null
    ? shown
    : markup`${shown} <span class="hint">event accepted by another delivery, ${moment(at * 1_000)}</span>`;
}

function nextAttempt(delivery: WebhookDelivery, listed: readonly WebhookDelivery[]): Markup | string {
  const {
    id,
    event_id: event,
    status,
    attempts,
    next_attempt_at: at,
    event_accepted_at: acceptedAt,
  } = delivery;
  if (at === null) return "–";
  const isAccepted = acceptedAt !== null;
  const others = listed.filter((other) => other.event_id === event && other.id !== id);
  const isSentTwice = isAccepted || others.some((other) => mayBeAccepted(other.status));
  return markup`${moment(at * 1_000)}${retryNote({ status, attempts, isAccepted, isSentTwice })}`;
}

/** Enabled and never heard of for a day is not well. */
const stateOf = ({ status, failing_since: since }: WebhookEndpoint): Markup =>
  status === "enabled" && since !== null ? markup`${badge(status)} ${badge("failing")}` : badge(status);

const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  { name: "Time", cell: ({ at_ms: at }) => moment(at, 3) },
  { name: "Status", cell: ({ status }) => badge(status) },
  {
    name: "Request",
    cell: ({ method, path }) => markup`<strong>${method}</strong> <span class="url">${path}</span>`,
  },
  { name: "Error", cell: reasonOf },
  { name: "Replay", cell: ({ idempotent_replay: isReplay }) => (isReplay ? "yes" : "–") },
  { name: "Id", cell: ({ request_id: id }) => partLink(`requests/${id}`, id) },
];

/** Why it failed, without what could repeat what was sent. */
function reasonOf({ error_code: code, error_param: param, error_message: message }: LoggedRequest) {
  if (code === null) return "–";
  return markup`<strong>${code}</strong>${param === null ? null : markup` <code>${param}</code>`} ${message}`;
}

/** `data` oldest first, as the log has it. */
export const requestsPart = ({ data, has_more }: Page<LoggedRequest>, onlyErrors = false): Markup =>
  part(
    onlyErrors ? "Requests: errors only" : "Requests",
    markup`<p class="pages">${
      onlyErrors
        ? partLink("requests", "All requests", "more")
        : partLink("requests?only=errors", "Errors only", "more")
    }</p>
<p class="hint">Requests of the last seven days with Sandbox keys, the newest 10,000 of them, without secrets. Under load only some are kept.</p>
${listOf("Requests, newest first", data.toReversed(), REQUEST_COLUMNS, onlyErrors ? "No errors." : "No requests yet.")}
${has_more && data[0] !== undefined ? markup`<p class="pages">${partLink(`requests?before=${data[0].request_id}${onlyErrors ? "&only=errors" : ""}`, "Older", "more")}</p>` : null}`,
  );

/** `ordered` is what the request's amount orders in Sandbox, and null where it orders nothing. */
export const requestPart = (line: LoggedRequestDetail, ordered: string | null = null): Markup =>
  part(
    `Request ${line.request_id}`,
    markup`${factsOf({
      Time: moment(line.at_ms, 3),
      Request: markup`<strong>${line.method}</strong> <span class="url">${line.path}</span>`,
      Status: badge(line.status),
      Error: line.error_code === null ? null : reasonOf(line),
      "As ordered": ordered,
      "Idempotent replay": line.idempotent_replay,
      Took: `${line.duration_ms} ms`,
      "API key": line.key_id,
      Object:
        line.object_id !== null && /^(pay|ref|po)_/.test(line.object_id)
          ? partLink(`objects/${line.object_id}`, line.object_id)
          : line.object_id,
    })}
${bodyOf("Body sent", line.request_body)}${bodyOf("Body answered", line.answer_body)}`,
    false,
  );

const bodyOf = (name: string, body: unknown): Markup =>
  markup`<h2>${name}</h2>${
    body === null
      ? markup`<p class="nothing">Nothing is kept: there was none, it was no JSON, or it was long.</p>`
      : markup`<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>`
  }`;

/** What makes each outcome happen, with the requests that do it. */
export function tryPart(types: readonly EventType[], currencies: TestCurrencies): Markup {
  const groups = [...Map.groupBy(OUTCOMES, ({ group }) => group)];
  return part(
    "Try",
    markup`<p>Each button sends what your server would send. In Sandbox the amount decides what happens.</p>
${groups.map(
  ([group, outcomes]) =>
    markup`<section><h2>${group}</h2><ul class="outcomes">${outcomes.map((one) => outcomeItem(one, currencies))}</ul></section>`,
)}
<section><h2>A test event</h2>
<form id="test-event"><label for="type">Type</label>
<select id="type">${types.map((type) => markup`<option>${type}</option>`)}</select>
<button type="submit">Make it happen</button>
<p class="hint">Makes the object that leads to it; a real event goes to your endpoints.</p></form></section>`,
    false,
  );
}

function outcomeItem({ name, label, hint, requests }: Outcome, currencies: TestCurrencies): Markup {
  const acts = requests.map((one) => ({
    method: "POST" as const,
    path: one.path,
    body: bodyIn(one, currencies),
  }));
  return markup`<li><button type="button" class="act" id="try-${name}" data-acts="${JSON.stringify(acts)}" data-show>${label}</button>
<span class="hint">${hint}</span>
<details><summary>What it sends</summary>${requests.map(
    ({ path, body }) => markup`<pre tabindex="0">POST ${path}
${JSON.stringify(body, null, 2)}</pre>`,
  )}</details></li>`;
}
