import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { connect, roleUrl } from "@flowlix/persistence";
import { guardedFolder, holdRows, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { restoreBackup } from "../../services/standalone/src/backup/restore-backup.ts";
import { takeBackup } from "../../services/standalone/src/backup/take-backup.ts";
import { LaunchError } from "../../services/standalone/src/launch-error.ts";
import { launch } from "../../services/standalone/test/support/launched.ts";
import { superuserUrl } from "./e2e/support/database.ts";
import { prepareFolder } from "./e2e/support/prepared-folder.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";
import { pay, readPayment } from "./support/pay.ts";

describe("what make backup and make restore refuse", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let running: Installation;
  let paymentId: string;
  const place = (name: string) => join(folder.path, name);
  const [backup, secrets] = [() => place("backup"), () => place("kept.json")];

  before("back up an installation with make", async () => {
    folder = guardedFolder("backups");
    await prepareFolder(place("one"));
    running = await startStandalone({ dataDir: place("one") });
    paymentId = String((await pay(running)).body["id"]);
    expect(await make("backup", place("one"), `TO=${backup()}`, `SECRETS_TO=${secrets()}`)).to.equal(0);
  });
  after(async () => {
    await running.stop();
    await folder.remove();
  });

  function make(target: string, dataDir: string, ...settings: readonly string[]): Promise<number> {
    const done = Promise.withResolvers<number>();
    const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", DATA_DIR: dataDir };
    const child = execFile("make", ["-s", target, ...settings], { env }, () =>
      done.resolve(child.exitCode ?? 1),
    );
    return done.promise;
  }

  /** A copy of the backup in which something is otherwise. */
  function changed(name: string, change: (path: string) => void): string {
    const copy = place(name);
    cpSync(backup(), copy, { recursive: true });
    change(copy);
    return copy;
  }
  const withManifest = (name: string, change: (manifest: Record<string, unknown>) => object) =>
    changed(name, (path) => {
      const file = join(path, "manifest.json");
      writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")))));
    });

  /** In this process: each start of one takes seconds. */
  async function refusal(
    command: typeof takeBackup,
    dataDir: string,
    env: Readonly<Record<string, string>>,
  ): Promise<string> {
    try {
      return `nothing: ${await command({ DATA_DIR: dataDir, ...env }, new AbortController().signal)}`;
    } catch (error) {
      if (error instanceof LaunchError) return error.lines.join("\n");
      throw error;
    }
  }

  async function refuses(to: string, from: string, says: RegExp, env: Record<string, string> = {}) {
    expect(await refusal(restoreBackup, to, { FROM: from, SECRETS: secrets(), ...env })).to.match(says);
  }

  const DAMAGED: readonly [title: string, damage: (path: string) => void, says: RegExp][] = [
    [
      "no manifest",
      (path) => rmSync(join(path, "manifest.json")),
      /is no complete backup: manifest\.json is missing$/,
    ],
    [
      "half a manifest",
      (path) => truncateSync(join(path, "manifest.json"), 100),
      /manifest\.json is damaged/,
    ],
    ["no archive", (path) => rmSync(join(path, "base.tar.gz")), /base\.tar\.gz is missing$/],
    [
      "half an archive",
      (path) => truncateSync(join(path, "base.tar.gz"), 1_000),
      /base\.tar\.gz is damaged: it has 1000 bytes/,
    ],
    [
      "another list of files",
      (path) => flipBit(join(path, "backup_manifest")),
      /backup_manifest is damaged: its SHA-256/,
    ],
  ];
  function flipBit(file: string): void {
    const bytes = readFileSync(file);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }

  async function sql(url: string, text: string): Promise<void> {
    const client = await connect(url, "test");
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  for (const [title, damage, says] of DAMAGED)
    it(`a backup with ${title}, by its name, and makes nothing`, async () => {
      await refuses(place("unmade"), changed(title.replaceAll(" ", "-"), damage), says);
      expect(existsSync(place("unmade"))).to.equal(false);
    });

  it("a backup of a newer release, of another Postgres, and of a form that it does not know", async () => {
    const newer = withManifest("newer", (manifest) => ({
      ...manifest,
      migrations: { ...Object(manifest["migrations"]), payments: ["OfTomorrow9999999999999"] },
    }));
    await refuses(place("unmade"), newer, /of a newer release .* payments: OfTomorrow9999999999999/);
    const major = withManifest("major", (manifest) => ({ ...manifest, postgres_major: 99 }));
    await refuses(place("unmade"), major, /the backup is of Postgres 99; this release has 18$/);
    const format = withManifest("format", (manifest) => ({ ...manifest, format: 2 }));
    await refuses(place("unmade"), format, /is of a newer program/);
    const dump = withManifest("dump", (manifest) => ({ ...manifest, kind: "dump" }));
    await refuses(place("unmade"), dump, /of a database of yours: name an empty one in DATABASE_URL$/);
  });

  it("to restore without the secrets, or with those of somebody else", async () => {
    await refuses(place("unmade"), backup(), /^SECRETS: .* is missing; without it/, {
      SECRETS: place("none"),
    });
    await refuses(place("unmade"), backup(), /^SECRETS: the file of the backup's secrets/, { SECRETS: "" });
    const own: Record<string, string> = JSON.parse(readFileSync(secrets(), "utf8"));
    const card_keys = `k1:${Buffer.alloc(32).toString("base64")}`;
    writeFileSync(place("others.json"), JSON.stringify({ ...own, card_keys }));
    await refuses(
      place("unmade"),
      backup(),
      /^SECRETS: .*others\.json lacks, or has others for, card_keys\/k1 of the backup$/,
      {
        SECRETS: place("others.json"),
      },
    );
  });

  it("to restore into what runs", async () => {
    await refuses(place("one"), backup(), /is in use by process/, { ASIDE: "yes" });
    expect((await readPayment(running, paymentId)).status).to.equal(200);
  });

  it("to write over anything", async () => {
    const one = (env: Record<string, string>) => refusal(takeBackup, place("one"), env);
    expect(await one({ TO: backup(), SECRETS_TO: place("new.json") })).to.equal(
      `TO: ${backup()} is there already`,
    );
    expect(await one({ TO: place("new"), SECRETS_TO: secrets() })).to.equal(
      `SECRETS_TO: ${secrets()} is there already`,
    );
    expect(await refusal(takeBackup, place("nothing"), { TO: place("new") })).to.match(
      /^DATA_DIR: there is no installation in /,
    );
  });

  it("to dump a database of others' without a pg_dump for it, and says what to run", async () => {
    const said = await refusal(takeBackup, place("one"), {
      TO: place("dumped"),
      DATABASE_URL: superuserUrl(place("one")),
      PATH: place("no-programs"),
    });
    expect(said).to.equal(
      "DATABASE_URL: pg_dump of Postgres 18 or newer must be on the PATH (there is none); or run where it is: pg_dump --format=custom --no-owner --no-privileges --file=FILE DATABASE_URL",
    );
    expect(readdirSync(folder.path).filter((name) => name.startsWith("dumped"))).to.deep.equal([]);
  });

  it("to call a database used that it has filled itself: where only migrating failed it says how to go on", async () => {
    const admin = superuserUrl(place("one"));
    const owner = roleUrl(admin, "restorer", "restorer");
    const url = new URL(owner);
    url.pathname = "/filled";
    // An owner who may not make roles.
    await sql(admin, "create role restorer login password 'restorer'");
    await sql(admin, "create database filled owner restorer");
    writeFileSync(join(folder.path, "pg_restore"), `#!/bin/sh\necho "pg_restore (PostgreSQL) 18.4"\n`, {
      mode: 0o755,
    });
    const dump = withManifest("filled-by", (manifest) => ({ ...manifest, kind: "dump" }));
    const env = { DATABASE_URL: url.href, PATH: folder.path };
    await refuses(
      place("filled"),
      dump,
      /: permission denied.*\nthe dump is restored, .* run make migrate with the same settings/,
      env,
    );
    const used = /^DATABASE_URL: the database has platform already: name an empty one; nothing is deleted/;
    await refuses(
      place("filled"),
      dump,
      new RegExp(`${used.source}\\. If the run before .* run make migrate`),
      env,
    );
    await refuses(place("another"), dump, new RegExp(`${used.source}$`), env);
  });

  it("to leave anything of a backup that was interrupted", async () => {
    // It waits here until somebody ends it.
    const letGo = await holdRows(
      superuserUrl(place("one")),
      "lock table payments.migrations in access exclusive mode",
    );
    const launched = launch("backup", place("one"), { TO: place("cut"), SECRETS_TO: place("cut.json") });
    const left = () => readdirSync(folder.path).filter((name) => name.startsWith("cut"));
    await waitFor("the backup to begin", () => left().length > 0);
    launched.kill("SIGTERM");
    expect(await launched.ended).to.equal(1);
    await letGo();
    expect(launched.errors().trim()).to.equal("interrupted; nothing was kept");
    expect(left()).to.deep.equal([]);
  });

  it("no folder of a start that was refused before it had a database: its secrets are kept aside", async () => {
    const refused = launch("standalone", place("refused"), { PORT: new URL(running.publicUrl).port });
    expect(await refused.ended).to.equal(1);
    expect(readdirSync(place("refused"))).to.have.members(["control-token", "launcher.lock", "secrets.json"]);
    const own = readFileSync(join(place("refused"), "secrets.json"), "utf8");
    await refuses(
      place("refused"),
      backup(),
      /^nothing: What was in .*refused is in .*refused\.before-restore-/,
    );
    expect(readdirSync(place("refused"))).to.include("postgres-18");
    const [aside = ""] = readdirSync(folder.path).filter((name) =>
      name.startsWith("refused.before-restore-"),
    );
    expect(readFileSync(join(place(aside), "secrets.json"), "utf8")).to.equal(own);
  });

  it("a folder of secrets that have been used, though the database is another's", async () => {
    mkdirSync(place("external"));
    for (const name of ["launcher.lock", "secrets.json", "control-token", "ports.json"])
      writeFileSync(join(place("external"), name), "");
    await refuses(place("external"), backup(), /is not empty: name another, or say ASIDE=yes/);
  });

  it("a folder that is not empty, unless it may be renamed: then what was there is kept", async () => {
    expect(await running.stop()).to.equal(0);
    await refuses(place("one"), backup(), /is not empty: name another, or say ASIDE=yes/);
    // It has the secrets itself.
    rmSync(secrets());
    expect(await make("restore", place("one"), `FROM=${backup()}`, "ASIDE=yes")).to.equal(0);
    const [aside] = readdirSync(folder.path).filter((name) => name.startsWith("one.before-restore-"));
    expect(readdirSync(place(aside ?? ""))).to.include.members(["postgres-18", "secrets.json"]);
    const { apiKey } = running;
    running = await startStandalone({ dataDir: place("one") });
    expect((await readPayment({ ...running, apiKey }, paymentId)).status).to.equal(200);
  });
});
