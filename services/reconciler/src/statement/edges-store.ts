import { query, type Pool } from "@flowlix/persistence";
import type { LineName } from "./lines.ts";
import type { TakenRun } from "./runs-store.ts";

/** A movement that the provider states on another day than we posted it. */
export interface EdgeLine extends LineName {
  readonly statedDay: string;
  readonly postedDay: string;
}

export interface StatedElsewhere extends LineName {
  readonly alsoDay: string;
}

export interface EdgesStore {
  /**
   * Of lines that one statement has and we posted on another day: those that another statement has as well, and which.
   */
  statedElsewhere(run: TakenRun, lines: readonly EdgeLine[]): Promise<readonly StatedElsewhere[]>;
  /** Notes which statement has them, for this run alone until it is kept; the first one stands. */
  note(run: TakenRun, lines: readonly EdgeLine[]): Promise<void>;
}

export function createEdgesStore(pool: Pool): EdgesStore {
  const sent = (lines: readonly EdgeLine[]) =>
    JSON.stringify(
      lines.map(({ kind, reference, statedDay, postedDay }) => [kind, reference, statedDay, postedDay]),
    );
  return {
    statedElsewhere: async ({ id, attempt, provider, livemode }, lines) => {
      if (lines.length === 0) return [];
      const values = [id, attempt, provider, livemode, sent(lines)];
      return query<StatedElsewhere>(pool, { name: "statement_elsewhere", text: ELSEWHERE, values });
    },
    note: async ({ id, attempt }, lines) => {
      if (lines.length === 0) return;
      await query(pool, { name: "statement_note_edges", text: NOTE, values: [id, attempt, sent(lines)] });
    },
  };
}

const sentSql = (parameter: string): string => `
  select line->>0 as kind, line->>1 as reference, (line->>2)::date as stated_day, (line->>3)::date as booked_day
    from jsonb_array_elements(${parameter}::jsonb) as sent (line)`;

/**
 * Where the day on which we posted it was compared in full, its own statement had it as well, unless that comparison
 * missed it there, or found too much to keep all of it, or this day's statement is known to be the one that has it.
 */
const ELSEWHERE = `
  with asked as (${sentSql("$5")})
  select a.kind, a.reference, coalesce(e.stated_day, a.booked_day)::text as "alsoDay" from asked as a
    left join lateral (
      select e.stated_day from reconciler.edge_lines as e
       where e.provider = $3 and e.livemode = $4 and e.kind = a.kind and e.reference = a.reference
      union all
      select n.stated_day from reconciler.run_edges as n
       where n.run_id = $1 and n.attempt = $2 and n.kind = a.kind and n.reference = a.reference
      limit 1) as e on true
   where e.stated_day <> a.stated_day
      or e.stated_day is null
         and (select not r.overflowed from reconciler.statement_runs as r
               where r.provider = $3 and r.livemode = $4 and r.day = a.booked_day and r.state = 'done' and r.complete
               order by r.ended_at desc limit 1)
         and not exists (select from reconciler.differences as d
                          where d.provider = $3 and d.livemode = $4 and d.kind = a.kind and d.reference = a.reference
                            and (d.difference = 'missing_there'
                                 or d.difference in ('status', 'missing_here') and d.day = a.stated_day))`;

const NOTE = `
  insert into reconciler.run_edges (run_id, attempt, kind, reference, stated_day, booked_day)
  select $1, $2, a.kind, a.reference, a.stated_day, a.booked_day from (${sentSql("$3")}) as a
  on conflict do nothing`;

/**
 * Of a run ($1, $2) of a source ($3, $4) and a day ($5): what another day's comparison found this day's statement to
 * have too.
 */
export const STATED_THERE_TOO = `d.provider = $3 and d.livemode = $4 and d.also_day = $5::date and d.day <> $5::date
     and d.difference = 'duplicate_there' and d.state <> 'resolved'`;
export const GONE_HERE = `(select true from reconciler.statement_lines as l
           where l.run_id = $1 and l.attempt = $2 and l.kind = d.kind and l.reference = d.reference limit 1) is null`;

/** What this statement had when it was read before, and has no more; in the transaction that keeps the run. */
export const FORGET_GONE = `
  delete from reconciler.edge_lines as e
   where e.provider = $3 and e.livemode = $4 and e.stated_day = $5
     and (select true from reconciler.statement_lines as l
           where l.run_id = $1 and l.attempt = $2 and l.kind = e.kind and l.reference = e.reference limit 1) is null`;

/** A line of two statements that this one of them has no more: the other one is where our journals have it from. */
export const KEEP_OTHER = `
  insert into reconciler.edge_lines (provider, livemode, kind, reference, stated_day, booked_day)
  select d.provider, d.livemode, d.kind, d.reference, d.day, d.also_day from reconciler.differences as d
   where ${STATED_THERE_TOO} and ${GONE_HERE}
     and (select true from reconciler.book_lines as b
           where b.run_id = $1 and b.attempt = $2 and b.kind = d.kind and b.reference = d.reference limit 1)
  on conflict do nothing`;

/** What the run noted is known from here on; the first statement that had a line stands. */
export const KEEP_NOTED = `
  insert into reconciler.edge_lines (provider, livemode, kind, reference, stated_day, booked_day)
  select $3, $4, n.kind, n.reference, n.stated_day, n.booked_day from reconciler.run_edges as n
   where n.run_id = $1 and n.attempt = $2
  on conflict do nothing`;
