import { connect, type ServiceSchemaSpec } from "@flowlix/persistence";
import { createTestDatabase, testPostgresUrl, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";

const word: ServiceSchemaSpec = {
  service: "word-keeper",
  schema: "words",
  entities: [],
  migrations: [
    class Words1700000000009 {
      async up(runner: { query(text: string): Promise<unknown> }): Promise<void> {
        await runner.query("create table words.word (word text primary key)");
      }

      async down(): Promise<void> {}
    },
  ],
};

describe("A test database", function () {
  this.timeout(30_000);
  const database = withDatabase([word]);

  it("has the schemas migrated and a role for each service", async () => {
    const client = await connect(database().urlOf("word-keeper"), "test");
    await client.query("insert into words.word values ('plover')");
    await client.end();
    expect(await database().sql("select word from words.word where word = $1", ["plover"])).to.deep.equal([
      { word: "plover" },
    ]);
  });

  it("is nobody else's, and is gone when it is dropped, open connections or not", async () => {
    const other = await createTestDatabase([word]);
    expect(await other.sql("select * from words.word")).to.deep.equal([]);
    const open = await connect(other.adminUrl, "test");
    await other.drop();
    await open.end();
    const server = await connect(await testPostgresUrl(), "test");
    const { rowCount } = await server.query("select 1 from pg_database where datname = $1", [other.name]);
    await server.end();
    expect(rowCount).to.equal(0);
  });
});

describe("the statements of a test", () => {
  const database = withDatabase([]);
  const failureOf = (act: Promise<unknown>) => act.then(() => expect.fail("it succeeded"), String);
  const backend = async () => (await database().sql("select pg_backend_pid() as pid"))[0]?.["pid"];

  it("keep one connection for those that come one by one, others for those that come at once", async () => {
    const first = await backend();
    expect(await backend()).to.equal(first);
    const three = await Promise.all([backend(), backend(), backend()]);
    expect(three).to.include(first);
    expect(new Set(three).size).to.equal(3);
  });

  it("take their connection along when they fail or it ends, so that the next has another", async () => {
    const failed = await backend();
    await failureOf(database().sql("set statement_timeout = 1; select pg_sleep(1)"));
    const next = await backend();
    expect(next).not.to.equal(failed);
    await failureOf(database().sql("select pg_terminate_backend(pg_backend_pid())"));
    expect(await backend()).not.to.equal(next);
  });
});
