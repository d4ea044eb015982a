import {
  TRACE_ENTRIES_MAX,
  TRACED_REFUNDS_MAX,
  type TracedObject,
  type TraceEntry,
} from "@flowlix/contracts";
import { msSql, query, type Pool } from "@flowlix/persistence";
import { SUBMISSIONS } from "../calls/ordinary-call.ts";
import { NOUNS, tableOf, type OwnerName } from "../owner/owner-name.ts";
import type { TracedTable } from "./trace-tables.ts";

export interface Traced {
  readonly objects: TracedObject[];
  readonly entries: TraceEntry[];
}

type ObjectRow = Omit<TracedObject, "kind" | "more_related"> & {
  readonly initial: string;
  readonly entered: Readonly<Record<string, number | null>>;
  readonly ended_with: TraceEntry["facts"];
};

/** Reads what an owner recorded of some objects: by indexes alone, and bounded. For operators. */
export async function traceObjects(
  read: Pool,
  owner: OwnerName,
  traced: TracedTable,
  ids: readonly string[],
): Promise<Traced> {
  const rows = await query<ObjectRow>(read, {
    name: `${owner}_trace_objects`,
    text: objectsSql(owner, traced),
    values: [ids],
  });
  if (rows.length === 0) return { objects: [], entries: [] };
  const recorded = await query<TraceEntry>(read, {
    name: `${owner}_trace_entries`,
    text: entriesSql(owner, traced),
    values: [rows.map(({ id }) => id)],
  });
  const objects = rows.map(
    ({ initial: _initial, entered: _entered, ended_with: _with, related, ...row }): TracedObject => ({
      ...row,
      kind: NOUNS[owner],
      related: related.slice(0, TRACED_REFUNDS_MAX),
      more_related: related.length > TRACED_REFUNDS_MAX,
    }),
  );
  return { objects, entries: [...rows.flatMap(movesOf), ...recorded] };
}

/** Each status that the row says it entered, with its end's reason. What it is now has its version. */
function movesOf({
  id,
  status,
  version,
  failure_code,
  created_at_ms,
  initial,
  entered,
  ended_with,
}: ObjectRow): TraceEntry[] {
  const move = (what: string, at_ms: number): TraceEntry => ({
    at_ms,
    object_id: id,
    part: "status",
    what,
    facts: {
      ...(what === status ? { version } : {}),
      ...(what === "FAILED" ? { failure_code } : {}),
      ...(what === "FAILED" || what === "SUCCEEDED" ? ended_with : {}),
    },
  });
  const later = Object.entries(entered).flatMap(([what, at]) =>
    at === null || what === initial ? [] : [move(what, at)],
  );
  return [move(initial, created_at_ms), ...later];
}

const pairs = (expressions: Readonly<Record<string, string>>): string =>
  `jsonb_build_object(${Object.entries(expressions)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(", ")})`;

/** The same without what is null. */
const known = (expressions: Readonly<Record<string, string>>): string =>
  `jsonb_strip_nulls(${pairs(expressions)})`;

const mapped = (columns: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(columns).map(([status, time]) => [status, msSql(time)]));

/** What was called a moment ago is not written yet. */
const WRITTEN_WITHIN = "interval '2 seconds'";

/** Whether a submission of the object `o` is among its calls; null where nothing can have been sent, or only just. */
const submissionKeptSql = (owner: OwnerName, { submitted }: TracedTable): string => `
  coalesce((select true from ${owner}.acquirer_calls as c
             where c.object_id = o.id and c.operation = any ('{${SUBMISSIONS.join(",")}}'::text[]) limit 1),
           case when ${submitted} and o.created_at < platform.clock() - ${WRITTEN_WITHIN} then false end)`;

export const objectsSql = (owner: OwnerName, traced: TracedTable): string => `
  select o.id, o.merchant_id, o.livemode, o.provider, o.status, o.failure_code, o.amount, o.currency, o.version,
         ${msSql("o.created_at")} as created_at_ms, ${traced.initial ?? "'PENDING'"} as initial, ${pairs(mapped(traced.entered))} as entered,
         ${known(traced.endedWith ?? {})} as ended_with, ${traced.related} as related,
         ${pairs({
           status_syncs: "o.look_count",
           last_sync_hung: "o.look_hung",
           next_sync_at_ms: msSql("o.next_look_at"),
           submit_until_ms: msSql("o.submit_until"),
           provider_account: "o.provider_account",
           submission_kept: submissionKeptSql(owner, traced),
           ...traced.facts,
         })} as facts
    from ${tableOf(owner)} as o where o.id = any ($1::text[])`;

