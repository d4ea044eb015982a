import type { TaskStatus } from "@flowlix/contracts";
import { msSql, query, repeatLost, type Pool } from "@flowlix/persistence";
import type { Progress, Task, JobResult } from "./task.ts";

/** A job that this process holds; `token` names the claim, and what another has claimed since is not ours to end. */
export interface HeldJob {
  readonly task: string;
  readonly slot: number;
  readonly token: number;
}

export interface Claimed {
  readonly jobs: readonly HeldJob[];
  /** Milliseconds until the next job is due that nobody holds; null where there is none. */
  readonly nextInMs: number | null;
}

export interface JobsStore {
  /** Makes the rows of these tasks, each due at once; takes away slots that a task no longer has. */
  prepare(): Promise<void>;
  /** Claims every job that is due, each for one holder alone. */
  claim(holder: string): Promise<Claimed>;
  /** Holds on to jobs under way, and keeps how far they have come. */
  renew(jobs: ReadonlyMap<HeldJob, Progress | undefined>): Promise<void>;
  /** Answers milliseconds until the task's next job; null where the job was another's by now. */
  end(held: HeldJob, result: JobResult): Promise<number | null>;
  /** Answers how many jobs in a row have failed by now; null as above. */
  fail(held: HeldJob, error: string): Promise<number | null>;
  /** Every task as it stands, over all processes. */
  list(): Promise<TaskStatus[]>;
  /** Until when every task is known to be done: when it last came off, or was first to be done where it never did. */
  successes(): Promise<{ readonly task: string; readonly at_ms: number }[]>;
}

/** Of a process that died its jobs are another's after this long; one that lives renews them. */
export const LEASE_MS = 10_000;
export const RENEW_EVERY_MS = 3_000;

/** A slot opens when the one before it has been held for this long: what hangs holds up nothing else. */
const SLOT_OPENS_MS = 1_000;

/** Jobs come due on a grid, so that one statement claims all that are due at about the same time. */
const GRID = "interval '500 ms'";

/** The first pause after a failure, doubled with each further one. */
const RETRY_MS = 1_000;

/** A job that a crash of the server forgets is taken again: not worth making others' commits wait. */
const UNHURRIED = "(select set_config('synchronous_commit', 'off', true)) as unhurried";

const NOW = "(select platform.clock())";

/** Where jobs are kept: a table as `jobsTableSql` makes it, named with its schema. */
export interface JobsTable {
  readonly pool: Pool;
  readonly table: string;
}

/** The jobs of these tasks, shared by any number of processes. */
export function createJobsStore(at: JobsTable, tasks: readonly Task[]): JobsStore {
  const { pool, table } = at;
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const names = [...byName.keys()];
  const taskOf = ({ task }: HeldJob): Task => {
    const known = byName.get(task);
    if (known === undefined) throw new Error(`there is no task ${task}`);
    return known;
  };
  return {
    prepare: async () => {
      const slots = tasks.map((task) => task.slots);
      await query(pool, {
        text: `insert into ${table} (task, lane, next_at)
               select task, lane, case when lane = 0 then platform.clock() else 'infinity' end
                 from unnest($1::text[], $2::integer[]) as known(task, slots), generate_series(0, slots - 1) as lane
               on conflict do nothing`,
        values: [names, slots],
      });
      await query(pool, {
        text: `delete from ${table} as t using unnest($1::text[], $2::integer[]) as known(task, slots)
                where t.task = known.task and t.lane >= known.slots`,
        values: [names, slots],
      });
    },
    claim: (holder) => claim(at, holder, names),
    renew: async (jobs) => {
      const held = [...jobs];
      await query(pool, {
        name: "jobs_renew",
        text: `update ${table} as t
                  set held_until = platform.clock() + ${LEASE_MS} * interval '1 ms',
                      progress_done = case when held.done is null then t.progress_done else held.done end,
                      progress_total = case when held.done is null then t.progress_total else held.total end
                 from unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[])
                      as held(task, lane, turn, done, total), ${UNHURRIED}
                where t.task = held.task and t.lane = held.lane and t.turn = held.turn and t.holder is not null`,
        values: [
          held.map(([{ task }]) => task),
          held.map(([{ slot }]) => slot),
          held.map(([{ token }]) => token),
          held.map(([, progress]) => progress?.done ?? null),
          held.map(([, progress]) => progress?.total ?? null),
        ],
      });
    },
    end: (held, result) => end(at, taskOf(held), held, result),
    fail: (held, error) => fail(at, taskOf(held), held, error),
    list: () => list(at, tasks),
    successes: () =>
      query(pool, {
        name: "jobs_successes",
        text: `select t.task, ${msSql("coalesce(max(t.last_ok_at), min(t.made_at))")} as at_ms
                 from ${table} as t where t.task = any ($1::text[]) group by t.task`,
        values: [names],
      }),
  };
}

interface ClaimRow {
  readonly task: string | null;
  readonly slot: number;
  readonly token: number;
  readonly next_in_ms: number | null;
}

