import {
  connect,
  createPools,
  checkServer,
  migrate,
  roleUrl,
  UnfitServerError,
  type ServerFacts,
} from "@flowlix/persistence";
import { expect } from "chai";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

const FIT: ServerFacts = {
  database: "flowlix",
  version: "18.4",
  major: 18,
  encoding: "UTF8",
  by_code_point: true,
  standby: false,
  read_only: "off",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  without_fsync: null,
  connections: 97,
};

const REFUSED: readonly [title: string, facts: Partial<ServerFacts>, says: RegExp][] = [
  [
    "is older than its statements",
    { major: 15, version: "15.14" },
    /^the server is Postgres 15\.14, and 16 to 18 are supported: upgrade it/,
  ],
  [
    "has another encoding",
    { encoding: "SQL_ASCII" },
    /^the database is encoded as SQL_ASCII; it must be UTF8/,
  ],
  [
    "sorts as a language does",
    { by_code_point: false },
    /^the database sorts text as a language does; it must be made with/,
  ],
  [
    "is a standby",
    { standby: true, read_only: "on" },
    /^the server is a standby and takes no writes: name the primary$/,
  ],
  [
    "takes no writes",
    { read_only: "on" },
    /^default_transaction_read_only is on, .*: alter database flowlix set/,
  ],
  [
    "forgets what it confirmed",
    { synchronous_commit: "off" },
    /^synchronous_commit is off, so a crash loses payments .*: alter database flowlix set synchronous_commit = on$/,
  ],
  [
    "does not wait for the disk",
    { fsync: "off" },
    /^fsync is off, so a power failure loses .*; turn it on, or, .*=accepted'$/,
  ],
  ["may tear pages", { full_page_writes: "off" }, /^full_page_writes is off, /],
  ["does neither", { fsync: "off", full_page_writes: "off" }, /^fsync and full_page_writes are off, /],
  [
    "has too few connections for the process",
    { connections: 17 },
    /^the server has 17 connections to give .*, and this process alone may open 50: raise max_connections/,
  ],
];

describe("A server that", () => {
  for (const [title, facts, says] of REFUSED) {
    it(`${title} is refused, with what was found and how to mend it`, () => {
      const { problems } = checkServer({ ...FIT, ...facts }, 50);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(says);
    });
  }

  it("is as it should be is taken without a word, the oldest too", () => {
    const none = { problems: [], warnings: [] };
    expect(checkServer(FIT, 97)).to.deep.equal(none);
    expect(checkServer({ ...FIT, major: 16, version: "16.14" }, 97)).to.deep.equal(none);
  });

  it("is newer than what was tested is taken with a warning", () => {
    const { problems, warnings } = checkServer({ ...FIT, major: 19, version: "19.1" }, 0);
    expect(problems).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      "Postgres 19.1 is newer than 18, the newest that this release was tested on",
    ]);
  });

  it("does not wait for the disk is taken where its operator accepted it, and synchronous_commit never", () => {
    const accepted = { ...FIT, fsync: "off", full_page_writes: "off", without_fsync: "accepted" };
    expect(checkServer(accepted, 0).problems).to.deep.equal([]);
    expect(checkServer({ ...accepted, synchronous_commit: "off" }, 0).problems).to.have.length(1);
  });

  it("has several faults is refused with all of them at once", () => {
    expect(checkServer({ ...FIT, major: 15, encoding: "LATIN1", fsync: "off" }, 0).problems).to.have.length(
      3,
    );
  });
});

describe("A database that must not be used", function () {
  this.timeout(30_000);
  let database: EmptyDatabase;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());
  const set = (setting: string) =>
    database.sql(`alter database ${new URL(database.adminUrl).pathname.slice(1)} set ${setting}`);
  const migrating = () =>
    migrate({
      adminUrl: database.adminUrl,
      rolePrefix: database.rolePrefix,
      passwords: { ledger: "ledger" },
      specs: [ledgerSchema],
    });
  const opening = (hot = 1, onWait: (line: string) => void = () => undefined) =>
    createPools({ url: database.adminUrl, name: "judge", hot, read: 1, background: 1, onWait });

  it("is refused by the migration before it changes anything, and by every process that opens its pools", async () => {
    await set("synchronous_commit = off");
    for (const attempt of [migrating, opening]) {
      const error = await failureOf(attempt());
      expect(error).to.be.instanceOf(UnfitServerError);
      expect(error.message).to.match(/^synchronous_commit is off/);
    }
    expect(await database.sql("select 1 from pg_namespace where nspname = 'ledger'")).to.deep.equal([]);
  });

  it("is refused where it takes no writes", async () => {
    await set("default_transaction_read_only = on");
    expect((await failureOf(opening())).message).to.match(/^default_transaction_read_only is on/);
  });

  it("is mended by the statement that the refusal names", async () => {
    await set("flowlix.without_fsync = 'no'");
    const { message } = await failureOf(migrating());
    expect(message).to.match(/^fsync and full_page_writes are off/);
    await set("flowlix.without_fsync = ''");
    // As an owner who is no superuser, as managed servers have it.
    const owner = `${database.rolePrefix}_owner`;
    await database.sql(`create role ${owner} login password 'owner'`);
    await database.sql(`alter database ${new URL(database.adminUrl).pathname.slice(1)} owner to ${owner}`);
    const client = await connect(roleUrl(database.adminUrl, owner, "owner"), "test");
    await client.query(message.slice(message.indexOf("comment on database")));
    await client.end();
    expect(await migrating()).to.have.length(1);
  });

  it("is refused where this process may open more connections than it gives, and counts those of all its pools", async () => {
    const first = await opening(100);
    const error = await failureOf(opening(120));
    await first.close();
    expect(error).to.be.instanceOf(UnfitServerError);
    expect(error.message).to.match(/connections to give .* this process alone may open 2[2-9]\d/);
    const alone = await opening(120);
    await alone.close();
  });
});
