import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { launch, START_TIMEOUT_MS } from "../../services/standalone/test/support/launched.ts";
import { superuserUrl } from "./e2e/support/database.ts";
import { prepareFolder } from "./e2e/support/prepared-folder.ts";

describe("the embedded database alone", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("database-alone");
  });
  after(() => folder.remove());
  const place = (name: string) => join(folder.path, name);

  it("runs until it is stopped, for an operator who repairs what stops every start, and the folder is free again", async () => {
    await prepareFolder(place("one"));
    const database = launch("database", place("one"), {});
    await database.printed("A SQL prompt");
    const url = superuserUrl(place("one"));
    expect(database.output()).to.contain(`127.0.0.1:${new URL(url).port}, user and database postgres`);
    const db = await connect(url, "test");
    await db.query("update payments.migrations set checksum = null");
    await db.end();
    database.kill("SIGTERM");
    expect(await database.ended).to.equal(0);
    const migrated = launch("migrate", place("one"), {});
    expect(await migrated.ended, migrated.errors()).to.equal(0);
  });

  it("makes none where there is none", async () => {
    const refused = launch("database", place("none"), {});
    expect(await refused.ended).to.equal(1);
    expect(refused.errors().trim()).to.equal(`DATA_DIR: there is no embedded database in ${place("none")}`);
    expect(existsSync(place("none"))).to.equal(false);
  });
});