async function claim({ pool, table }: JobsTable, holder: string, names: readonly string[]): Promise<Claimed> {
  const rows = await query<ClaimRow>(pool, {
    name: "jobs_claim",
    text: `with due as materialized (
             select d.task, d.lane from ${table} as d
              where d.task = any ($2::text[]) and (d.held_until is null or d.held_until <= ${NOW})
                and (d.next_at <= ${NOW}
                     or exists (select from ${table} as before
                                 where before.task = d.task and before.lane = d.lane - 1
                                   and before.held_from <= ${NOW} - ${SLOT_OPENS_MS} * interval '1 ms'))
                for update of d skip locked
           ), claimed as (
             update ${table} as t
                set holder = $1, turn = t.turn + 1, held_from = platform.clock(),
                    next_at = least(t.next_at, platform.clock()),
                    held_until = platform.clock() + ${LEASE_MS} * interval '1 ms'
               from due, ${UNHURRIED}
              where t.task = due.task and t.lane = due.lane
             returning t.task, t.lane, t.turn
           ), waiting as (
             select min(w.next_at) as at from ${table} as w
              where w.task = any ($2::text[]) and w.holder is null and w.next_at > ${NOW}
                and w.next_at < 'infinity'
           )
           select c.task, c.lane as slot, c.turn as token,
                  ceil(extract(epoch from w.at - ${NOW}) * 1000)::bigint as next_in_ms
             from waiting as w left join claimed as c on true`,
    values: [holder, names],
  });
  const jobs = rows.flatMap(({ task, slot, token }) => (task === null ? [] : [{ task, slot, token }]));
  return { jobs, nextInMs: rows[0]?.next_in_ms ?? null };
}

const OWN = "t.task = $1 and t.lane = $2 and t.turn = $3 and t.holder is not null";

/** The first slot comes again in its time; a further one only where there is more than the others can do. */
async function end(at: JobsTable, task: Task, held: HeldJob, result: JobResult): Promise<number | null> {
  const { pool, table } = at;
  const { done, more, progress } = result;
  const [row] = await repeatLost(() =>
    query<{ next_in_ms: number | null }>(pool, {
      name: "jobs_end",
      text: `update ${table} as t
                set holder = null, held_from = null, held_until = null, failures = 0,
                    done_count = t.done_count + $4, last_ok_at = platform.clock(),
                    progress_done = case when $7 then $8::bigint when $5 then coalesce(t.progress_done, 0) + $4 end,
                    progress_total = case when $7 then $9::bigint when $5 then t.progress_total end,
                    next_at = case when $5 then platform.clock() when t.lane > 0 then 'infinity'
                                   else date_bin(${GRID}, t.held_from + $6::bigint * interval '1 ms', 'epoch') end
               from ${UNHURRIED}
              where ${OWN}
             returning case when t.next_at < 'infinity'
                       then greatest(0, ceil(extract(epoch from t.next_at - platform.clock()) * 1000))::bigint end
                       as next_in_ms`,
      values: [
        held.task,
        held.slot,
        held.token,
        done,
        more,
        task.everyMs,
        progress !== undefined,
        progress?.done ?? null,
        progress?.total ?? null,
      ],
    }),
  );
  if (more && row !== undefined && held.slot + 1 < task.slots) await open(at, held);
  return row?.next_in_ms ?? null;
}

/** One alone does not get to the end of it. */
async function open({ pool, table }: JobsTable, { task, slot }: HeldJob): Promise<void> {
  await query(pool, {
    name: "jobs_open_lane",
    text: `update ${table} as t set next_at = platform.clock() from ${UNHURRIED}
            where t.task = $1 and t.lane = $2 and t.holder is null and t.next_at = 'infinity'`,
    values: [task, slot + 1],
  });
}

async function fail(
  { pool, table }: JobsTable,
  task: Task,
  held: HeldJob,
  error: string,
): Promise<number | null> {
  const [row] = await repeatLost(() =>
    query<{ failures: number }>(pool, {
      name: "jobs_fail",
      text: `update ${table} as t
                set holder = null, held_from = null, held_until = null, failures = t.failures + 1,
                    last_failed_at = platform.clock(), last_error = $4,
                    next_at = case when t.lane > 0 then 'infinity' else platform.clock()
                      + least($5::bigint, ${RETRY_MS} * power(2, least(t.failures, 10))) * interval '1 ms' end
               from ${UNHURRIED}
              where ${OWN}
             returning t.failures`,
      values: [held.task, held.slot, held.token, error, task.retryMaxMs],
    }),
  );
  return row?.failures ?? null;
}

interface StatusRow extends Omit<TaskStatus, "progress" | "every_ms"> {
  readonly progress_done: number | null;
  readonly progress_total: number | null;
}

/** What concerns a task as a whole stands with its first slot. */
async function list({ pool, table }: JobsTable, tasks: readonly Task[]): Promise<TaskStatus[]> {
  const everyMs = new Map(tasks.map((task) => [task.name, task.everyMs]));
  const rows = await query<StatusRow>(pool, {
    name: "jobs_list",
    text: `select t.task, count(t.holder) filter (where t.held_until > ${NOW})::integer as running,
                  ${msSql("min(t.next_at)")} as next_at_ms, ${msSql("max(t.last_ok_at)")} as last_ok_at_ms,
                  ${msSql("max(t.last_failed_at)")} as last_failed_at_ms,
                  max(t.last_error) filter (where t.lane = 0 and t.failures > 0) as error,
                  max(t.failures) filter (where t.lane = 0) as failures, sum(t.done_count)::bigint as done,
                  max(t.progress_done) filter (where t.lane = 0) as progress_done,
                  max(t.progress_total) filter (where t.lane = 0) as progress_total
             from ${table} as t where t.task = any ($1::text[]) group by t.task order by t.task`,
    values: [[...everyMs.keys()]],
  });
  return rows.map(({ progress_done: done, progress_total: total, ...row }) => ({
    ...row,
    every_ms: everyMs.get(row.task) ?? 0,
    progress: done === null ? null : { done, total },
  }));
}
