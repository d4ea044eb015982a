import type { Difference } from "@flowlix/contracts";
import { appendAudit, msSql, query, transact, type Pools } from "@flowlix/persistence";
import type { Stated } from "./lines.ts";
import { partsOf, type Source } from "./source.ts";

/** Something a statement had that our journals did not, still standing from another day. */
export interface Carried {
  readonly id: string;
  readonly day: string;
  readonly kind: Difference["kind"];
  readonly reference: string;
  readonly difference: Difference["difference"];
  readonly state: "awaiting" | "open";
  readonly statement: Stated;
  readonly place: CarriedPlace;
}

/** A place in the order in which standing differences are rechecked; it moves as soon as one was rechecked. */
export interface CarriedPlace {
  /** By the database's clock, as it writes it: when it was last rechecked, or else found. */
  readonly at: string;
  readonly id: string;
}

export interface DifferencesStore {
  find(id: string): Promise<Difference | null>;
  /** Of every source. */
  list(asked: { readonly all: boolean; readonly limit: number }): Promise<Difference[]>;
  ofDay(asked: Source & { readonly day: string; readonly limit: number }): Promise<Difference[]>;
  /** Ends one that stands, with its audit row in one transaction; null where it does not stand. */
  resolve(id: string, by: { readonly actor: string; readonly note: string }): Promise<Difference | null>;
  /**
   * What other days' statements had and our journals did not, and nobody ended yet: the next page behind a place, what
   * was rechecked longest ago first.
   */
  carried(source: Source, day: string, after: CarriedPlace | null, limit: number): Promise<Carried[]>;
  /** How many stand, by difference, of every source. */
  countStanding(): Promise<readonly Standing[]>;
}

export interface Standing {
  readonly difference: Difference["difference"];
  readonly awaiting: number;
  readonly open: number;
}

/** More than this of one run are counted and no longer kept one by one. */
export const OVERFLOW = 10_000;

const seconds = (column: string) => `floor(extract(epoch from d.${column}))::bigint as ${column}`;
const COLUMNS = `d.id, d.provider, d.livemode, d.day::text as day, d.kind, d.reference, d.difference, d.state,
  d.statement_amount, d.statement_currency, d.book_amount, d.book_currency, d.status,
  ${seconds("found_at")}, ${seconds("resolved_at")}, d.resolved_by, d.note`;
const OF_SOURCE = "d.provider = $1 and d.livemode = $2";

type DifferenceRow = Omit<Difference, "provider_account">;

/** A difference as it is shown, from its row. */
const shown = (row: DifferenceRow): Difference => ({ ...row, ...partsOf(row.provider) });

export function createDifferencesStore({
  background,
  dataSource,
}: Pick<Pools, "background" | "dataSource">): DifferencesStore {
  const rows = <Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> =>
    query<Row>(background, { name: `differences_${name}`, text, values });
  const shownRows = async (name: string, text: string, values: readonly unknown[]): Promise<Difference[]> =>
    (await rows<DifferenceRow>(name, text, values)).map(shown);
  return {
    find: async (id) => (await shownRows("find", FIND, [id]))[0] ?? null,
    list: ({ all, limit }) => shownRows("list", LIST, [all, limit]),
    ofDay: ({ provider, livemode, day, limit }) =>
      shownRows("of_day", OF_DAY, [provider, livemode, day, limit]),
    resolve: (id, { actor, note }) =>
      transact(dataSource, async (manager) => {
        // TypeORM answers an UPDATE with the rows it returned and their number.
        const [[resolved]]: [DifferenceRow[], number] = await manager.query(RESOLVE, [id, actor, note]);
        if (resolved === undefined) return null;
        const { day, kind, reference, difference } = resolved;
        const detail = { day, kind, reference, difference, note };
        await appendAudit(manager, "reconciler", { actor, act: "difference.resolved", subject: id, detail });
        return shown(resolved);
      }),
    carried: ({ provider, livemode }, day, after, limit) =>
      rows("carried", CARRIED, [provider, livemode, day, after?.at ?? "-infinity", after?.id ?? "", limit]),
    countStanding: () => rows("count", COUNT, []),
  };
}

const FIND = `select ${COLUMNS} from reconciler.differences as d where d.id = $1`;

const LIST = `
  select ${COLUMNS} from reconciler.differences as d where ($1 or d.state <> 'resolved')
   order by d.found_at desc, d.id desc limit $2`;

const OF_DAY = `
  select ${COLUMNS} from reconciler.differences as d where ${OF_SOURCE} and d.day = $3
   order by array_position(array['open', 'awaiting', 'resolved'], d.state), d.kind, d.reference, d.difference limit $4`;

const RESOLVE = `
  update reconciler.differences as d set state = 'resolved', resolved_at = platform.clock(), resolved_by = $2, note = $3
   where d.id = $1 and d.state <> 'resolved' returning ${COLUMNS}`;

const CARRIED = `
  select d.id, d.day::text as day, d.kind, d.reference, d.difference, d.state,
         jsonb_build_object('amount', d.statement_amount, 'currency', d.statement_currency, 'atMs', ${msSql("d.executed_at")}) as statement,
         jsonb_build_object('at', coalesce(d.looked_at, d.found_at)::text, 'id', d.id) as place
    from reconciler.differences as d
   where ${OF_SOURCE} and d.state <> 'resolved' and d.day <> $3 and d.difference in ('missing_here', 'status')
     and d.statement_amount is not null and (coalesce(d.looked_at, d.found_at), d.id) > ($4::timestamptz, $5)
   order by coalesce(d.looked_at, d.found_at), d.id limit $6`;

const COUNT = `
  select d.difference, count(*) filter (where d.state = 'awaiting') as awaiting, count(*) filter (where d.state = 'open') as open
    from reconciler.differences as d where d.state <> 'resolved' group by d.difference`;
