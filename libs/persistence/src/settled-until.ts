/**
 * SQL for the moment up to which a table is complete, as text: every row whose `created_at` is earlier is either
 * committed, for whichever statement begins after this one, or will never be. For tables whose `created_at` is
 * `platform.clock()` in the very statement that inserts the row, in whole milliseconds or finer.
 *
 * A row that is not committed yet belongs to a transaction that holds the table's lock for writing, and took it
 * before it read the clock; so no such row is older than the oldest of these transactions. A transaction that takes
 * the lock later reads the clock later. The lock goes after the commit can be seen. Nothing is stored for it, and an
 * insert pays nothing (docs/decisions/0020).
 *
 * The starts of other roles' transactions are hidden from a service's role and do not count: only its own
 * processes insert.
 */
export const settledUntilSql = (table: string): string => `(
  select date_trunc('milliseconds', platform.clock() - (clock_timestamp() - least(statement_timestamp(), min(a.xact_start))))::text
    from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
   where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted and l.relation = '${table}'::regclass
     and l.database = (select d.oid from pg_database as d where d.datname = current_database()))`;
