import {
  JOURNAL_KINDS,
  MOVEMENTS,
  OPEN_STATUSES,
  type BookLineKind,
  type ExplainedLine,
  type JournalKind,
} from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import { ofSourceSql, sourceValues, type StatementSource } from "./statement-source.ts";
import { atAnotherAccountSql, type JournalTables } from "./journal-tables.ts";

export interface AskedLine {
  readonly reference: string;
  readonly kind: BookLineKind;
}

/** What is known of the provider's lines that our journal of a day lacks; one answer for each, in order. */
export async function explainLines(
  pool: Pool,
  tables: JournalTables,
  { livemode, ...source }: { readonly livemode: boolean } & StatementSource,
  asked: readonly AskedLine[],
): Promise<ExplainedLine[]> {
  if (asked.length === 0) return [];
  return query<ExplainedLine>(pool, {
    name: "journal_explain_lines",
    text: explainSql(tables),
    values: [
      livemode,
      asked.map(({ reference }) => reference),
      asked.map(({ kind }) => kind),
      ...sourceValues(source),
    ],
  });
}

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(", ");

/** The kinds of movement that this owner can have as a kind of line. */
function movementsOf({ kind, late, undone }: JournalTables): readonly JournalKind[] {
  const own: readonly JournalKind[] = [
    kind,
    late.kind,
    undone,
    ...(late.ends === undefined ? [] : [late.ends.reversed]),
  ];
  return JOURNAL_KINDS.filter((one) => own.includes(one));
}

/**
 * What the backfill has not posted yet. That is an object that succeeded after the place it has reached, or in the
 * same second; and an exception, which every job posts.
 */
function toBeBackfilledSql({ schema, endedAt, kind, late }: JournalTables): string {
  const lines = [`asked.kind = '${MOVEMENTS[late.kind].line}'`];
  if (late.ends !== undefined)
    lines.push(`asked.kind = '${MOVEMENTS[late.ends.reversed].line}' and a.resolution = 'reversed'`);
  return `
    asked.kind = '${MOVEMENTS[kind].line}' and o.status = 'SUCCEEDED' and o.${endedAt} >= p.filled_at and o.${endedAt} < p.fill_until
    or exists (select from ${schema}.anomalies as a
                where a.object_id = asked.reference and a.livemode = $1 and a.kind = '${late.exception}' and a.merchant_id is not null
                  and a.amount is not null and a.currency is not null and (${lines.join(" or ")}))`;
}

// The status says nothing of what the first account did, which had executed nothing: there any charge differs from it.
export function explainSql(tables: JournalTables): string {
  const { schema, objects, firstAccount = "null::text" } = tables;
  const movements = movementsOf(tables).map((kind) => `('${MOVEMENTS[kind].line}', '${kind}')`);
  return `
    select asked.reference, asked.kind, coalesce(is_ours and (o.id is not null or posted.at is not null), false) as known,
           case when is_ours and not at_first then o.status end as status,
           coalesce(is_ours and o.status not in (${OPEN}), false) as ended,
           case when is_ours then coalesce(posted.amount, o.amount) end as amount,
           case when is_ours then coalesce(posted.currency, o.currency) end as currency,
           case when is_ours then floor(extract(epoch from posted.at) * 1000)::bigint end as booked_at_ms,
           coalesce(is_ours and posted.at is null and not p.fill_finished and (${toBeBackfilledSql(tables)}), false) as to_be_filled
      from unnest($2::text[], $3::text[]) with ordinality as asked (reference, kind, ord)
      left join ${schema}.${objects} as o on o.id = asked.reference and o.livemode = $1
      cross join lateral (select asked.kind in (select line from (values ${movements.join(", ")}) as m (line, kind))
                                 and (at_first or ${ofSourceSql("o", "$4", "$5")}) as is_ours, at_first
                            from (select $4::text is not null and coalesce(${firstAccount} = $5, false) as at_first) as first) as ours
      left join ${schema}.journal_progress as p on true
      left join lateral (
        select j.at, j.amount, j.currency from ${schema}.journal as j join (values ${movements.join(", ")}) as m (line, kind) on m.kind = j.kind
         where j.object_id = asked.reference and j.livemode = $1 and m.line = asked.kind
           and ${ofSourceSql("o", "$4", "$5", atAnotherAccountSql(tables))}
         order by j.at limit 1
      ) as posted on true
     order by asked.ord`;
}
