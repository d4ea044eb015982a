import { setTimeout as pause } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import { compareObjects } from "./compare-objects.ts";
import { comparedDay, countRows, endSums, takeSumsAhead } from "./compare-sums.ts";
import { postedExceptions, type JournalTables } from "./journal-tables.ts";
import { nextDay, roundDay } from "./next-day.ts";
import type { Pass } from "./pass.ts";
import { COMMIT_LAG, backfilledUntil, PAUSE_MS, withProgress, type JournalProgress } from "./progress.ts";
import { startOf } from "./sum-days.ts";

export interface CheckBounds {
  /** Objects of one part, and of one stretch. */
  readonly limit: number;
  /** How long a job begins further parts of days, in milliseconds. */
  readonly jobMs: number;
}

interface Part {
  readonly done: number;
  /** The pass it belongs to; null where there was nothing to compare, or a round came to its end. */
  readonly pass: Pass | null;
}

/**
 * Compares days, one part at a time: first the rows of a day, the objects that ended on it and the charges that
 * were found late on it, then its sums. Days that are newly over, and those that were asked for, have `more` until
 * none is left. Of the round through all days a job does as many parts as begin within `jobMs`, at least one. Between
 * two parts other work on the journal goes on.
 */
export async function compareDays(
  dataSource: DataSource,
  tables: JournalTables,
  { limit, jobMs }: CheckBounds,
): Promise<{ done: number; more: boolean }> {
  await withProgress(dataSource, tables.schema, (manager) => takeSumsAhead(manager, tables.schema));
  const began = performance.now();
  let done = 0;
  for (;;) {
    const part = await withProgress(dataSource, tables.schema, async (manager, progress) => {
      const compared = await comparePart(manager, tables, progress, limit);
      return { ...compared, more: compared.pass === "next" || progress.round_hurries };
    });
    done += part.done;
    const isOver = part.pass === null;
    if (isOver || performance.now() - began >= jobMs) return { done, more: part.more && !isOver };
    await pause(PAUSE_MS);
  }
}

interface Comparing {
  readonly pass: Pass;
  readonly day: string;
  readonly until: string;
  /** Whether its sums are compared as well: the day is over, and the backfill has passed it. */
  readonly sums: boolean;
}

async function comparePart(
  manager: EntityManager,
  tables: JournalTables,
  progress: JournalProgress,
  limit: number,
): Promise<Part> {
  const { schema } = tables;
  const comparing =
    (await underWay(manager, schema, "next")) ??
    (await begin(manager, schema, "next", await nextDay(manager, schema))) ??
    (await underWay(manager, schema, "round")) ??
    (await begin(manager, schema, "round", await roundDay(manager, tables, progress)));
  if (comparing === null) return { done: 0, pass: null };
  const { pass, day } = comparing;
  const part = await readPart(manager, tables, comparing, backfilledUntil(progress), limit);
  await compareObjects(manager, tables, part.ids);
  if (comparing.sums) await countRows(manager, schema, comparing, part.until);
  const isKept = await moveOn(manager, schema, pass, part.until);
  if (isKept && part.is_last) {
    const agrees = !comparing.sums || (await endSums(manager, schema, pass, day));
    await end(manager, schema, comparing, agrees);
  }
  return { done: part.ids.length, pass };
}

async function underWay(manager: EntityManager, schema: string, pass: Pass): Promise<Comparing | null> {
  const [comparing]: Comparing[] = await manager.query(
    `select pass, day::text, until::text, sums from ${schema}.journal_comparing where pass = $1`,
    [pass],
  );
  return comparing ?? null;
}

async function begin(
  manager: EntityManager,
  schema: string,
  pass: Pass,
  day: string | null,
): Promise<Comparing | null> {
  if (day === null) return null;
  await manager.query(`delete from ${schema}.journal_counted where pass = $1`, [pass]);
  await manager.query(
    `insert into ${schema}.journal_comparing (pass, day, until, sums)
     select $1, $2::date, ${startOf("$2::date")}, ${comparedDay("p", "$2::date")} from ${schema}.journal_progress as p`,
    [pass, day],
  );
  return underWay(manager, schema, pass);
}

interface PartRead {
  /** Its end. */
  readonly until: string;
  readonly is_last: boolean;
  readonly ids: readonly string[];
}

/**
 * The next rows, objects and charges of a day; those of one moment stay together. It leaves out objects and
 * charges that may not be committed yet, and objects that the backfill has not passed.
 */
async function readPart(
  manager: EntityManager,
  { schema, objects, endedAt, late, undone }: JournalTables,
  { day, until }: Comparing,
  filled: string,
  limit: number,
): Promise<PartRead> {
  const dayEnd = startOf("$1::date + 1");
  const succeeded = `${schema}.${objects} where status = 'SUCCEEDED'`;
  const anomalies = `${schema}.anomalies where kind in (${postedExceptions({ late, undone })}) and object_id is not null`;
  const nth = (at: string, rows: string) =>
    `(select greatest(${at}, $2::timestamptz + interval '1 microsecond') from ${rows} and ${at} >= $2::timestamptz and ${at} < ${dayEnd}
       order by ${at} offset $3 limit 1)`;
  const between = (at: string, bound: string) => `${at} >= $2::timestamptz and ${at} < ${bound}`;
  const settled = "(select least(until, settled) from bounds)";
  const [part]: PartRead[] = await manager.query(
    `with bounds as (
       select least(${dayEnd}, ${nth("at", `${schema}.journal where true`)}, ${nth(endedAt, succeeded)}, ${nth("created_at", anomalies)}) as until,
              least(platform.clock() - ${COMMIT_LAG}, $4::timestamptz) as settled
     )
     select until::text, until = ${dayEnd} as is_last,
            array(select object_id from ${schema}.journal where ${between("at", "(select until from bounds)")}
                  union select id from ${succeeded} and ${between(endedAt, settled)}
                  union select object_id from ${anomalies} and ${between("created_at", settled)}) as ids
       from bounds`,
    [day, until, limit, filled],
  );
  return part ?? { until, is_last: false, ids: [] };
}

/** False where the day is to be counted from its beginning, as what was just found has it compared anew. */
async function moveOn(manager: EntityManager, schema: string, pass: Pass, until: string): Promise<boolean> {
  const [moved]: { kept: boolean }[] = await manager.query(
    `with moved as (update ${schema}.journal_comparing set until = $2::timestamptz where pass = $1 returning 1)
     select exists (select from moved) as kept`,
    [pass, until],
  );
  return moved?.kept === true;
}

async function end(
  manager: EntityManager,
  schema: string,
  { pass, day, sums }: Comparing,
  agrees: boolean,
): Promise<void> {
  await manager.query(`delete from ${schema}.journal_comparing where pass = $1`, [pass]);
  if (pass === "next") await manager.query(`delete from ${schema}.journal_asked where day = $1::date`, [day]);
  // Somebody may just be at its rows.
  if (!agrees)
    await manager.query(
      `insert into ${schema}.journal_asked (day) values ($1::date) on conflict do nothing`,
      [day],
    );
  if (pass === "round")
    await manager.query(`update ${schema}.journal_progress set round_day = $1::date`, [day]);
  if (sums)
    await manager.query(
      `update ${schema}.journal_progress set checked_day = $1::date where checked_day = $1::date - 1`,
      [day],
    );
}
