import { JOURNAL_FINDING_KINDS, type JournalFinding } from "@flowlix/contracts";
import type { EntityManager } from "typeorm";
import type { Pool } from "pg";
import { query, type Statement } from "@flowlix/persistence";
import { askForSql } from "./asked-days.ts";
import { DAY } from "./sum-days.ts";

/** A disagreement as it is found; when, the table knows. */
export type Finding = Omit<JournalFinding, "service" | "found_at"> & {
  /** Of its row, as YYYY-MM-DD; null where there is none. */
  readonly day: string | null;
};

/** Findings that one job compares again. */
export const AGAIN_MAX = 1_000;

/** The objects whose findings were compared longest ago; notes that they are compared now. */
export async function nextFound(manager: EntityManager, schema: string): Promise<string[]> {
  // TypeORM answers an UPDATE with the rows it returned and their number.
  const [rows]: [{ subject: string }[], number] = await manager.query(
    `update ${schema}.journal_findings as f set looked_at = platform.clock()
      where f.ctid = any (array(select ctid from ${schema}.journal_findings where finding <> 'rolled_up'
                                 order by coalesce(looked_at, found_at) limit ${AGAIN_MAX}))
     returning subject`,
  );
  return [...new Set(rows.map(({ subject }) => subject))];
}

export async function countFindings(manager: EntityManager, schema: string): Promise<number> {
  const [counted]: { open: number }[] = await manager.query(
    `select count(*) as open from ${schema}.journal_findings`,
  );
  return counted?.open ?? 0;
}

/**
 * Replaces the findings of these objects or days. A finding of an object that is not found again has been put right.
 * Meanwhile sums may have been made of its wrong rows, so the days of its rows are compared once more. A finding about
 * a sum is never found again, since the sum is replaced: it stands for a day (takeSumsAhead).
 */
export async function replaceFindings(
  manager: EntityManager,
  schema: string,
  subjects: readonly string[],
  found: readonly Finding[],
): Promise<void> {
  await manager.query(
    `with found as (
       select * from json_to_recordset($2::json) as f (${FIELDS})
     ), gone as (
       delete from ${schema}.journal_findings as g
        where g.subject = any ($1::text[]) and g.finding <> 'rolled_up'
          and not exists (select from found where (${KEY_OF("found")}) = (${KEY_OF("g")}))
       returning g.subject, g.day
     ), days as (
       select day from gone
       union select ${DAY} from ${schema}.journal
              where isfinite(at) and object_id = any (array(select subject from gone))
     ), anew as (${askForSql(schema, "days")}
     )
     insert into ${schema}.journal_findings as f (${COLUMNS}, found_at)
     select ${COLUMNS}, platform.clock() from found
     on conflict (${KEY}) do update set difference = excluded.difference, day = coalesce(excluded.day, f.day)`,
    [subjects, JSON.stringify(found)],
  );
}

const KEY = "finding, subject, kind, merchant_id, livemode, currency";
const COLUMNS = `${KEY}, difference, day`;
const KEY_OF = (row: string) =>
  KEY.split(", ")
    .map((name) => `${row}.${name}`)
    .join(", ");
const FIELDS =
  "finding text, subject text, kind text, merchant_id text, livemode boolean, currency text, difference numeric, day date";

/** The oldest findings that stand. */
export const readFindings = (
  pool: Pool,
  schema: string,
  limit: number,
): Promise<Omit<JournalFinding, "service">[]> =>
  query(pool, {
    name: "journal_findings",
    text: `select ${KEY}, difference::text as difference, floor(extract(epoch from found_at))::bigint as found_at
             from ${schema}.journal_findings order by found_at, subject limit $1`,
    values: [limit],
  });

export interface Imbalance {
  readonly currency: string;
  /** By how many minor units the journal differs, whatever the direction. */
  readonly minorUnits: number;
}

/** One for each currency that was ever summed, zero where nothing is found of it. */
export const readImbalance = (pool: Pool, schema: string): Promise<Imbalance[]> =>
  query(pool, imbalanceStatement(schema));

// Currencies are found one after the other by their index: there are few, of many days.
const imbalanceStatement = (schema: string): Statement => ({
  name: "journal_imbalance",
  text: `
    with recursive summed (currency) as (
      (select currency from ${schema}.journal_days order by currency limit 1)
      union all
      select (select d.currency from ${schema}.journal_days as d where d.currency > summed.currency order by d.currency limit 1)
        from summed where summed.currency is not null
    )
    select currency, sum(difference)::float8 as "minorUnits"
      from (select currency, 0 as difference from summed where currency is not null
            union all select currency, abs(difference) from ${schema}.journal_findings) as each
     group by currency`,
  values: [],
});

export interface FindingsOpen {
  readonly finding: JournalFinding["finding"];
  readonly open: number;
}

/** How many findings of each kind stand: one may be out by nothing, as a sum that counts a movement too many. */
export const readFindingsOpen = (pool: Pool, schema: string): Promise<FindingsOpen[]> =>
  query(pool, {
    name: "journal_findings_open",
    text: `select kinds.finding, (select count(*) from ${schema}.journal_findings as f where f.finding = kinds.finding) as open
             from unnest($1::text[]) with ordinality as kinds (finding, ord) order by ord`,
    values: [JOURNAL_FINDING_KINDS],
  });
