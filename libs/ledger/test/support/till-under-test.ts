import { randomUUID } from "node:crypto";
import { createExceptionsStore, type ExceptionsStore } from "@flowlix/engine";
import { postSql, createJournal, type Journal } from "@flowlix/ledger";
import { createPools, query, type Pool, type Pools } from "@flowlix/persistence";
import { runClock, type TestDatabase, withDatabase } from "@flowlix/testkit";
import { tillJournal, tillSchema } from "./till-schema.ts";

export const MERCHANT = `mer_${"A".repeat(24)}`;
export const DAY_MS = 86_400_000;

export interface Sale {
  readonly id: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly livemode?: boolean;
  readonly merchant?: string;
  /** Unix ms of its end; now where absent. */
  readonly at?: number;
}

export interface TillUnderTest {
  readonly database: TestDatabase;
  readonly pools: Pools;
  readonly journal: Journal;
  /** The same, where a job of checking compares one part of a day, however fast the machine is. */
  readonly byParts: Journal;
  readonly anomalies: ExceptionsStore;
  /** A sale that ends as this release ends it: with its row. */
  sell(sale: Sale): Promise<void>;
  /** A sale that ended in the release before: without a row. */
  soldBefore(sale: Sale): Promise<void>;
  /** A sale that failed. */
  failed(sale: Sale): Promise<void>;
  /** The provider charged it all the same; answers the exception's id. */
  chargedAfterEnd(sale: Sale): Promise<string>;
  /** The provider took it back after it was sold. */
  undone(sale: Sale): Promise<void>;
  /** The journal, in order. */
  rows(): Promise<Record<string, unknown>[]>;
  /** Changes what only a superuser can. */
  tamper(sql: string): Promise<void>;
  /** Everything that ended until now has been passed. */
  fillAll(): Promise<void>;
  /** Jobs of checking until there is no more to do; answers how many findings stand. */
  checkAll(): Promise<number>;
  /**
   * Jobs of checking until a round through everything has come to its end that begins now, or that began at `since` or
   * later; how many findings stand.
   */
  roundOnce(since?: string): Promise<number>;
  now(): Promise<number>;
}

/** An owner with a journal on a database of its own, emptied after each test. */
export function withTill(): () => TillUnderTest {
  const database = withDatabase([tillSchema]);
  let pools: Pools;
  let begin: Record<string, unknown> | undefined;
  before(async () => {
    pools = await createPools({
      url: database().urlOf("till"),
      name: "test",
      hot: 4,
      read: 1,
      background: 2,
    });
  });
  beforeEach(async () => {
    // Nothing has been done yet, and what ends within a day from now may come of the release before.
    [begin] = await database().sql(
      `update till.journal_progress
          set rolled_until = platform.clock(), fill_until = platform.clock() + interval '24 hours', filled_at = '-infinity',
              filled_until = '-infinity', fill_needed = platform.clock(), checked_at = null, compared_until = null, round_day = null,
              round_first = null, round_began = null, round_hurries = false, rounded_since = null, filled_id = '', filled = 0, to_fill = 0, fill_finished = false, objects_at = '-infinity', objects_id = '',
              rows_at = '-infinity', rows_id = '', late_at = '-infinity', late_id = '', checked_day = (platform.clock() at time zone 'UTC')::date - 1
       returning *`,
    );
  });
  afterEach(async () => {
    await runClock(database());
    await database().sql("alter table till.journal disable trigger user");
    await database().sql(
      "truncate till.journal, till.journal_days, till.journal_comparing, till.journal_counted, till.journal_asked, till.journal_findings, till.sales, till.anomalies",
    );
    await database().sql("alter table till.journal enable trigger user");
  });
  after(() => pools?.close());
  return () => {
    if (begin === undefined) throw new Error("the till exists only within a test");
    return tillOn(database(), pools);
  };
}

const SELL = `
  with moved as (
    insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
    values ($1, $2, $3, $4, $5, 'SUCCEEDED', coalesce(timestamptz 'epoch' + $6::bigint * interval '1 ms', platform.clock()))
    returning *
  ), posted as (${postSql("till", "capture", { rows: "moved" })})
  select 1 from moved`;

const valuesOf = ({
  id,
  amount = 100,
  currency = "EUR",
  livemode = false,
  merchant = MERCHANT,
  at,
}: Sale) => [id, merchant, livemode, amount, currency, at ?? null];

/** Ends a sale on a given connection of the owner's. */
export const sellOn = (pool: Pick<Pool, "query">, sale: Sale) => pool.query(SELL, valuesOf(sale));

function tillOn(database: TestDatabase, pools: Pools): TillUnderTest {
  const { background, dataSource } = pools;
  const options = { service: "till", tables: tillJournal, background, dataSource };
  const journal = createJournal(options);
  const anomalies = createExceptionsStore({
    schema: "till",
    journal: tillJournal,
    background,
    dataSource,
    newId: () => `ano_${randomUUID()}`,
    onRecorded: () => undefined,
  });
  const put = (status: string) => async (sale: Sale) =>
    void (await database.sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, ended_at)
       values ($1, $2, $3, $4, $5, '${status}', coalesce(timestamptz 'epoch' + $6::bigint * interval '1 ms', platform.clock()))
       on conflict (id) do update set status = excluded.status`,
      valuesOf(sale),
    ));
  return {
    database,
    pools,
    journal,
    byParts: createJournal({ ...options, jobMs: 0 }),
    anomalies,
    sell: async (sale) => void (await query(pools.hot, { name: "sell", text: SELL, values: valuesOf(sale) })),
    soldBefore: put("SUCCEEDED"),
    failed: put("FAILED"),
    chargedAfterEnd: async ({
      id,
      amount = 100,
      currency = "EUR",
      livemode = false,
      merchant = MERCHANT,
    }) => {
      await anomalies.record({
        kind: "charged_after_end",
        object_id: id,
        merchant_id: merchant,
        livemode,
        amount,
        currency,
        detail: "the provider charged it all the same",
      });
      const [open] = await database.sql(
        "select id from till.anomalies where object_id = $1 and resolved_at is null",
        [id],
      );
      return String(open?.["id"]);
    },
    undone: ({ id, amount = 100, currency = "EUR", livemode = false, merchant = MERCHANT }) =>
      anomalies.record({
        kind: "capture_declined",
        object_id: id,
        merchant_id: merchant,
        livemode,
        amount,
        currency,
        detail: "the provider took it back",
      }),
    rows: () =>
      database.sql(
        "select object_id, kind, debit, credit, amount::integer as amount, currency from till.journal order by at, object_id, kind",
      ),
    tamper: async (sql) => {
      await database.sql("alter table till.journal disable trigger user");
      await database.sql(sql);
      await database.sql("alter table till.journal enable trigger user");
    },
    fillAll: async () => {
      while ((await journal.fillJournal({})).more);
    },
    checkAll: async () => {
      let checked = await journal.checkJournal({});
      while (checked.more) checked = await journal.checkJournal({});
      return checked.open;
    },
    roundOnce: async (since) => {
      const [now] = await database.sql("select platform.clock()::text as at");
      const isRound = async () => {
        const [row] = await database.sql(
          "select coalesce(rounded_since >= $1::timestamptz, false) as done from till.journal_progress",
          [since ?? now?.["at"]],
        );
        return row?.["done"] === true;
      };
      let { open } = await journal.checkJournal({});
      while (!(await isRound())) ({ open } = await journal.checkJournal({}));
      return open;
    },
    now: async () => {
      const [row] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
      return Math.floor(Number(row?.["ms"]));
    },
  };
}
