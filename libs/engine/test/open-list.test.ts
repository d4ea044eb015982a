import { listOpenObjects, readOpenObjects } from "@flowlix/engine";
import { createPools, type Pools } from "@flowlix/persistence";
import { moveClock, runClock, stopClock, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { countOpenSql, oldestOpenSql } from "../src/status-sync/open-objects.ts";
import { tillSchema } from "../../ledger/test/support/till-schema.ts";

const MINUTE_MS = 60_000;
const BOTH = { older_than_ms: 0, livemode: null, limit: 100 };

interface Sale {
  readonly status?: string;
  readonly livemode?: boolean;
  /** Minutes from now; null for never. */
  readonly syncIn?: number | null;
}

describe("objects that have not ended, for an operator", () => {
  const database = withDatabase([tillSchema]);
  let pools: Pools;
  before(async () => {
    pools = await createPools({
      url: database().urlOf("till"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
    await database().sql(`
      alter table till.sales add column created_at timestamptz not null,
                             add column look_count integer not null default 0;
      create index sales_due on till.sales (next_look_at) where next_look_at is not null`);
  });
  afterEach(async () => {
    await runClock(database());
    await database().sql("truncate till.sales");
  });
  after(() => pools?.close());

  const list = (asked: Partial<typeof BOTH> | { livemode: boolean } = {}) =>
    listOpenObjects(pools.background, { kind: "payment", table: "till.sales" }, { ...BOTH, ...asked });
  const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).objects.map(({ id }) => id);

  /** A sale made so many minutes ago, whose next status sync is due in as many minutes as are given. */
  const put = (
    id: string,
    minutes: number,
    { status = "PENDING", livemode = false, syncIn = 1 }: Sale = {},
  ) =>
    database().sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, created_at, next_look_at, look_count)
       values ($1, 'mer_1', $3, 1999, 'EUR', $4, platform.clock() - $2 * interval '1 minute',
               platform.clock() + $5 * interval '1 minute', 7)`,
      [id, minutes, livemode, status, syncIn],
    );

  it("are listed oldest first, whatever is due first", async () => {
    await put("young", 1, { syncIn: 0 });
    await put("oldest", 30, { status: "REQUIRES_ACTION", syncIn: 9 });
    await put("old", 20, { status: "PROCESSING", syncIn: 5 });
    expect(await list()).to.include({ has_more: false, all_read: true });
    expect(await ids()).to.deep.equal(["oldest", "old", "young"]);
  });

  it("are told with their age by the database's clock, their next status sync and how many there were", async () => {
    await stopClock(database());
    await put("one", 20, { livemode: true });
    const [row] = await database().sql(
      "select extract(epoch from created_at)::float8 as made, extract(epoch from next_look_at)::float8 as look from till.sales",
    );
    await moveClock(database(), 600_000);
    const [one] = (await list()).objects;
    expect(one?.age_seconds).to.equal(30 * 60);
    expect({ ...one, age_seconds: null }).to.deep.equal({
      id: "one",
      kind: "payment",
      merchant_id: "mer_1",
      livemode: true,
      provider: "sandbox",
      status: "PENDING",
      amount: 1999,
      currency: "EUR",
      created_at: Math.floor(Number(row?.["made"])),
      age_seconds: null,
      next_look_at: Math.floor(Number(row?.["look"])),
      look_count: 7,
    });
  });

  it("are not those that have ended, even where one is due for a status sync again", async () => {
    for (const status of ["SUCCEEDED", "FAILED", "EXPIRED", "VOIDED"]) {
      await put(`${status} once`, 20, { status, syncIn: null });
      await put(`${status} to be synced`, 20, { status });
    }
    expect(await list()).to.deep.equal({ objects: [], has_more: false, all_read: true });
  });

  it("younger ones are left out, as the database's clock has it", async () => {
    await put("older", 20);
    await put("younger", 10);
    const quarter = { older_than_ms: 15 * MINUTE_MS };
    expect(await ids(quarter)).to.deep.equal(["older"]);
    await moveClock(database(), 6 * MINUTE_MS);
    expect(await ids(quarter)).to.deep.equal(["older", "younger"]);
  });

  it("are those of one mode where one is named", async () => {
    await put("sandbox", 20);
    await put("live", 10, { livemode: true });
    expect(await ids({ livemode: true })).to.deep.equal(["live"]);
    expect(await ids({ livemode: false })).to.deep.equal(["sandbox"]);
    expect(await ids()).to.deep.equal(["sandbox", "live"]);
  });

  it("no more than asked for are told, the oldest, and whether there are more", async () => {
    await put("young", 1);
    await put("old", 20);
    await put("oldest", 30);
    expect(await ids({ limit: 1 })).to.deep.equal(["oldest"]);
    expect(await ids({ limit: 2 })).to.deep.equal(["oldest", "old"]);
    expect((await list({ limit: 2 })).has_more).to.equal(true);
    expect((await list({ limit: 3 })).has_more).to.equal(false);
  });

  /** So many that are all due now. */
  const putMany = (count: number, status: string) =>
    database().sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status, created_at, next_look_at)
       select 'sale ' || gen_random_uuid(), 'mer_1', false, 100, 'EUR', $2, platform.clock(), platform.clock()
         from generate_series(1, $1::integer)`,
      [count, status],
    );

  it("where more than ten thousand are open, it is said that not all were looked through", async () => {
    await putMany(10_000, "PENDING");
    expect(await list({ limit: 1 })).to.include({ has_more: true, all_read: true });
    await putMany(1, "PENDING");
    expect(await list({ limit: 1 })).to.include({ has_more: true, all_read: false });
    const none = await list({ livemode: true });
    expect(none, "also where none of them is found").to.deep.equal({
      objects: [],
      has_more: false,
      all_read: false,
    });
  });

  it("are listed and counted however many that have ended are to be read again before them", async () => {
    await stopClock(database());
    await putMany(20_000, "FAILED");
    await put("open", 20);
    expect(await list()).to.include({ has_more: false, all_read: true });
    expect(await ids()).to.deep.equal(["open"]);
    await moveClock(database(), 5_000);
    expect(await readOpenObjects(pools.background, "till.sales")).to.deep.equal({
      states: [{ status: "PENDING", livemode: false, open: 1, oldestSeconds: 20 * 60 + 5 }],
      // Also a read of what has ended is late.
      overdueSeconds: 5,
    });
  });

  it("where more than fifty thousand are due, ended or not, it is said that not all were looked through", async () => {
    await putMany(49_999, "FAILED");
    await put("open", 20);
    expect(await list()).to.include({ all_read: true });
    await put("another", 20);
    expect(await list()).to.include({ all_read: false });
  });

  it("are found by the index of what is due, never through what has ended", async () => {
    await putMany(20_000, "FAILED");
    await database().sql("update till.sales set next_look_at = null where status = 'FAILED'");
    await putMany(100, "PENDING");
    await database().sql("analyze till.sales");
    for (const { text, values } of [
      { text: countOpenSql("till.sales"), values: [] },
      { text: oldestOpenSql("till.sales"), values: [0, null, 101] },
    ]) {
      const { rows } = await pools.background.query<{ "QUERY PLAN": string }>({
        text: `explain (analyze, costs off, timing off) ${text}`,
        values,
      });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).to.contain("sales_due").and.not.contain("Seq Scan on sales");
    }
  });
});
