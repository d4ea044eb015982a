import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  connect,
  createPools,
  migrate,
  MigrationError,
  query,
  type DatabaseClient,
  type MigrateOptions,
} from "@flowlix/persistence";
import { startTcpProxy, waitFor, type TcpProxy } from "@flowlix/testkit";
import { expect } from "chai";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { failureOf } from "./support/failure-of.ts";
import { indexedLedgerSchema, ledgerSchema, notedLedgerSchema } from "./support/ledger-schema.ts";

const MIGRATING = fileURLToPath(new URL("support/migrating-process.ts", import.meta.url));
const APPLIED = { service: "ledger", applied: ["AddNote1700000000002"] };

describe("The migration command while a transaction holds a table that it changes", function () {
  this.timeout(60_000);
  let database: EmptyDatabase;
  let reader: DatabaseClient;
  const children: ChildProcess[] = [];
  const optionsOf = (changes: Partial<MigrateOptions> = {}): MigrateOptions => ({
    adminUrl: database.adminUrl,
    rolePrefix: database.rolePrefix,
    passwords: { ledger: "ledger" },
    specs: [notedLedgerSchema],
    ...changes,
  });
  const queued = () =>
    database.sql(`
      select pid from pg_stat_activity
       where datname = current_database() and application_name like 'migrate%' and wait_event_type = 'Lock'`);

  beforeEach(async () => {
    database = await emptyDatabase();
    await migrate(optionsOf({ specs: [ledgerSchema] }));
    reader = await connect(database.adminUrl, "long-reader");
    await reader.query("begin isolation level repeatable read; select count(*) from ledger.balance");
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await reader.end();
    await database.drop();
  });

  it("lets others write and read it, and goes on when that transaction is over", async () => {
    const pools = await createPools({ url: database.adminUrl, name: "test", hot: 1, read: 1, background: 1 });
    const waits: string[] = [];
    const migrating = migrate(optionsOf({ onWait: (line) => waits.push(line) }));
    let written = 0;
    try {
      await waitFor("the migration to queue", async () => (await queued()).length > 0);
      do {
        const values = [`b${written}`];
        await query(pools.hot, { text: "insert into ledger.balance (id, amount) values ($1, 1)", values });
        await query(pools.read, { text: "select amount from ledger.balance where id = $1", values });
        written += 1;
      } while (waits.length < 2);
    } finally {
      await pools.close();
      await reader.query("commit");
    }
    expect(await migrating).to.deep.equal([APPLIED]);
    expect(waits[0]).to.match(/^ledger: AddNote1700000000002 waits for a lock .*long-reader/);
    const rows = await database.sql(
      "select count(*)::int as written, count(note)::int as notes from ledger.balance",
    );
    expect(rows).to.deep.equal([{ written, notes: 0 }]);
  });

  it("does the work once when two runners wait together", async () => {
    const waits: string[] = [];
    const runs = [1, 2].map(() => migrate(optionsOf({ onWait: (line) => waits.push(line) })));
    try {
      await waitFor("one to wait for the table and one for the other", () =>
        ["waits for a lock", "another migration is running"].every((text) =>
          waits.some((line) => line.includes(text)),
        ),
      );
    } finally {
      await reader.query("commit");
    }
    expect((await Promise.all(runs)).flat()).to.have.deep.members([
      APPLIED,
      { service: "ledger", applied: [] },
    ]);
  });

  it("gives up in the end, says for what it waited, and has changed nothing", async () => {
    const error = await failureOf(migrate(optionsOf({ tableWaitMs: 1 })));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.match(/^migration AddNote1700000000002 of ledger failed: .*lock timeout/);
    await reader.query("commit");
    expect(await migrate(optionsOf())).to.deep.equal([APPLIED]);
  });

  for (const [schema, what] of [
    ["noted", "a table"],
    ["indexed", "older transactions before it indexes"],
  ] as const) {
    it(`waits in the very session that has the migration lock, and not longer than its process lives: for ${what}`, async () => {
      const child = spawn(process.execPath, [MIGRATING, database.adminUrl, database.rolePrefix, schema], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      children.push(child);
      const [waiting] = await waitFor("the migration to queue", async () => {
        const rows = await queued();
        return rows.length > 0 && rows;
      });
      const holders = await database.sql(`
        select pid from pg_locks
         where locktype = 'advisory' and granted and classid = x'466c6f77'::int and objid = x'6d696772'::int
           and database = (select oid from pg_database where datname = current_database())`);
      expect(holders).to.deep.equal([waiting]);
      child.kill("SIGKILL");
      await once(child, "exit");
      await waitFor("its sessions to end", async () => {
        const left = await database.sql(
          "select 1 from pg_stat_activity where datname = current_database() and application_name like 'migrate%'",
        );
        return left.length === 0;
      });
      await reader.query("commit");
      await migrate(optionsOf({ specs: [schema === "noted" ? notedLedgerSchema : indexedLedgerSchema] }));
    });
  }
});

describe("The migration command on a server that is not there yet", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;
  let proxy: TcpProxy;
  const optionsOf = (changes: Partial<MigrateOptions>): MigrateOptions => {
    const url = new URL(database.adminUrl);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    const { rolePrefix } = database;
    return { adminUrl: url.href, rolePrefix, passwords: { ledger: "x" }, specs: [ledgerSchema], ...changes };
  };

  beforeEach(async () => {
    database = await emptyDatabase();
    proxy = await startTcpProxy(Number(new URL(database.adminUrl).port));
    proxy.cut();
  });
  afterEach(async () => {
    await proxy.close();
    await database.drop();
  });

  it("waits for it as long as it was told to, and says so", async () => {
    const waits: string[] = [];
    const onWait = (line: string) => {
      waits.push(line);
      proxy.mend();
    };
    expect(await migrate(optionsOf({ serverWaitMs: 20_000, onWait }))).to.have.length(1);
    expect(waits).to.have.length(1);
    expect(waits[0]).to.match(/^the database cannot be reached yet: /);
  });

  it("waits for nothing when a server refuses it", async () => {
    proxy.mend();
    const waits: string[] = [];
    const options = optionsOf({ serverWaitMs: 20_000, onWait: (line) => waits.push(line) });
    const adminUrl = options.adminUrl.replace(/:[^:@]*@/, ":wrong@").replace(/\/[^/]*$/, "/no_such_database");
    await failureOf(migrate({ ...options, adminUrl }));
    expect(waits).to.deep.equal([]);
  });
});
