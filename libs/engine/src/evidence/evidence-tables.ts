/** The contract allows 2,048 characters; in UTF-8 each has four bytes at most. */
const BYTES_MAX = 8_192;

/**
 * For a migration: the callbacks that came in under merchants' accounts at acquirers. An id is unique in its account
 * alone: a signer of one account takes no id away from another. `evidence` is what was signed, of an acquirer
 * that cannot be read; such a row stays as long as its object does. `purge_at` of any other says when it goes
 * (docs/decisions/0103-callbacks-as-evidence.md).
 */
export const accountCallbacksSql = (schema: string): string => `
  create table ${schema}.account_callbacks (
    provider text collate "C" not null,
    provider_account text collate "C" not null,
    callback_id text collate "C" not null,
    object_id text collate "C" not null,
    reference text collate "C" not null,
    claimed_state text not null,
    said_at timestamptz not null,
    evidence text check (octet_length(evidence) between 1 and ${BYTES_MAX}),
    received_at timestamptz not null default platform.clock(),
    matched_at timestamptz,
    purge_at timestamptz,
    primary key (provider, provider_account, callback_id)
  );
  create index account_callbacks_objects on ${schema}.account_callbacks (object_id);
  create index account_callbacks_unmatched on ${schema}.account_callbacks (provider, provider_account, received_at)
    where matched_at is null;
  create index account_callbacks_purged on ${schema}.account_callbacks (purge_at) where purge_at is not null`;

export const dropAccountCallbacksSql = (schema: string): string => `drop table ${schema}.account_callbacks`;

/**
 * For a migration: which account at its acquirer an object went to; null for the installation's own acquirer. Nullable
 * and without a default, so that no row is written.
 */
export const addProviderAccountSql = (table: string): string =>
  `alter table ${table} add column if not exists provider_account text`;

export const dropProviderAccountSql = (table: string): string =>
  `alter table ${table} drop column if exists provider_account`;