/** What every part of `entriesSql` answers, in this order. */
export const ENTRY_COLUMNS = "object_id, at_ms, part, what, facts";

export const entriesSql = (schema: OwnerName, { alsoSql, ofCalls }: TracedTable): string =>
  [callbacksSql, accountCallbacksSql, journalSql, anomaliesSql, outboxSql]
    .map((sql) => sql(schema))
    .concat(callsSql(schema, ofCalls), alsoSql ?? [])
    .map((sql) => `select ${ENTRY_COLUMNS} from (${sql} limit ${TRACE_ENTRIES_MAX}) as part`)
    .join("\nunion all\n");

const NONE = { joinSql: "", facts: {} };

/** A reference that is the object's own, and what a first try or no repeat is, is left out. */
const callsSql = (schema: string, { joinSql, facts }: NonNullable<TracedTable["ofCalls"]> = NONE) => `
  select c.object_id, ${msSql("c.at")} as at_ms, 'call' as part, c.operation as what,
         ${pairs({
           outcome: "c.outcome",
           duration_ms: "c.duration_ms",
           tried: "nullif(c.tried, 1)",
           repeat: "nullif(c.is_repeat, false)",
           reference: "c.reference",
           provider: "c.provider",
           provider_account: "c.provider_account",
           request_id: "c.request_id",
           trace_id: "replace(c.trace_id::text, '-', '')",
         })} || ${known(facts)} as facts
    from ${schema}.acquirer_calls as c ${joinSql}
   where c.object_id = any ($1::text[]) order by c.at`;

const callbacksSql = (schema: string) => `
  select c.reference as object_id, ${msSql("c.received_at")} as at_ms, 'callback' as part, c.claimed_state as what,
         ${pairs({ provider: "c.provider", callback_id: "c.callback_id", matched_at_ms: msSql("c.matched_at") })} as facts
    from ${schema}.callbacks as c where c.reference = any ($1::text[]) order by c.received_at`;

/** Of what was signed only that there is something: it is the acquirer's own words. */
const accountCallbacksSql = (schema: string) => `
  select c.object_id, ${msSql("c.received_at")} as at_ms, 'callback' as part, c.claimed_state as what,
         ${pairs({
           provider: "c.provider",
           provider_account: "c.provider_account",
           callback_id: "c.callback_id",
           reference: "c.reference",
           is_evidence: "c.evidence is not null",
           matched_at_ms: msSql("c.matched_at"),
         })} as facts
    from ${schema}.account_callbacks as c where c.object_id = any ($1::text[]) order by c.received_at`;

const journalSql = (schema: string) => `
  select j.object_id, ${msSql("j.at")} as at_ms, 'journal' as part, j.kind as what,
         ${pairs({ debit: "j.debit", credit: "j.credit", amount: "j.amount", currency: "j.currency" })} as facts
    from ${schema}.journal as j where j.object_id = any ($1::text[]) order by j.at`;

const anomaliesSql = (schema: string) => `
  select a.object_id, ${msSql("a.created_at")} as at_ms, 'anomaly' as part, a.kind as what,
         ${pairs({
           id: "a.id",
           detail: "a.detail",
           resolution: "a.resolution",
           resolved_at_ms: msSql("a.resolved_at"),
           note: "a.note",
         })} as facts
    from ${schema}.anomalies as a where a.object_id = any ($1::text[]) order by a.created_at`;

/** Events that have not left yet, and why. The notifier knows those that have left. */
const outboxSql = (schema: string) => `
  select b.object_id, ${msSql("b.created_at")} as at_ms, 'outbox' as part, b.event_type as what,
         ${pairs({
           event_id: "b.event_id",
           version: "b.version",
           trace_id: "substr(b.traceparent, 4, 32)",
           refusals: "coalesce(f.refusals, 0)",
           reason: "f.reason",
           parked_at_ms: msSql("f.parked_at"),
         })} as facts
    from ${schema}.outbox as b
    left join ${schema}.refused_events as f on f.object_id = b.object_id and f.version = b.version
   where b.object_id = any ($1::text[]) order by b.created_at`;
