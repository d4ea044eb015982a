import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { readBackupConfig, readRestoreConfig } from "../src/backup/config.ts";
import { unknownMigrations } from "../src/backup/database-facts.ts";
import { manifestText, readManifest, type Manifest } from "../src/backup/manifest.ts";
import { noteRestored, notContinuedSince } from "../src/backup/restored-file.ts";
import { missingSecrets, secretChecks } from "../src/backup/secret-checks.ts";
import { SERVICES } from "../src/services.ts";

const SECRETS = {
  card_keys: "k2:bmV3,k1:b2xk",
  webhook_secret_keys: "k1:aG9vaw==",
  postgres_password: "secret",
};

const MANIFEST: Manifest = {
  program: "0.1.0",
  kind: "cluster",
  postgres_major: 18,
  begun_at: "2026-03-10T12:00:00.000Z",
  ended_at: "2026-03-10T12:00:05.000Z",
  end_lsn: "0/1",
  lacks_since: null,
  migrations: { payments: ["One1"] },
  files: { "base.tar.gz": { bytes: 1, sha256: "00" } },
  secrets: { note: "", names: ["card_keys"], checks: { "card_keys/k1": "00" } },
};

describe("a restore that is asked for without its backup", () => {
  it("is refused with how it is said", () => {
    expect(() => readRestoreConfig({})).to.throw(
      "FROM: is required: the folder of a backup, as in FROM=/mnt/backups/monday",
    );
  });
});

describe("the secrets of a backup", () => {
  const checks = secretChecks(SECRETS, "cluster");

  it("are known by a value for each key, which tells nothing of it", () => {
    expect(Object.keys(checks)).to.deep.equal([
      "card_keys/k2",
      "card_keys/k1",
      "webhook_secret_keys/k1",
      "postgres_password",
    ]);
    for (const check of Object.values(checks)) expect(check).to.match(/^[0-9a-f]{16}$/);
    expect(checks["card_keys/k1"], "of another name").not.to.equal(checks["webhook_secret_keys/k1"]);
  });

  it("are still the right ones when rings have got further keys, in any order", () => {
    expect(missingSecrets(checks, { ...SECRETS, card_keys: "k3:bmV4dA==,k1:b2xk,k2:bmV3" })).to.deep.equal(
      [],
    );
  });

  it("are named where a key is missing or another one", () => {
    expect(missingSecrets(checks, { ...SECRETS, card_keys: "k2:bmV3" })).to.deep.equal(["card_keys/k1"]);
    expect(missingSecrets(checks, { ...SECRETS, card_keys: "k2:b2xk,k1:b2xk" })).to.deep.equal([
      "card_keys/k2",
    ]);
    expect(missingSecrets(checks, {})).to.deep.equal(Object.keys(checks));
  });

  it("need no superuser's password for a database of others", () => {
    expect(secretChecks(SECRETS, "dump")).not.to.have.property("postgres_password");
  });
});

describe("a backup's manifest", () => {
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("manifests");
  });
  after(() => folder.remove());

  const read = (name: string, text: string) => {
    const path = join(folder.path, name);
    mkdirSync(path);
    writeFileSync(join(path, "manifest.json"), text);
    return () => readManifest(path);
  };

  it("reads as it was written", () => {
    expect(read("whole", manifestText(MANIFEST))()).to.deep.include(MANIFEST);
  });

  const wrong: readonly [title: string, manifest: object, says: RegExp][] = [
    [
      "names a file of another folder",
      { ...MANIFEST, files: { "../x": { bytes: 1, sha256: "" } } },
      /is damaged$/,
    ],
    ["has no files", { ...MANIFEST, files: null }, /is damaged$/],
    ["has no times", { ...MANIFEST, begun_at: 1 }, /is damaged$/],
    ["knows no secrets", { ...MANIFEST, secrets: {} }, /is damaged$/],
  ];
  for (const [title, manifest, says] of wrong)
    it(`is refused where it ${title}`, () => {
      expect(read(title, JSON.stringify({ format: 1, ...manifest }))).to.throw(says);
    });

  it("of this release has no migration that this release does not know", () => {
    const migrations = Object.fromEntries(
      SERVICES.map(({ schema }) => [
        schema.schema,
        schema.migrations.map((Migration) => new Migration().name ?? Migration.name),
      ]),
    );
    expect(unknownMigrations(migrations)).to.deep.equal([]);
    expect(unknownMigrations({ ...migrations, tomorrow: ["One1"] })).to.deep.equal(["tomorrow: One1"]);
  });
});

describe("the settings of a backup", () => {
  it("put secrets beside the folder and never inside of it", () => {
    const { to, secretsTo } = readBackupConfig({ DATA_DIR: "/srv/data" });
    expect(to).to.match(/^\/srv\/data-backups\/\d{4}-\d{2}-\d{2}T\d{6}Z$/);
    expect(secretsTo).to.equal(`${to}.secrets.json`);
    expect(() => readBackupConfig({ TO: "/b", SECRETS_TO: "/b/c/s.json" })).to.throw(
      /^SECRETS_TO: must not be inside/,
    );
  });

  it("name what a restore must be told", () => {
    expect(() => readRestoreConfig({})).to.throw(/^FROM: /);
    expect(() => readRestoreConfig({ FROM: "/b", ASIDE: "maybe" })).to.throw(/^ASIDE: /);
  });
});

describe("the note of a restore", () => {
  it("says since when something may be missing, and of a backup that was taken before that was settled, since then", () => {
    const folder = guardedFolder("notes");
    try {
      expect(notContinuedSince(folder.path)).to.equal(undefined);
      noteRestored(folder.path, MANIFEST);
      expect(notContinuedSince(folder.path)).to.equal(MANIFEST.begun_at);
      noteRestored(folder.path, { ...MANIFEST, lacks_since: "2026-03-01T00:00:00.000Z" });
      expect(notContinuedSince(folder.path)).to.equal("2026-03-01T00:00:00.000Z");
      writeFileSync(
        join(folder.path, "restored.json"),
        JSON.stringify({ backup_begun_at: "x", continued_at: "y" }),
      );
      expect(notContinuedSince(folder.path)).to.equal(undefined);
    } finally {
      void folder.remove();
    }
  });
});
