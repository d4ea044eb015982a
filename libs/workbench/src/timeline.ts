import type { TraceEntry, TracedObject } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { answerBadge, mayBeAccepted, retryNote, sentAs } from "./deliveries.ts";
import { badge, merchantLink, moment, moneyOf, partLink } from "./format.ts";
import { actButton, factsOf, missed, part, type Act, type Guard, type Lacking } from "./parts.ts";
import { routeOf } from "./route.ts";

/** An object with all that is recorded of it, in order. */
export interface Story extends Lacking {
  readonly id: string;
  readonly objects: readonly (Omit<TracedObject, "livemode"> & { readonly mode?: string })[];
  readonly timeline: readonly TraceEntry[];
  /** Where the payer is to go, while there is something to do. */
  readonly nextUrl?: string | null;
  /** An operator sees objects of every merchant, so it says whose this one is. */
  readonly isForOperators?: boolean;
  /** What the object's amount orders in Sandbox; null where it orders nothing. */
  readonly ordered?: string | null;
  /** URLs of endpoints by their ids, where the reader may know them. */
  readonly endpointUrls?: ReadonlyMap<string, string>;
  /** What may be done about it, as buttons. */
  readonly actsOf: (entry: TraceEntry) => readonly (readonly [label: string, act: Act, guard?: Guard])[];
}

const PARTS: Readonly<Record<TraceEntry["part"], string>> = {
  request: "Request",
  key: "Idempotency key",
  status: "Status",
  call: "Call of the acquirer",
  acquirer: "Acquirer asked",
  callback: "Acquirer's callback",
  journal: "Money",
  statement: "Statement",
  difference: "Difference",
  event: "Event",
  outbox: "Event to be sent",
  attempt: "Delivery attempt",
  delivery: "Delivery",
  anomaly: "Exception",
};

/** Why a status moved, in words for a reader who does not know the code. */
const CAUSES: Readonly<Record<string, string>> = {
  create: "the acquirer answered the create",
  payer: "the payer sent the form of the page",
  callback: "the acquirer called back",
  "status sync": "the acquirer was asked",
  expiry: "its time was over",
};

const TIMES = /_ms$/;
const DURATIONS = new Set(["duration_ms"]);

/** docs/decisions/0111-calls-are-kept-where-they-are-few.md */
const LEFT_OUT = markup`<p class="hint">Not every call of the acquirer is listed: of many at once those that were answered at once are left out, and none is kept for longer than 30 days.</p>`;

export function storyPart(story: Story): Markup {
  const [first] = story.objects.filter(({ id }) => id === story.id);
  const several = story.objects.length > 1;
  const body = markup`${story.objects.map((object) => summary(object, story.isForOperators === true))}
${
  story.nextUrl == null
    ? null
    : markup`<p><a class="button" href="${story.nextUrl}" target="_blank" rel="noopener noreferrer">Open the payer's page</a></p>`
}
${story.ordered == null ? null : markup`<p class="hint">As the amount orders in Sandbox: ${story.ordered}.</p>`}
${missed(story)}${story.objects.some(({ facts }) => facts["submission_kept"] === false) ? LEFT_OUT : null}
<h2>Timeline</h2>
<ol class="timeline">${story.timeline.map((entry) => step(entry, several, story))}</ol>`;
  return part(first === undefined ? story.id : nameOf(first.kind), body);
}

const nameOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

function summary(object: Story["objects"][number], isForOperators: boolean): Markup {
  const { id, kind, status, amount, currency, failure_code: code, created_at_ms: at } = object;
  const whose = isForOperators
    ? { Merchant: merchantLink(object.merchant_id), Mode: object.mode ?? null, Acquirer: object.provider }
    : {};
  return markup`<section class="summary"><h2>${nameOf(kind)} ${partLink(`objects/${id}`, id)}</h2>
${factsOf({ Status: badge(status), Amount: moneyOf(amount, currency), "Failure code": code, Created: moment(at), ...whose })}${isForOperators ? routeOf(object) : null}</section>`;
}

function step(entry: TraceEntry, several: boolean, story: Story): Markup {
  const acts = story.actsOf(entry);
  return markup`<li class="${entry.part}">
