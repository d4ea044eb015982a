import { query, type Pool } from "@flowlix/persistence";
import type { LineName } from "./lines.ts";
import { OVERFLOW } from "./differences-store.ts";
import type { Source, TakenRun } from "./runs-store.ts";

/** A movement that the provider states on another day than we booked it. */
export interface EdgeLine extends LineName {
  readonly statedDay: string;
  readonly bookedDay: string;
}

export interface EdgesStore {
  /** Of lines that one statement has and we booked on another day: those that another statement has as well. */
  statedElsewhere(source: Source, lines: readonly EdgeLine[]): Promise<readonly LineName[]>;
  /** Forgets what this statement had when it was read before, and has no more. */
  forgetGone(run: TakenRun): Promise<void>;
  /** Keeps which statement has them; the first one stands. */
  keep(source: Source, lines: readonly EdgeLine[]): Promise<void>;
}

export function createEdgesStore(pool: Pool): EdgesStore {
  const sent = (lines: readonly EdgeLine[]) =>
    JSON.stringify(
      lines.map(({ kind, reference, statedDay, bookedDay }) => [kind, reference, statedDay, bookedDay]),
    );
  return {
    statedElsewhere: async ({ provider, livemode }, lines) =>
      lines.length === 0
        ? []
        : query<LineName>(pool, {
            name: "statement_elsewhere",
            text: ELSEWHERE,
            values: [provider, livemode, sent(lines)],
          }),
    forgetGone: async ({ id, attempt, provider, livemode, day }) => {
      const values = [id, attempt, provider, livemode, day];
      await query(pool, { name: "statement_forget_edges", text: FORGET_GONE, values });
    },
    keep: async ({ provider, livemode }, lines) => {
      if (lines.length === 0) return;
      await query(pool, {
        name: "statement_keep_edges",
        text: KEEP,
        values: [provider, livemode, sent(lines)],
      });
    },
  };
}

const SENT = `
  select line->>0 as kind, line->>1 as reference, (line->>2)::date as stated_day, (line->>3)::date as booked_day
    from jsonb_array_elements($3::jsonb) as sent (line)`;

/**
 * Where the day on which we booked it was compared in full, its own statement had it as well, unless that comparison
 * missed it there, or this day's statement is known to be the one that has it.
 */
const ELSEWHERE = `
  with asked as (${SENT})
  select a.kind, a.reference from asked as a
    left join reconciler.edge_lines as e
      on e.provider = $1 and e.livemode = $2 and e.kind = a.kind and e.reference = a.reference
   where e.stated_day <> a.stated_day
      or e.stated_day is null
         and exists (select from reconciler.statement_runs as r
                      where r.provider = $1 and r.livemode = $2 and r.day = a.booked_day and r.state = 'done'
                        and r.complete and r.differing <= ${OVERFLOW})
         and not exists (select from reconciler.differences as d
                          where d.provider = $1 and d.livemode = $2 and d.kind = a.kind and d.reference = a.reference
                            and (d.difference = 'missing_there'
                                 or d.difference in ('status', 'missing_here') and d.day = a.stated_day))`;

const FORGET_GONE = `
  delete from reconciler.edge_lines as e
   where e.provider = $3 and e.livemode = $4 and e.stated_day = $5
     and (select true from reconciler.statement_lines as l
           where l.run_id = $1 and l.attempt = $2 and l.kind = e.kind and l.reference = e.reference limit 1) is null`;

const KEEP = `
  insert into reconciler.edge_lines (provider, livemode, kind, reference, stated_day, booked_day)
  select $1, $2, a.kind, a.reference, a.stated_day, a.booked_day from (${SENT}) as a
  on conflict do nothing`;
