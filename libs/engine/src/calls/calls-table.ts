/**
 * For a migration: single calls of the acquirer, of the latest `CALLS_KEPT_DAYS`
 * (docs/decisions/0111-calls-are-kept-where-they-are-few.md). Nothing of a request or an answer is in it: names of few
 * values, times and ids. `reference` is null where it is the object's id, `request_id` where no request asked, or the
 * one that made the object did. A trace's id is sixteen bytes.
 */
export const acquirerCallsSql = (schema: string): string => `
  create table ${schema}.acquirer_calls (
    object_id text collate "C" not null check (char_length(object_id) <= 64),
    at timestamptz not null,
    duration_ms integer not null check (duration_ms >= 0),
    tried smallint,
    is_repeat boolean,
    operation text not null check (operation ~ '^[a-z_]{1,32}$'),
    outcome text not null check (outcome ~ '^[a-z_.]{1,64}$'),
    provider text not null check (char_length(provider) <= 64),
    provider_account text check (char_length(provider_account) <= 64),
    reference text check (char_length(reference) <= 64),
    request_id text check (char_length(request_id) <= 64),
    trace_id uuid
  );
  create index acquirer_calls_of_object on ${schema}.acquirer_calls (object_id);
  create index acquirer_calls_by_time on ${schema}.acquirer_calls (at)`;

export const dropAcquirerCallsSql = (schema: string): string => `drop table ${schema}.acquirer_calls`;
