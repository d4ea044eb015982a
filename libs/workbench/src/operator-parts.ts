import type {
  AuditEntry,
  ExceptionRecord,
  ObservedEndpoint,
  OpenObject,
  ParkedEvent,
  TraceEntry,
} from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { badge, factOf, merchantLink, moment, moneyOf, partLink } from "./format.ts";
import {
  actButton,
  factsOf,
  listOf,
  missed,
  part,
  type Act,
  type Column,
  type Guard,
  type Lacking,
} from "./parts.ts";
import type { ServiceState } from "./service-state.ts";

const object = (id: string | null): Markup | string => (id === null ? "–" : partLink(`objects/${id}`, id));
const amountOf = (amount: number | null, currency: string | null): Markup | string =>
  amount === null || currency === null ? "–" : moneyOf(amount, currency);
const modeOf = (livemode: boolean | null): string =>
  livemode === null ? "–" : livemode ? "live" : "sandbox";

const OPEN_COLUMNS: readonly Column<OpenObject>[] = [
  { name: "Object", cell: ({ id }) => object(id) },
  { name: "Status", cell: ({ status }) => badge(status) },
  { name: "Amount", isAmount: true, cell: ({ amount, currency }) => moneyOf(amount, currency) },
  { name: "Mode", cell: ({ livemode }) => modeOf(livemode) },
  { name: "Acquirer", cell: ({ provider }) => provider ?? "–" },
  { name: "Merchant", cell: ({ merchant_id: id }) => merchantLink(id) },
  { name: "Created", cell: ({ created_at: at }) => moment(at * 1_000) },
];

export const overviewPart = (
  services: readonly ServiceState[],
  open: { readonly open: readonly OpenObject[] } & Lacking,
): Markup =>
  part(
    "Overview",
    markup`<h2>Services, breakers and loops</h2>
${listOf<ServiceState>(
  "Every service, with its open breakers and loops that fail",
  services,
  [
    { name: "Service", cell: ({ service }) => markup`<strong>${service}</strong>` },
    {
      name: "State",
      cell: ({ database, degraded }) =>
        database === null
          ? markup`<span class="badge bad">no answer</span>`
          : !database
            ? markup`<span class="badge bad">no database</span>`
            : degraded.length === 0
              ? badge("ok")
              : markup`<span class="badge wait">degraded</span>`,
    },
    { name: "Degraded", cell: ({ degraded }) => degraded.join(", ") || "–" },
  ],
  "No service says how it is.",
)}
<h2>Open objects</h2>${missed(open)}
${listOf("Oldest first, of every merchant", open.open, OPEN_COLUMNS, "Everything has ended.")}`,
  );

const NOTE: Guard = { question: "What did you find out? Your words end it and are audited with your name." };
const noteAct = (id: string): Act => ({ method: "POST", path: `/anomalies/${id}/note` });

export const exceptionsPart = (found: { readonly anomalies: readonly ExceptionRecord[] } & Lacking): Markup =>
  part(
    "Exceptions",
    markup`${missed(found)}${listOf<ExceptionRecord>(
      "Open exceptions, newest first",
      found.anomalies,
      [
        { name: "Kind", cell: ({ kind }) => markup`<strong>${kind}</strong>` },
        { name: "Object", cell: ({ object_id: id }) => object(id) },
        { name: "Amount", isAmount: true, cell: ({ amount, currency }) => amountOf(amount, currency) },
        { name: "Mode", cell: ({ livemode }) => modeOf(livemode) },
        { name: "Detail", cell: ({ detail }) => detail },
        { name: "Created", cell: ({ created_at: at }) => moment(at * 1_000) },
        { name: "Act", cell: ({ id }) => actButton("End with a note", [noteAct(id)], NOTE) },
      ],
      "No exception is open.",
    )}`,
  );

const RELEASE: Guard = {
  question: "Why will the notifier take it now? Your words end its exception and are audited with your name.",
};
const releaseAct = (id: string): Act => ({ method: "POST", path: `/parked/${id}/release` });
const ENABLE: Guard = { question: "Type enable to send to it again.", typed: "enable" };

export const queuesPart = (
  parked: { readonly parked: readonly ParkedEvent[] } & Lacking,
  endpoints: readonly ObservedEndpoint[],
): Markup =>
  part(
    "Queues",
    markup`<h2>Parked events</h2>${missed(parked)}${listOf<ParkedEvent>(
      "Events that the notifier refused for good",
      parked.parked,
      [
        { name: "Event", cell: ({ event_type: type }) => markup`<strong>${type}</strong>` },
        { name: "Object", cell: ({ object_id: id }) => object(id) },
        { name: "Reason", cell: ({ reason }) => reason },
        { name: "Waiting", cell: ({ waiting }) => waiting },
        { name: "Parked", cell: ({ parked_at_ms: at }) => moment(at) },
        { name: "Act", cell: ({ event_id: id }) => actButton("Release", [releaseAct(id)], RELEASE) },
      ],
      "No event is parked.",
    )}
<h2>Webhook endpoints</h2>${listOf<ObservedEndpoint>(
      "Endpoints of every merchant with their queues, newest first",
      endpoints,
      [
        { name: "Endpoint", cell: ({ id }) => markup`<span class="id">${id}</span>` },
        { name: "Merchant", cell: ({ merchant_id: id }) => merchantLink(id) },
        { name: "URL", cell: ({ url }) => markup`<span class="url">${url}</span>` },
        { name: "Status", cell: ({ status }) => badge(status) },
        { name: "Pending", cell: ({ queue_length: length }) => length },
        {
          name: "Act",
          cell: ({ id, status }) =>
            status === "enabled"
              ? "–"
              : actButton(
                  "Enable",
                  [{ method: "PATCH", path: `/webhooks/${id}`, body: { status: "enabled" } }],
                  ENABLE,
                ),
        },
      ],
      "No merchant has an endpoint.",
    )}`,
  );

export const auditPart = (log: { readonly entries: readonly AuditEntry[] } & Lacking): Markup =>
  part(
    "Audit",
    markup`${missed(log)}${listOf<AuditEntry>(
      "Acts of operators, newest first",
      log.entries,
      [
        { name: "Time", cell: ({ at }) => moment(at * 1_000) },
        { name: "Actor", cell: ({ actor }) => actor },
        { name: "Act", cell: ({ act }) => markup`<strong>${act}</strong>` },
        { name: "Subject", cell: ({ subject }) => markup`<span class="id">${subject}</span>` },
        { name: "Service", cell: ({ service }) => service },
        { name: "Detail", cell: ({ detail }) => detailOf(detail) },
      ],
      "Nothing was done yet.",
    )}`,
  );

/** What was done it with, as facts: a list of words in a row, and what is deeper as it is written. */
const detailOf = (detail: AuditEntry["detail"]): Markup =>
  factsOf(
    Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [name.replaceAll("_", " "), factOf(value)]),
    ),
  );

const RESEND: Guard = { question: "Type send to send it to its merchant's endpoints again.", typed: "send" };

/** What an operator may do about an entry of a timeline. */
export function operatorActs({ part: kind, facts }: TraceEntry): readonly (readonly [string, Act, Guard])[] {
  const { event_id: event, id } = facts;
  if (kind === "event" && typeof event === "string")
    return [["Send again", { method: "POST", path: `/events/${event}/resend` }, RESEND]];
  if (kind === "outbox" && typeof event === "string" && facts["parked_at_ms"] != null)
    return [["Release", releaseAct(event), RELEASE]];
  if (kind === "anomaly" && typeof id === "string" && facts["resolution"] === null)
    return [["End with a note", noteAct(id), NOTE]];
  return [];
}
