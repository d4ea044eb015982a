import { disagreementsSql } from "./disagreements.ts";
import { postedExceptions, type JournalTables } from "./journal-tables.ts";
import { DAY, KEY } from "./sum-days.ts";

/** One connection that only reads. */
export interface Reader {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>;
}

/** What a journal is, and where it differs from its objects or its own sums. */
export interface ComparedWhole {
  readonly schema: string;
  readonly objects: number;
  readonly entries: number;
  /** Seconds since the Unix epoch; null where nothing was ever posted. */
  readonly newestEntryAt: number | null;
  /** What ended before there was a journal is still being posted: nothing that is missing can be told, and no sum. */
  readonly filling: boolean;
  readonly disagreements: number;
  readonly wrongSums: number;
}

/** Objects of one statement. */
const STRETCH = 5_000;

/**
 * Compares every object and every entry of an owner, and every sum of a day, and writes nothing. It reads all of the
 * journal: for a copy that serves nobody. An adopted charge that is not posted yet is no disagreement: the next job
 * posts it.
 */
export async function compareAll(db: Reader, tables: JournalTables): Promise<ComparedWhole> {
  const { rows } = await db.query(stateSql(tables));
  const [state] = rows;
  if (state === undefined) throw new Error(`${tables.schema}.journal_progress is empty`);
  const filling = state["filling"] === true;
  return {
    schema: tables.schema,
    objects: Number(state["objects"]),
    entries: Number(state["entries"]),
    newestEntryAt: state["newest"] === null ? null : Number(state["newest"]),
    filling,
    disagreements: await countDisagreements(db, tables, filling),
    wrongSums: filling ? 0 : await countWrongSums(db, tables.schema),
  };
}

const stateSql = ({ schema, objects }: JournalTables) => `
  select not fill_finished and filled_until < fill_needed as filling,
         (select count(*) from ${schema}.${objects}) as objects, entries, newest
    from ${schema}.journal_progress,
         (select count(*) as entries, extract(epoch from max(at))::float8 as newest from ${schema}.journal) as journal`;

async function countDisagreements(db: Reader, tables: JournalTables, filling: boolean): Promise<number> {
  const counting = `
    select count(*) as found from (${disagreementsSql(tables)}) as each
     where not (finding = 'missing' and ($2::boolean or kind is not distinct from $3::text))`;
  let found = 0;
  for (const idsSql of everyIdSql(tables)) {
    for await (const ids of stretches(db, idsSql)) {
      const { rows } = await db.query(counting, [ids, filling, tables.late.ends?.adopted ?? null]);
      found += Number(rows[0]?.["found"]);
    }
  }
  return found;
}

async function* stretches(db: Reader, idsSql: string): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const { rows } = await db.query(idsSql, [after, STRETCH]);
    const ids = rows.map(({ id }) => String(id));
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** Every id once: of objects, of entries without an object, and of exceptions of money without either. */
function everyIdSql({ schema, objects, late, undone }: JournalTables): readonly string[] {
  const noObject = `not exists (select from ${schema}.${objects} as o where o.id = object_id)`;
  const noEntry = `not exists (select from ${schema}.journal as j where j.object_id = a.object_id)`;
  return [
    `select id from ${schema}.${objects} where id > $1 order by id limit $2`,
    `select distinct object_id as id from ${schema}.journal where object_id > $1 and ${noObject} order by 1 limit $2`,
    `select distinct object_id as id from ${schema}.anomalies as a
      where object_id > $1 and kind in (${postedExceptions({ late, undone })}) and ${noObject} and ${noEntry} order by 1 limit $2`,
  ];
}

/** Up to where entries are summed, the sums of each day are those of its entries. */
async function countWrongSums(db: Reader, schema: string): Promise<number> {
  const { rows } = await db.query(`
    with counted as (
      select ${KEY}, ${DAY} as day, sum(amount) as amount, count(*) as movements from ${schema}.journal
       where at < (select rolled_until from ${schema}.journal_progress) group by ${KEY}, ${DAY}
    )
    select count(*) as found from counted full join ${schema}.journal_days as kept using (${KEY}, day)
     where (counted.amount, counted.movements) is distinct from (kept.amount, kept.movements)`);
  return Number(rows[0]?.["found"]);
}
