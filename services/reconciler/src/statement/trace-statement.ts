import {
  BOOK_LINE_KINDS,
  TRACE_ENTRIES_MAX,
  type Params,
  type reconcilerContract,
  type TraceEntry,
} from "@flowlix/contracts";
import { msSql, query, type Pool } from "@flowlix/persistence";
import { keyOf, sourceName, type StatementSource, type StatementSources } from "./source.ts";

type Line = Params<typeof reconcilerContract, "traceStatement">["lines"][number];

/**
 * What the comparisons of statements say of some references: differences that name them, and the last comparison of
 * each day on which their money was posted. Lines that agree are not kept one by one: a day that was compared, and a
 * reference that no difference names, is one that agreed.
 */
export async function traceStatement(
  read: Pool,
  sources: Pick<StatementSources, "own" | "accounts">,
  lines: readonly Line[],
): Promise<TraceEntry[]> {
  const bySource = Map.groupBy(lines, (line) => nameOf(line));
  const entries: TraceEntry[] = [];
  for (const source of [sources.own, ...sources.accounts()]) {
    const { provider, livemode } = keyOf(source);
    const ours = bySource.get(`${provider} ${livemode}`) ?? [];
    if (ours.length > 0) entries.push(...(await traceSource(read, source, ours)));
  }
  return entries;
}

const nameOf = ({ provider, provider_account = null, livemode }: Line): string =>
  `${sourceName(provider, provider_account)} ${livemode}`;

async function traceSource(
  read: Pool,
  source: StatementSource,
  ours: readonly Line[],
): Promise<TraceEntry[]> {
  const { provider, livemode } = keyOf(source);
  const posted = ours.flatMap(({ reference, booked_at_ms }) =>
    booked_at_ms === null ? [] : [{ reference, day: source.port.statement.dayOf(booked_at_ms) }],
  );
  const references = [...new Set(ours.map(({ reference }) => reference))];
  return query<TraceEntry>(read, {
    name: "statement_trace",
    text: TRACE,
    values: [
      provider,
      livemode,
      [...BOOK_LINE_KINDS],
      references,
      posted.map(({ reference }) => reference),
      posted.map(({ day }) => day),
    ],
  });
}

const TRACE = `
  (select d.reference as object_id, ${msSql("d.found_at")} as at_ms, 'difference' as part, d.difference as what,
          jsonb_build_object('id', d.id, 'day', d.day, 'kind', d.kind, 'state', d.state,
                             'statement_amount', d.statement_amount, 'statement_currency', d.statement_currency,
                             'book_amount', d.book_amount, 'book_currency', d.book_currency,
                             'resolved_at_ms', ${msSql("d.resolved_at")}, 'resolved_by', d.resolved_by, 'note', d.note) as facts
     from reconciler.differences as d
    where d.provider = $1 and d.livemode = $2 and d.kind = any ($3::text[]) and d.reference = any ($4::text[])
    order by d.found_at limit ${TRACE_ENTRIES_MAX})
  union all
  select b.reference, ${msSql("r.ended_at")}, 'statement', 'day compared',
         jsonb_build_object('run_id', r.id, 'day', r.day, 'complete', r.complete)
    from (select distinct * from unnest($5::text[], $6::date[]) as posted (reference, day)) as b
    cross join lateral (
      select r.id, r.day, r.complete, r.ended_at from reconciler.statement_runs as r
       where r.provider = $1 and r.livemode = $2 and r.day = b.day and r.state = 'done'
       order by r.requested_at desc limit 1) as r`;
