import { expect } from "chai";
import { guardedFolder, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { SERVICES } from "../src/services.ts";
import { runEntry } from "./support/container.ts";
import { START_TIMEOUT_MS } from "./support/launched.ts";

describe("the check of a restored database", function () {
  this.timeout(START_TIMEOUT_MS);
  const database = withDatabase(SERVICES.map(({ schema }) => schema));
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("restore-check");
  });
  after(() => folder.remove());

  const check = async (env: Record<string, string> = {}) => {
    const base = { SERVICE: "restore-check", DATABASE_URL: database().adminUrl, WAIT_TIMEOUT: "0s" };
    const { code, stdout, stderr } = await runEntry(folder.path, { ...base, ...env });
    const report: unknown = stdout === "" ? null : JSON.parse(stdout);
    return { code, report, problems: stderr.trim().split("\n").filter(Boolean) };
  };
  const jobRan = (ago: string) =>
    database().sql(
      `insert into payments.jobs (task, lane, next_at, last_ok_at) values ('of_a_test', 0, clock_timestamp(), clock_timestamp() - interval '${ago}')
       on conflict (task, lane) do update set last_ok_at = excluded.last_ok_at`,
    );

  it("passes where schemas, books and sums are whole and the newest row is young, and says how young", async () => {
    await jobRan("1 minute");
    const { code, report, problems } = await check();
    expect([code, problems]).to.deep.equal([0, []]);
    expect(report).to.include({ ok: true, newest_entry_seconds: null });
    expect(report).to.have.property("lost_seconds").that.is.within(60, 3_600);
    expect(report).to.have.property("schemas").that.includes.members(["gateway", "payments"]);
  });

  it("ends with 6 where more would be lost than LOST_MAX", async () => {
    await jobRan("2 hours");
    const { code, report, problems } = await check();
    expect(code).to.equal(6);
    expect(report).to.include({ ok: false });
    expect(problems.join("\n")).to.match(/^its newest row is 7\d\d\d s old; LOST_MAX is 3600 s$/);
  });

  it("ends with 6 where a schema lacks a migration, and compares nothing of it", async () => {
    const [last] = await database().sql(
      "select name from payouts.migrations order by timestamp desc limit 1",
    );
    const taken = await database().sql("delete from payouts.migrations where name = $1 returning *", [
      last?.["name"],
    ]);
    const { code, report, problems } = await check();
    await database().sql("insert into payouts.migrations (timestamp, name) values ($1, $2)", [
      taken[0]?.["timestamp"],
      last?.["name"],
    ]);
    expect(code).to.equal(6);
    expect(report).to.deep.include({ ledgers: [] });
    expect(problems.join("\n")).to.match(/payouts lacks/);
  });

  it("needs no more than to connect and to read everything", async () => {
    await jobRan("1 minute");
    const role = `reads_${database().name.slice(-12)}`;
    await database().sql(`create role ${role} login password 'of-a-test' in role pg_read_all_data;
       grant connect on database ${database().name} to ${role}`);
    try {
      const url = new URL(database().adminUrl);
      url.username = role;
      url.password = "of-a-test";
      const { code, problems } = await check({ DATABASE_URL: url.href });
      expect([code, problems]).to.deep.equal([0, []]);
    } finally {
      await database().sql(`drop owned by ${role}; drop role ${role}`);
    }
  });

  it("says that no database is there, and shows no password", async () => {
    const { code, problems } = await check({ DATABASE_URL: "postgres://a:secret-of-a@127.0.0.1:1/b" });
    expect(code).to.equal(1);
    expect(problems.join("\n")).to.match(/^DATABASE_URL: the database cannot be used: /);
    expect(problems.join("\n")).not.to.include("secret-of-a");
  });
});
