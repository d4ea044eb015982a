import { createPools, query, sqlState, type Pools } from "@flowlix/persistence";
import { moveClock, waitFor, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { Client } from "pg";
import { createProbe } from "../src/probe.ts";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("The pools of a service", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;
  const idleErrors: Error[] = [];

  before(async () => {
    pools = await createPools({
      url: database().urlOf("ledger"),
      name: "ledger",
      hot: 2,
      read: 1,
      background: 2,
      onIdleError: (error) => idleErrors.push(error),
    });
  });
  after(() => pools.close());

  const one = async (text: string, values: readonly unknown[] = []) =>
    (await query<{ value: unknown }>(pools.hot, { name: `test ${text}`.slice(0, 60), text, values }))[0]
      ?.value;

  it("read an int8 as a number", async () => {
    expect(await one("select 9007199254740991::bigint as value")).to.equal(Number.MAX_SAFE_INTEGER);
    expect(await one("select (-9007199254740991)::bigint as value")).to.equal(Number.MIN_SAFE_INTEGER);
    expect(
      await pools.dataSource.query("select count(*) as value from ledger.balance where id = $1", ["none"]),
    ).to.deep.equal([{ value: 0 }]);
  });

  it("refuse an int8 that a number cannot hold, and go on", async () => {
    expect((await failureOf(one("select 9007199254740992::bigint as value"))).message).to.include("2^53-1");
    expect(
      (await failureOf(pools.read.query("select 9007199254740992::bigint as value"))).message,
    ).to.include("2^53-1");
    expect(await one("select 1 as value")).to.equal(1);
  });

  it("leave the driver's own parsers alone, which belong to the whole process", async () => {
    const client = new Client({ connectionString: database().adminUrl });
    await client.connect();
    const { rows } = await client.query("select 1::bigint as value");
    await client.end();
    expect(rows).to.deep.equal([{ value: "1" }]);
  });

  it("plan hot statements and those of loops by index, whatever the statistics say", async () => {
    const settings =
      "select current_setting('enable_seqscan') || current_setting('enable_hashjoin') as value";
    expect(await one(settings)).to.equal("offoff");
    const { rows: ofLoops } = await pools.background.query(settings);
    expect(ofLoops).to.deep.equal([{ value: "offoff" }]);
    expect(await pools.dataSource.query(settings)).to.deep.equal([{ value: "onon" }]);
  });

  it("end a statement that takes longer than its pool allows", async () => {
    const hasty = await createPools({
      url: database().urlOf("ledger"),
      name: "hasty",
      hot: 1,
      read: 1,
      background: 1,
      statementTimeoutsMs: { read: 50 },
    });
    try {
      expect(sqlState(await failureOf(hasty.read.query("select pg_sleep(10)")))).to.equal("57014");
    } finally {
      await hasty.close();
    }
  });

  it("keep the session after an error of a statement, and its prepared statements with it", async () => {
    const session = () => one("select pg_backend_pid() as value");
    const sessions = new Set([await session(), await session()]);
    expect(sqlState(await failureOf(one("select 1 / $1::int as value", [0])))).to.equal("22012");
    expect(sessions).to.include(await session());
  });

  it("replace connections that broke while idle, and tell of them", async () => {
    await pools.ping();
    idleErrors.length = 0;
    await database().sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ledger:%' and datname = current_database()",
    );
    await waitFor("the pools to notice", () => idleErrors.length > 0);
    await waitFor("a new connection", () => one("select 2 as value"));
    await waitFor("another new connection", () => pools.dataSource.query("select 1 as value"));
    await waitFor("a readable database", async () => (await pools.ping(), true));
  });

  it("name the statements of TypeORM", async () => {
    await pools.dataSource.transaction(async (manager) => {
      await manager.query("select $1::int as value", [1]);
      const prepared = await manager.query("select name from pg_prepared_statements");
      expect(prepared).to.have.length(1);
    });
  });

  it("tell when the clocks of process and database differ by more than five seconds", async () => {
    await pools.checkClock();
    await createProbe(pools.read, () => Date.now() + 4_000).checkClock();
    for (const ms of [6_000, -6_000]) {
      const error = await failureOf(createProbe(pools.read, () => Date.now() + ms).checkClock());
      expect(error.message).to.include("clocks differ");
    }
  });

  it("take a time that a test has moved for no difference of clocks", async () => {
    await moveClock(database(), 3_600_000);
    await pools.checkClock();
    await moveClock(database(), 0);
  });

  it("cannot be opened when the database does not answer", async () => {
    const url = new URL(database().urlOf("ledger"));
    url.port = "1";
    await failureOf(createPools({ url: url.href, name: "test", hot: 1, read: 1, background: 1 }));
  });
});

describe("A statement planned while its table was small", () => {
  const database = withDatabase([]);

  it("is planned anew as the table grows, long before statistics are", async () => {
    await database().sql(
      "create table thing (id text primary key, state text) with (autovacuum_enabled = off)",
    );
    const grow = (from: number, to: number) =>
      database().sql(
        "insert into thing select 'thing ' || n, 'old' from generate_series($1::int, $2::int) as n",
        [from, to],
      );
    await grow(1, 60);
    await database().sql("analyze thing");
    const pools = await createPools({
      url: database().adminUrl,
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
    try {
      const update = () =>
        query(pools.hot, {
          name: "update_things",
          text: `update thing set state = 'newer' from unnest($1::text[]) as input(id)
                  where thing.id = input.id and thing.state = 'new' returning 1 as updated`,
          values: [["thing 1", "thing 2"]],
        });
      const entriesRead = async () => {
        await database().sql("select pg_stat_force_next_flush()");
        const [row] = await database().sql(
          "select idx_tup_read::int as read from pg_stat_user_indexes where indexrelname = 'thing_pkey'",
        );
        return Number(row?.["read"]);
      };
      await update();
      await grow(61, 20_000);
      await waitFor("a plan that reads two entries and not twenty thousand", async () => {
        await query(pools.hot, { name: "flush", text: "select pg_stat_force_next_flush()", values: [] });
        const before = await entriesRead();
        await update();
        await query(pools.hot, { name: "flush", text: "select pg_stat_force_next_flush()", values: [] });
        return (await entriesRead()) - before <= 2;
      });
    } finally {
      await pools.close();
    }
  });
});
