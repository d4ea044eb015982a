/**
 * For a migration: the jobs of a service, a row for each slot of a task. It is a few dozen rows that change all the
 * time: room in the page and no index on what changes, so that an update stays in its page and leaves nothing behind.
 * What never came off is late by the time of `made_at`.
 */
export const jobsTableSql = (schema: string): string => `
  create table ${schema}.jobs (
    task text not null,
    lane integer not null check (lane >= 0),
    next_at timestamptz not null,
    turn bigint not null default 0,
    holder text,
    held_from timestamptz,
    held_until timestamptz,
    failures integer not null default 0,
    done_count bigint not null default 0,
    progress_done bigint,
    progress_total bigint,
    last_ok_at timestamptz,
    last_failed_at timestamptz,
    last_error text,
    made_at timestamptz not null default platform.clock(),
    primary key (task, lane),
    constraint held_says_by_whom check ((holder is null) = (held_until is null) and (holder is null) = (held_from is null)),
    constraint total_is_of_something check (progress_done is not null or progress_total is null),
    constraint failed_says_why check ((last_failed_at is null) = (last_error is null))
  ) with (fillfactor = 40, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0)`;

export const dropJobsTableSql = (schema: string): string => `drop table ${schema}.jobs`;
