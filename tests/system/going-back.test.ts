import { join } from "node:path";
import { migrate, type Compatibility, type ServiceMigration } from "@flowlix/persistence";
import { guardedFolder, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import type { QueryRunner } from "typeorm";
import { externalDatabase, roleUrls } from "../../services/standalone/src/database.ts";
import { loadSecrets } from "../../services/standalone/src/secrets.ts";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { launch } from "../../services/standalone/test/support/launched.ts";
import { FREE_PORTS, START_TIMEOUT_MS, startStandalone } from "./support/installation.ts";
import { pay, readPayment } from "./support/pay.ts";

/** A migration of a release after this one, planted. */
function nextRelease(compatibility: Compatibility, sql: string, timestamp: number) {
  return class implements ServiceMigration {
    readonly name = `Next${timestamp}`;
    readonly compatibility = compatibility;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {}
  };
}

const Expand = nextRelease(
  "expand",
  "alter table payments.payments add column of_tomorrow text",
  9700000000000,
);
const Contract = nextRelease(
  "contract 90.0.0",
  "alter table payments.payments drop column of_tomorrow",
  9700000000001,
);

describe("an installation that goes back a release", function () {
  this.timeout(START_TIMEOUT_MS);
  const database = withDatabase([]);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("going-back");
  });
  after(() => folder.remove());

  const dataDir = () => join(folder.path, "data");
  const env = () => ({ DATABASE_URL: database().adminUrl });

  /** What `make migrate` of the later release does to the schema of payments. */
  async function migrateAsLaterRelease(...later: readonly (new () => ServiceMigration)[]): Promise<void> {
    const { adminUrl, rolePrefix } = externalDatabase(database().adminUrl);
    const url = roleUrls({ adminUrl, rolePrefix }, loadSecrets(join(dataDir(), "secrets.json")))("payments");
    const passwords = { payments: decodeURIComponent(new URL(url).password) };
    const specs = SERVICES.filter(({ name }) => name === "payments").map(({ schema }) => ({
      ...schema,
      migrations: [...schema.migrations, ...later],
    }));
    await migrate({ adminUrl, rolePrefix, passwords, specs });
  }

  it("works on a database that a later release expanded, and with what was paid before", async () => {
    const first = await startStandalone({ dataDir: dataDir(), env: env() });
    const { body } = await pay(first);
    expect(await first.stop()).to.equal(0);
    await migrateAsLaterRelease(Expand);
    const again = await startStandalone({ dataDir: dataDir(), env: env() });
    expect(again.errors()).to.equal(
      "nothing was migrated: the database is newer than this code: payments has Next9700000000000; this release runs on it\n",
    );
    expect((await readPayment(again, String(body["id"]))).body).to.deep.equal(body);
    expect((await pay(again)).body).to.include({ status: "SUCCEEDED" });
    expect(await again.stop()).to.equal(0);
  });

  it("refuses in one line a database that a later release contracted, and names the release it needs", async () => {
    await migrateAsLaterRelease(Expand, Contract);
    for (const form of ["standalone", "distributed"] as const) {
      const launched = launch(form, dataDir(), { ...FREE_PORTS, ...env() });
      expect(await launched.ended, form).to.equal(1);
      expect(launched.errors(), form).to.match(
        /^database: the database is newer than this code: payments has Next9700000000001; this is release \S+: run 90\.0\.0 or a later one\n$/,
      );
    }
  });
});
