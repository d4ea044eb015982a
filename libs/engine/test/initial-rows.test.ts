import { shareInitialRows } from "@flowlix/engine";
import { createPools, watchStatements, type DatabaseTime, type Pools } from "@flowlix/persistence";
import { moveClock, stopClock, waitFor, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { ledgerSchema } from "../../persistence/test/support/ledger-schema.ts";

interface Reported {
  readonly id: string;
  readonly reportedMs: number;
}

/** A row tells the time of its event, and is there only if the statement's clock has the same second. */
const TEXT = `
  with clock as materialized (select date_trunc('milliseconds', platform.clock()) as now),
  input as (select * from json_to_recordset($1::json) as input (id text, "reportedMs" bigint)),
  made as (
    insert into ledger.balance (id, amount)
    select id, "reportedMs" from clock cross join input
     where date_trunc('second', clock.now) = date_trunc('second', timestamptz 'epoch' + "reportedMs" * interval '1 ms')
    on conflict (id) do nothing returning id
  )
  select input.id, made.id is not null as made, (extract(epoch from clock.now) * 1000)::bigint as now_ms
    from clock cross join input left join made using (id)`;

/** So often others have the connection at most: it ends a birth that would never come. */
const TURNS = 10;

describe("rows that are told of with the second of their creation", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;
  let nowMs: number;
  let tries: number;

  beforeEach(async () => {
    pools = await createPools({
      url: database().urlOf("ledger"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
    await stopClock(database());
    const [clock] = await database().sql(
      "select floor(extract(epoch from platform.clock()) * 1000)::float8 as now_ms",
    );
    nowMs = Number(clock?.["now_ms"]);
    tries = 0;
    watchStatements(pools.hot, () => (tries += 1));
  });
  afterEach(() => pools.close());

  let movedMs = 0;
  const pass = async (ms: number) => {
    movedMs += ms;
    await moveClock(database(), movedMs);
  };
  beforeEach(() => (movedMs = 0));

  /** The time of a process whose clock goes with the database's, but for what it is behind. */
  const timeBehind = (behindMs: number) => {
    const now = () => nowMs + movedMs - behindMs;
    return { nowMs: now, nowSeconds: () => Math.floor(now() / 1000) };
  };

  const initialRow = (id: string, changes: { time?: DatabaseTime; lifeMs?: number } = {}) => ({
    id,
    start_before: nowMs + (changes.lifeMs ?? 600_000),
    time: changes.time ?? timeBehind(0),
    at: (reportedMs: number): Reported => ({ id, reportedMs: Math.floor(reportedMs) }),
  });

  const initialRows = (onCommitted: () => void = () => undefined) =>
    shareInitialRows<Reported>(pools.hot, {
      name: "births",
      text: TEXT,
      values: (initial) => [JSON.stringify(initial)],
      onCommitted,
    });

  const reportedMsOf = async (id: string) => {
    const [row] = await database().sql(
      "select amount::float8 as reported_ms from ledger.balance where id = $1",
      [id],
    );
    return row?.["reported_ms"];
  };

  it("are made at the first try, however long a connection is waited for, with the time that it is then", async () => {
    const held = await pools.hot.connect();
    const initial = initialRows().add(initialRow("waits"));
    await waitFor("the birth to wait", () => pools.hot.waitingCount > 0);
    await pass(3_700);
    held.release();
    const made = await initial;
    expect(tries).to.equal(1);
    expect(made).to.deep.equal({
      initial: { id: "waits", reportedMs: nowMs + 3_700 },
      nowMs: nowMs + 3_700,
    });
    expect(await reportedMsOf("waits")).to.equal(nowMs + 3_700);
  });

  it("are made at the first try where every connection is waited for longer than a second", async () => {
    let isMade = false;
    const others = async () => {
      for (let turn = 0; turn < TURNS && !isMade; turn += 1) {
        const held = await pools.hot.connect();
        await waitFor("a birth that waits, or is made", () => isMade || pools.hot.waitingCount > 0);
        await pass(1_100);
        held.release();
      }
    };
    const busy = others();
    const initial = await initialRows().add(initialRow("late"));
    isMade = true;
    await busy;
    expect(initial?.initial.id).to.equal("late");
    expect(tries).to.equal(1);
  });

  it("are written again for the second that it is, where it was guessed wrong", async () => {
    const made = await initialRows().add(initialRow("guessed", { time: timeBehind(5_000) }));
    expect(tries).to.equal(2);
    expect(Math.floor((made?.initial.reportedMs ?? 0) / 1000)).to.equal(
      Math.floor((made?.nowMs ?? 0) / 1000),
    );
  });

  it("that wait for a lock on the whole table after they were sent are made for the second that it is then", async () => {
    const holder = await pools.background.connect();
    await holder.query("begin; lock table ledger.balance in share mode");
    const initial = initialRows().add(initialRow("locked"));
    const waits =
      "select count(*)::int as n from pg_locks where not granted and relation = 'ledger.balance'::regclass";
    await waitFor("the statement to wait", async () => (await database().sql(waits))[0]?.["n"]);
    await pass(2_000);
    await holder.query("commit");
    holder.release();
    expect((await initial)?.nowMs).to.equal(nowMs + 2_000);
    expect(tries).to.be.at.most(3);
  });

  it("are not made once their time to start is over, nor a second time, and only what was made is told of", async () => {
    let committed = 0;
    const share = initialRows(() => (committed += 1));
    expect(await share.add(initialRow("over", { time: timeBehind(5_000), lifeMs: 0 }))).to.equal(null);
    expect(committed).to.equal(0);
    expect(await share.add(initialRow("once"))).to.include({ nowMs: nowMs });
    expect(await share.add(initialRow("once"))).to.equal(null);
    expect(committed).to.equal(1);
  });
});
