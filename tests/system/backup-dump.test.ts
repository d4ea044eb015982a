import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { createTestDatabase, guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { backUp, restore } from "./support/backups.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";
import { pay, readPayment } from "./support/pay.ts";

/** The server of the tests. */
const MAJOR = 18;

function hasProgram(name: string): boolean {
  try {
    const said = execFileSync(name, ["--version"], { encoding: "utf8" });
    return Number(/\) (\d+)/.exec(said)?.[1]) >= MAJOR;
  } catch {
    return false;
  }
}

describe("a database of others that is dumped while it takes payments, and restored into an empty one", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let running: Installation | undefined;
  const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
  const place = (name: string) => join(folder.path, name);

  before(function () {
    folder = guardedFolder("dumps");
    if (!["pg_dump", "pg_restore"].every(hasProgram))
      skipBecause(this, `pg_dump and pg_restore of Postgres ${MAJOR} were not found`);
  });
  after(async () => {
    await running?.stop();
    for (const one of databases) await one.drop();
    await folder.remove();
  });

  async function emptyDatabase(): Promise<string> {
    const made = await createTestDatabase([]);
    databases.push(made);
    await made.sql("drop schema if exists platform cascade");
    return made.adminUrl;
  }

  it("has every Payment again, with roles of its own, and refuses to fill what is in use", async () => {
    const DATABASE_URL = await emptyDatabase();
    running = await startStandalone({ dataDir: place("one"), env: { DATABASE_URL } });
    const { apiKey } = running;
    const id = String((await pay(running)).body["id"]);
    const taken = await backUp(place("one"), { DATABASE_URL, TO: place("backup") });
    expect([taken.code, taken.problems]).to.deep.equal([0, []]);
    expect(readdirSync(place("backup"))).to.have.members(["database.dump", "manifest.json"]);
    expect(statSync(place("backup.secrets.json")).mode & 0o777).to.equal(0o600);

    const over = await restore(place("two"), { DATABASE_URL, FROM: place("backup") });
    expect(over.problems[0]).to.match(
      /^DATABASE_URL: the database has .*payments.* already: name an empty one/,
    );

    const other = await emptyDatabase();
    const restored = await restore(place("two"), { DATABASE_URL: other, FROM: place("backup") });
    expect([restored.code, restored.problems]).to.deep.equal([0, []]);
    expect(existsSync(join(place("two"), "restored.json"))).to.equal(true);
    expect(await running.stop()).to.equal(0);
    running = await startStandalone({ dataDir: place("two"), env: { DATABASE_URL: other } });
    expect((await readPayment({ ...running, apiKey }, id)).body["status"]).to.equal("SUCCEEDED");
    expect((await pay({ ...running, apiKey })).status).to.equal(201);
    const client = await connect(other, "test");
    const { rows } = await client.query(
      "select has_function_privilege('public', 'platform.clock()', 'execute') as open",
    );
    await client.end();
    expect(rows).to.deep.equal([{ open: false }]);
  });
});
