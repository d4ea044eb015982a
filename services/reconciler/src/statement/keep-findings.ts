import { transact, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import type { EntityManager } from "typeorm";
import { NoStatement } from "./compare-deps.ts";
import { FORGET_GONE, GONE_HERE, KEEP_NOTED, KEEP_OTHER, STATED_THERE_TOO } from "./edges-store.ts";
import { nameOf, type Found } from "./lines.ts";
import { CATCH_UP_DAYS, END_RUN, type RunEnd, type TakenRun } from "./runs-store.ts";
import { countLines } from "./staging-store.ts";

/** What stood from other days and is otherwise now. */
export interface Recheck {
  readonly id: string;
  readonly state: "awaiting" | "open" | "resolved";
  readonly note: string | null;
}

export interface Findings {
  readonly end: RunEnd;
  /** What this run found, as far as it is kept one by one. */
  readonly found: readonly Found[];
  /** What it found of other days' lines. */
  readonly foundElsewhere: readonly OfDay[];
  /** Ids of all that stood from other days and were rechecked. */
  readonly visited: readonly string[];
  /** Those of them that are otherwise now. */
  readonly rechecked: readonly Recheck[];
}

/** Who ends what a later comparison found to be gone. */
export const BY_ITSELF = "reconciler";

const RUNS_KEPT = "400 days";
/** A day that is compared again needs them for as long as its runs are known. */
const EDGES_KEPT = RUNS_KEPT;

/**
 * Ends a run and keeps what it found, in one transaction: all of it, or nothing, and only where every line that it
 * compared is still there. A repeated run finds the same rows again and changes nothing. Answers how many differences
 * of the day are open then, and null where the run is another's by now. Rejects with NoStatement where lines were lost.
 */
export function keepFindings(
  { dataSource }: Pick<Pools, "dataSource">,
  run: TakenRun,
  findings: Findings,
): Promise<{ readonly open: number } | null> {
  const { end, found, foundElsewhere, visited, rechecked } = findings;
  const rows = [...found.map((one) => ({ ...one, day: run.day })), ...foundElsewhere];
  const source = [run.provider, run.livemode];
  const ofRun = [run.id, run.attempt];
  return transact(dataSource, async (manager) => {
    if (!(await endRun(manager, run, end))) return null;
    await manager.query(FORGET_GONE, [...ofRun, ...source, run.day]);
    await manager.query(KEEP_NOTED, [...ofRun, ...source]);
    await manager.query(KEEP_OTHER, [...ofRun, ...source, run.day]);
    await manager.query(RESOLVE_ONCE, [...ofRun, ...source, run.day]);
    await manager.query(VISITED, [visited]);
    await manager.query(RECHECK, [JSON.stringify(rechecked)]);
    await manager.query(UPSERT, [...source, JSON.stringify(oncePerName(rows).map(rowOf))]);
    // With more found than is kept nobody can say what is gone.
    if (!end.overflowed) {
      const names = found.map((one) => `${nameOf(one)} ${one.difference}`);
      await manager.query(RESOLVE_GONE, [...source, run.day, names]);
    }
    await manager.query(RESOLVE_STATED, source);
    if (end.complete) await manager.query(GIVE_UP_WAITING, [...source, run.day]);
    await manager.query(
      `delete from reconciler.edge_lines where stated_day < platform.clock() - interval '${EDGES_KEPT}'`,
    );
    await manager.query(
      `delete from reconciler.statement_runs where requested_at < platform.clock() - interval '${RUNS_KEPT}' and state in ('done', 'failed')`,
    );
    const [standing]: { open: number }[] = await manager.query(COUNT_OPEN, [...source, run.day]);
    // Last: lines are only ever taken away, so those that are here were here all the time.
    const there = await countLines(manager, run);
    if (there.statement !== end.statementLines || there.books !== end.bookLines)
      throw new NoStatement("lines_were_lost");
    return { open: standing?.open ?? 0 };
  });
}

type OfDay = Found & { readonly day: string };

/** A difference has one row, however many days' statements have the line; what this day's own says is first. */
function oncePerName(found: readonly OfDay[]): readonly OfDay[] {
  const byName = new Map<string, OfDay>();
  for (const one of found) {
    const name = `${nameOf(one)} ${one.difference}`;
    if (!byName.has(name)) byName.set(name, one);
  }
  return [...byName.values()];
}

async function endRun(manager: EntityManager, { id, attempt }: TakenRun, end: RunEnd): Promise<boolean> {
  const { complete, statementLines, bookLines, matched, differing, awaiting, totals, overflowed } = end;
  const [, ended]: [unknown[], number] = await manager.query(END_RUN, [
    id,
    attempt,
    complete,
    statementLines,
    bookLines,
    matched,
    differing,
    awaiting,
    JSON.stringify(totals),
    overflowed,
  ]);
  return ended === 1;
}

const rowOf = ({ day, kind, reference, difference, state, statement, book, status, alsoDay }: OfDay) => ({
  id: newId("difference"),
  day,
  kind,
  reference,
  difference,
  state,
  statement_amount: statement?.amount ?? null,
  statement_currency: statement?.currency ?? null,
  executed_ms: statement?.atMs ?? null,
  book_amount: book?.amount ?? null,
  book_currency: book?.currency ?? null,
  booked_ms: book?.atMs ?? null,
  status,
  also_day: alsoDay ?? null,
});

const FACTS = [
  "day",
  "statement_amount",
  "statement_currency",
  "book_amount",
  "book_currency",
  "status",
  "also_day",
];
const SAME_FACTS = `(${FACTS.map((fact) => `d.${fact}`).join(", ")}) is not distinct from (${FACTS.map((fact) => `excluded.${fact}`).join(", ")})`;
/** An operator has the last word on the facts he knew. */
const STANDS_ENDED = `(d.state = 'resolved' and d.resolved_by <> '${BY_ITSELF}' and ${SAME_FACTS})`;

const UPSERT = `
  insert into reconciler.differences as d (id, provider, livemode, day, kind, reference, difference, state,
    statement_amount, statement_currency, executed_at, book_amount, book_currency, booked_at, status, also_day)
  select n.id, $1, $2, n.day, n.kind, n.reference, n.difference, n.state, n.statement_amount, n.statement_currency,
         timestamptz 'epoch' + n.executed_ms * interval '1 ms', n.book_amount, n.book_currency,
         timestamptz 'epoch' + n.booked_ms * interval '1 ms', n.status, n.also_day
    from jsonb_to_recordset($3::jsonb) as n (id text, day date, kind text, reference text, difference text, state text,
           statement_amount bigint, statement_currency text, executed_ms bigint, book_amount bigint, book_currency text,
           booked_ms bigint, status text, also_day date)
  on conflict (provider, livemode, kind, reference, difference) do update
     set day = excluded.day, statement_amount = excluded.statement_amount, statement_currency = excluded.statement_currency,
         executed_at = excluded.executed_at, book_amount = excluded.book_amount, book_currency = excluded.book_currency,
         booked_at = excluded.booked_at, status = excluded.status, also_day = excluded.also_day,
         state = case when ${STANDS_ENDED} then d.state else excluded.state end,
         found_at = case when d.state = 'resolved' and not ${STANDS_ENDED} then platform.clock() else d.found_at end,
         resolved_at = case when ${STANDS_ENDED} then d.resolved_at end,
         resolved_by = case when ${STANDS_ENDED} then d.resolved_by end,
         note = case when ${STANDS_ENDED} then d.note end`;

const ended = (note: string): string =>
  `state = 'resolved', resolved_at = platform.clock(), resolved_by = '${BY_ITSELF}', note = ${note}`;
const STANDING = "d.provider = $1 and d.livemode = $2 and d.state <> 'resolved'";

const COUNT_OPEN = `
  select count(*)::integer as open from reconciler.differences as d
   where d.provider = $1 and d.livemode = $2 and d.day = $3 and d.state = 'open'`;

const VISITED = `
  update reconciler.differences as d set looked_at = platform.clock() where d.id = any ($1::text[])`;

const RECHECK = `
  update reconciler.differences as d
     set state = n.state, resolved_at = case when n.state = 'resolved' then platform.clock() end,
         resolved_by = case when n.state = 'resolved' then '${BY_ITSELF}' end, note = n.note
    from jsonb_to_recordset($1::jsonb) as n (id text, state text, note text)
   where d.id = n.id and d.state <> 'resolved'`;

const RESOLVE_GONE = `
  update reconciler.differences as d set ${ended("'gone when the day was compared again'")}
   where ${STANDING} and d.day = $3 and not (d.kind || ' ' || d.reference || ' ' || d.difference = any ($4::text[]))`;

/** Before what this run found is kept: that may be the same line, of this day now. */
const RESOLVE_ONCE = `
  update reconciler.differences as d set ${ended("'no more in the statement of ' || d.also_day")}
   where ${STATED_THERE_TOO} and ${GONE_HERE}`;

const RESOLVE_STATED = `
  update reconciler.differences as d set ${ended("'in the statement of ' || e.stated_day")}
    from reconciler.edge_lines as e
   where ${STANDING} and d.difference = 'missing_there'
     and e.provider = d.provider and e.livemode = d.livemode and e.kind = d.kind and e.reference = d.reference`;

/**
 * What the very next statement lacks as well, for that of a later day says nothing of it; or what no statement can
 * bring any more, for the next one is asked for no longer.
 */
const GIVE_UP_WAITING = `
  update reconciler.differences as d set state = 'open'
   where ${STANDING} and d.state = 'awaiting' and d.difference = 'missing_there' and d.day < $3
     and (d.day < $3::date - ${CATCH_UP_DAYS}
          or exists (select from reconciler.statement_runs as r
                      where r.provider = d.provider and r.livemode = d.livemode and r.day = d.day + 1
                        and r.state = 'done' and r.complete))`;