<p class="when">${moment(entry.at_ms, 3)}</p>
<div><p class="what"><span class="part">${PARTS[entry.part]}</span> ${headOf(entry)}</p>
${several ? markup`<p class="of">${entry.object_id}</p>` : null}
${detail(entry, story.endpointUrls)}${noteOf(entry, story.timeline)}
${acts.length === 0 ? null : markup`<p class="acts">${acts.map(([label, act, guard]) => actButton(label, [act], guard))}</p>`}
</div></li>`;
}

function headOf({ part: kind, what, facts }: TraceEntry): Markup {
  const request = facts["request_id"];
  if (kind === "request" && typeof request === "string") return partLink(`requests/${request}`, request);
  if (kind === "attempt") return answered(facts);
  if (kind === "status" || kind === "delivery" || kind === "callback") return badge(what);
  return markup`<strong>${what}</strong>`;
}

const answered = ({ http_status: status, error }: TraceEntry["facts"]): Markup =>
  answerBadge(typeof status === "number" ? status : null, typeof error === "string" ? error : null);

/** What a retry comes to after a resend. */
function noteOf(entry: TraceEntry, timeline: readonly TraceEntry[]): Markup | null {
  if (entry.part !== "delivery") return null;
  const { event_id: event, endpoint_id: endpoint, attempts, event_accepted_at_ms: acceptedAt } = entry.facts;
  const others = timeline.filter(
    (other) =>
      other !== entry &&
      other.part === "delivery" &&
      other.facts["event_id"] === event &&
      other.facts["endpoint_id"] === endpoint,
  );
  return retryNote({
    status: entry.what,
    attempts: Number(attempts ?? 0),
    isAccepted: acceptedAt != null,
    isSentTwice: others.some(({ what }) => mayBeAccepted(what)),
  });
}

/** Facts that readers look for first, in their order. */
const FIRST = [
  "attempt",
  "brand",
  "last4",
  "http_status",
  "answer",
  "error",
  "attempts",
  "next_attempt_at_ms",
  "event_accepted_at_ms",
];

const rankOf = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** All facts of an entry; what was cut out for its reader is not among them. */
function detail(entry: TraceEntry, urls?: ReadonlyMap<string, string>): Markup | null {
  const { amount, currency, ...rest } = entry.facts;
  const isMoney = typeof amount === "number" && typeof currency === "string";
  const { resent_by: resentBy } = rest;
  const isTried =
    entry.part === "attempt" || (entry.part === "delivery" && Number(rest["attempts"] ?? 0) > 0);
  const shown = Object.entries(isMoney ? rest : entry.facts)
    .filter(([name, value]) => value !== null && !isShownAlready(entry, name))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  if (shown.length === 0 && !isMoney && !isTried) return null;
  return factsOf({
    ...(isMoney ? { amount: moneyOf(amount, currency) } : {}),
    ...(isTried || resentBy != null ? { sent: sentAs(resentBy) } : {}),
    ...Object.fromEntries(
      shown.map(([name, value]) => [
        name.replace(TIMES, "").replaceAll("_", " "),
        name === "endpoint_id" ? endpointOf(String(value), urls) : valueOf(name, value),
      ]),
    ),
  });
}

/** An operator's reader has no part for one endpoint. */
const endpointOf = (id: string, urls?: ReadonlyMap<string, string>): Markup | string => {
  const url = urls?.get(id);
  return url === undefined ? id : markup`${partLink(`webhooks/${id}`, id)} <span class="url">${url}</span>`;
};

/** The request is the entry itself, as is an earlier answer, and nothing moved an object that was just made. */
const isShownAlready = ({ part: kind, what }: TraceEntry, name: string): boolean =>
  (kind === "request" && name === "request_id") ||
  (kind === "attempt" && (name === "http_status" || name === "error")) ||
  name === "resent_by" ||
  (what === "PENDING" && name === "cause");

function valueOf(
  name: string,
  value: string | number | boolean | null,
): Markup | string | number | boolean | null {
  if (typeof value === "number" && DURATIONS.has(name)) return `${value} ms`;
  if (typeof value === "number" && TIMES.test(name)) return moment(value, 3);
  if (name === "cause" && typeof value === "string") return CAUSES[value] ?? value;
  if (name === "http_status" && typeof value === "number") return answerBadge(value, null);
  // An event has no part of its own: its id leads to the object that it tells of.
  if (name === "event_id" && typeof value === "string") return partLink(`objects/${value}`, value);
  if (name === "answer" && typeof value === "string") return markup`<code>${value}</code>`;
  return value;
}
