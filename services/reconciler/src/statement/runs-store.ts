import type { reconcilerContract, Result, StatementRun, StatementTotal } from "@flowlix/contracts";
import { appendAudit, query, transact, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { partsOf, type Source } from "./source.ts";

export type { Source } from "./source.ts";

/** A run that this process has taken; `attempt` names the taking, and what another took since is not ours to end. */
export interface TakenRun extends Source {
  readonly id: string;
  readonly day: string;
  readonly attempt: number;
  /** How many processes ended under it without having broken it off. */
  readonly died: number;
}

export interface Counts {
  readonly statementLines: number;
  readonly bookLines: number;
  readonly matched: number;
  readonly differing: number;
  readonly awaiting: number;
}

export type NotCompared = Result<typeof reconcilerContract, "reportStatement">["not_compared"][number];

export interface RunsStore {
  /** The database's time. */
  nowMs(): Promise<number>;
  /** Asks for a day, audited; answers the run under way where there is one. */
  ask(asked: Source & { readonly day: string; readonly actor: string }): Promise<StatementRun>;
  /** Makes a run of the oldest day up to `lastDay` that was never compared in full, if one is due. */
  makeDue(source: Source, lastDay: string): Promise<void>;
  /**
   * Takes the next run of that provider: one that another began, which ends that one's part in it, else operators'
   * first.
   */
  take(source: Source): Promise<TakenRun | null>;
  /** Keeps how far a run has come; false where it is another's by now. */
  reached(run: TakenRun, statementLines: number, bookLines: number): Promise<boolean>;
  /** Notes that this process ended its part in order: the run is taken again. */
  breakOff(run: TakenRun): Promise<void>;
  fail(run: TakenRun, error: string): Promise<void>;
  find(id: string): Promise<StatementRun | null>;
  /** The last run of a day, of the last day compared where it is null: one that was done, else any. */
  report(source: Source, day: string | null): Promise<StatementRun | null>;
  /** The last run of the same day that failed after this one was done; null where none did. */
  failedSince(run: StatementRun): Promise<StatementRun | null>;
  /** Days up to `lastDay` that are over and were never compared in full, oldest first, each with why it failed last. */
  notCompared(source: Source, lastDay: string): Promise<readonly NotCompared[]>;
  /** Sources with a run that is queued or under way, the one that has waited longest first. */
  underWay(): Promise<readonly Source[]>;
  /** The last day that was compared in full; null where none was. */
  comparedDay(source: Source): Promise<string | null>;
  /**
   * The last day that was compared in full, or the first that was to be where none was, as Unix seconds of its
   * beginning in UTC; null before there was a run.
   */
  comparedUntil(source: Source): Promise<number | null>;
}

/** A provider is asked again for a statement that could not be had, later and later. */
const RETRY_S = 30;
const RETRY_MAX_S = 1_800;
/** Days that were missed are made up for, this many at most. */
export const CATCH_UP_DAYS = 31;

const seconds = (column: string) => `floor(extract(epoch from r.${column}))::bigint as ${column}`;
/** A run as it is shown, from its row. */
const shown = (run: StatementRow): StatementRun => ({ ...run, ...partsOf(run.provider) });

type StatementRow = Omit<StatementRun, "provider_account">;

const COLUMNS = `r.id, r.provider, r.livemode, r.day::text as day, r.state, r.asked_by, r.complete,
  ${["requested_at", "started_at", "ended_at"].map(seconds).join(", ")}, r.error,
  r.statement_lines, r.book_lines, r.matched, r.differing, r.awaiting, r.totals`;
const TAKEN =
  "r.id, r.provider, r.livemode, r.day::text as day, r.attempt, r.attempt - 1 - r.broken_off as died";
export const OWN_RUN = "r.id = $1 and r.attempt = $2 and r.state = 'running'";

export function createRunsStore({
  background,
  dataSource,
}: Pick<Pools, "background" | "dataSource">): RunsStore {
  const first = async <Row>(name: string, text: string, values: readonly unknown[]): Promise<Row | null> =>
    (await query<Row>(background, { name: `statement_${name}`, text, values }))[0] ?? null;
  const one = async (
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<StatementRun | null> => {
    const run = await first<StatementRow>(name, text, values);
    return run === null ? null : shown(run);
  };
  return {
    nowMs: async () => {
      const row = await first<{ now_ms: number }>(
        "now",
        "select floor(extract(epoch from platform.clock()) * 1000)::bigint as now_ms",
        [],
      );
      return row?.now_ms ?? 0;
    },
    ask: ({ provider, livemode, day, actor }) =>
      transact(dataSource, async (manager) => {
        await manager.query(MAKE, [newId("statement_run"), provider, livemode, day, actor]);
        const [run]: StatementRow[] = await manager.query(UNDER_WAY, [provider, livemode, day]);
        if (run === undefined) throw new Error("a run that was asked for is not there");
        await appendAudit(manager, "reconciler", {
          actor,
          act: "statement.run",
          subject: run.id,
          detail: { ...partsOf(provider), livemode, day },
        });
        return shown(run);
      }),
    makeDue: async ({ provider, livemode }, lastDay) => {
      await first("make_due", MAKE_DUE, [newId("statement_run"), provider, livemode, lastDay]);
    },
    take: ({ provider, livemode }) => first<TakenRun>("take", TAKE, [provider, livemode]),
    reached: async ({ id, attempt }, statementLines, bookLines) => {
      const values = [id, attempt, statementLines, bookLines];
      return (await first("reached", REACHED, values)) !== null;
    },
    breakOff: async ({ id, attempt }) => {
      await first("break_off", BREAK_OFF, [id, attempt]);
    },
    fail: async ({ id, attempt }, error) => {
      await first("fail", FAIL, [id, attempt, error]);
    },
    find: (id) => one("find", `select ${COLUMNS} from reconciler.statement_runs as r where r.id = $1`, [id]),
    report: ({ provider, livemode }, day) => one("report", REPORT, [provider, livemode, day]),
    failedSince: ({ id }) => one("failed_since", FAILED_SINCE, [id]),
    notCompared: ({ provider, livemode }, lastDay) =>
      query<NotCompared>(background, {
        name: "statement_not_compared",
        text: NOT_COMPARED,
        values: [provider, livemode, lastDay],
      }),
    underWay: () =>
      query<Source>(background, { name: "statement_sources_under_way", text: SOURCES_UNDER_WAY, values: [] }),
    comparedDay: async ({ provider, livemode }) =>
      (await first<{ day: string | null }>("compared_day", COMPARED_DAY, [provider, livemode]))?.day ?? null,
    comparedUntil: async ({ provider, livemode }) => {
      const row = await first<{ at: number | null }>("compared_until", COMPARED_UNTIL, [provider, livemode]);
      return row?.at ?? null;
    },
  };
}

const MAKE = `
  insert into reconciler.statement_runs (id, provider, livemode, day, asked_by) values ($1, $2, $3, $4, $5)
  on conflict (provider, livemode, day) where state in ('queued', 'running') do nothing`;

const UNDER_WAY = `
  select ${COLUMNS} from reconciler.statement_runs as r
   where r.provider = $1 and r.livemode = $2 and r.day = $3 and r.state in ('queued', 'running')`;

const KNOWN_DAY = "greatest(r.day, (r.requested_at at time zone 'UTC')::date - 1)";

/**
 * Days that are over and were never compared in full, the last ones. They count from the first day that had a run, with
 * any result. A run that an operator asked for counts from the day before the request, however old its own day is.
 */
const outstanding = (provider: string, livemode: string, lastDay: string) => `
  known as (
    select ${KNOWN_DAY} as day
      from reconciler.statement_runs as r where r.provider = ${provider} and r.livemode = ${livemode}
  ), compared as (
    select distinct r.day from reconciler.statement_runs as r
     where r.provider = ${provider} and r.livemode = ${livemode} and r.state = 'done' and r.complete
  ), outstanding as (
    select d.day::date as day
      from generate_series(
             greatest(least((select min(day) from known), ${lastDay}::date), ${lastDay}::date - ${CATCH_UP_DAYS - 1}),
             ${lastDay}::date, interval '1 day') as d (day)
     where d.day::date not in (select day from compared)
  )`;

/** One that failed waits, the longer the more often it did. */
const MAKE_DUE = `
  with ${outstanding("$2", "$3", "$4")}, due as (
    select d.day from outstanding as d
     where not exists (
             select from reconciler.statement_runs as f
              where f.provider = $2 and f.livemode = $3 and f.day = d.day and f.state = 'failed'
             having max(f.ended_at) + least(${RETRY_S} * power(2, least(count(*), 20) - 1), ${RETRY_MAX_S})
                      * interval '1 second' > (select platform.clock()))
     order by d.day limit 1
  )
  insert into reconciler.statement_runs (id, provider, livemode, day, asked_by)
  select $1, $2, $3, due.day, 'clock' from due
  on conflict (provider, livemode, day) where state in ('queued', 'running') do nothing`;

const NOT_COMPARED = `
  with ${outstanding("$1", "$2", "$3")}
  select d.day::text as day,
         (select f.error from reconciler.statement_runs as f
           where f.provider = $1 and f.livemode = $2 and f.day = d.day and f.state = 'failed'
           order by f.ended_at desc limit 1) as error
    from outstanding as d order by d.day`;

/** Runs that were asked for after that one, and could not be had. */
const FAILED_SINCE = `
  select ${COLUMNS} from reconciler.statement_runs as r join reconciler.statement_runs as done on done.id = $1
   where r.provider = done.provider and r.livemode = done.livemode and r.day = done.day
     and r.state = 'failed' and done.state = 'done' and r.ended_at > done.ended_at
   order by r.ended_at desc limit 1`;

/** What is under way is first: else its process, if it lives, would be believed when it ends. */
const TAKE = `
  update reconciler.statement_runs as r
     set state = 'running', attempt = r.attempt + 1, started_at = platform.clock(), statement_lines = 0, book_lines = 0
   where r.id = (select n.id from reconciler.statement_runs as n
                  where n.provider = $1 and n.livemode = $2 and n.state in ('queued', 'running')
                  order by n.state = 'queued', n.asked_by = 'clock', n.requested_at limit 1 for update skip locked)
  returning ${TAKEN}`;

const REACHED = `
  update reconciler.statement_runs as r set statement_lines = $3, book_lines = $4 where ${OWN_RUN} returning r.id`;

const BREAK_OFF = `
  update reconciler.statement_runs as r set broken_off = r.broken_off + 1 where ${OWN_RUN} returning r.id`;

const FAIL = `
  update reconciler.statement_runs as r set state = 'failed', error = $3, ended_at = platform.clock()
   where ${OWN_RUN} returning r.id`;

const REPORT = `
  select ${COLUMNS} from reconciler.statement_runs as r
   where r.provider = $1 and r.livemode = $2
     and r.day = coalesce($3::date, (select max(l.day) from reconciler.statement_runs as l
                                      where l.provider = $1 and l.livemode = $2 and l.state = 'done'),
                          (select max(l.day) from reconciler.statement_runs as l where l.provider = $1 and l.livemode = $2))
   order by r.state = 'done' desc, r.ended_at desc nulls first, r.requested_at desc limit 1`;

const SOURCES_UNDER_WAY = `
  select r.provider, r.livemode from reconciler.statement_runs as r where r.state in ('queued', 'running')
   group by r.provider, r.livemode order by min(r.requested_at), r.provider`;

const COMPARED_DAY = `
  select max(r.day)::text as day from reconciler.statement_runs as r
   where r.provider = $1 and r.livemode = $2 and r.state = 'done' and r.complete`;

const COMPARED_UNTIL = `
  select extract(epoch from coalesce(max(r.day) filter (where r.state = 'done' and r.complete), min(${KNOWN_DAY}))
                            ::timestamp at time zone 'UTC')::bigint as at
    from reconciler.statement_runs as r where r.provider = $1 and r.livemode = $2`;

/** What a run that is done leaves in its row. */
export interface RunEnd extends Counts {
  readonly complete: boolean;
  /** It found more than is kept one by one. */
  readonly overflowed: boolean;
  readonly totals: readonly StatementTotal[];
}

/** In the transaction that keeps what was found; answers nothing where the run is another's by now. */
export const END_RUN = `
  update reconciler.statement_runs as r
     set state = 'done', ended_at = platform.clock(), complete = $3, statement_lines = $4, book_lines = $5,
         matched = $6, differing = $7, awaiting = $8, totals = $9::jsonb, overflowed = $10
   where ${OWN_RUN} returning r.id`;
