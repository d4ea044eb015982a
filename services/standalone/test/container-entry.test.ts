import { join } from "node:path";
import { roleName, roleUrl } from "@flowlix/persistence";
import { guardedFolder, startFakeNats, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { chooseEntry } from "../src/container/entries.ts";
import { freePort } from "../src/free-port.ts";
import { databaseSetting, PLATFORM } from "../src/service-names.ts";
import { SERVICES } from "../src/services.ts";
import { runEntry, startEntry } from "./support/container.ts";
import { START_TIMEOUT_MS } from "./support/launched.ts";

describe("the entry of the image", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("entry");
  });
  after(() => folder.remove());

  it("is the service that SERVICE names, unless its first argument names another entry", () => {
    const chosen = (argv: string[], service?: string) => {
      const choice = chooseEntry(argv, service);
      return choice.ok ? [choice.entry.name, choice.entry.args] : choice.problem;
    };
    expect(chosen([], "payments")).to.deep.equal(["payments", []]);
    expect(chosen(["healthcheck"], "payments")).to.deep.equal(["healthcheck", []]);
    expect(chosen(["flowlix", "merchant", "list"], "api-gateway")).to.deep.equal([
      "flowlix",
      ["merchant", "list"],
    ]);
    expect(chosen(["migrate"], "flowlix")).to.deep.equal(["flowlix", ["migrate"]]);
    expect(chosen(["now"], "payments")).to.equal("payments takes no arguments, and was given 1");
  });

  it("knows every service of the platform", () => {
    for (const { name } of SERVICES) expect(chooseEntry([], name).ok, name).to.equal(true);
  });

  it("ends with 78 and names what is missing or wrong, each problem a line", async () => {
    const refused = async (env: Record<string, string>) => {
      const { code, stderr } = await runEntry(folder.path, env);
      return [code, ...stderr.trim().split("\n")];
    };
    expect((await refused({})).join(" ")).to.match(/^78 SERVICE: is required; it must be one of api-gateway/);
    expect((await refused({ SERVICE: "" })).join(" ")).to.match(/^78 SERVICE: is required/);
    expect((await refused({ SERVICE: "ledger" })).join(" ")).to.match(/^78 SERVICE: there is no ledger/);
    expect(await refused({ SERVICE: "idempotency" })).to.deep.equal([
      78,
      "IDEMPOTENCY_DATABASE_URL: is required",
    ]);
    expect(await refused({ SERVICE: "migrate" })).to.deep.equal([
      78,
      "DATABASE_URL: is required",
      ...PLATFORM.map((name) => `${databaseSetting(name)}: is required`),
    ]);
    expect((await refused({ SERVICE: "wait-for-schema" })).join(" ")).to.match(
      /^78 name WAIT_FOR_SERVICE or at least one of GATEWAY_DATABASE_URL/,
    );
    expect((await refused({ SERVICE: "wait-for-schema", WAIT_FOR_SERVICE: "ledger" })).join(" ")).to.match(
      /^78 WAIT_FOR_SERVICE: there is no ledger/,
    );
    expect(
      await refused({ SERVICE: "wait-for-schema", WAIT_FOR_SERVICE: "refunds", WAIT_TIMEOUT: "soon" }),
    ).to.deep.equal([78, "WAIT_TIMEOUT: must be a time such as 500ms, 25s, 15m, 24h or 7d"]);
  });

  it("is unhealthy while nothing answers on its admin port, and says so", async () => {
    expect(await runEntry(folder.path, { SERVICE: "payments", ADMIN_PORT: "" }, ["healthcheck"])).to.include({
      code: 1,
      stdout: "ADMIN_PORT: is required, and must be the port of this container's own probes\n",
    });
    const { code, stdout } = await runEntry(folder.path, { SERVICE: "healthcheck", ADMIN_PORT: "1" });
    expect([code, stdout]).to.deep.equal([1, "not ready: connect ECONNREFUSED 127.0.0.1:1\n"]);
  });

  describe("on a database without schemas", () => {
    // Before the database goes.
    after("drop the roles", async () => {
      for (const { name } of SERVICES) {
        const role = roleName(prefix(), name);
        const known = await database().sql("select 1 from pg_roles where rolname = $1", [role]);
        if (known.length > 0) await database().sql(`drop owned by ${role}; drop role ${role}`);
      }
    });
    const database = withDatabase([]);

    /** The services' own URLs, with roles that nothing else on this server has. */
    const urls = () =>
      Object.fromEntries(
        SERVICES.map(({ name, module }) => [
          Object.keys(module.config).find((setting) => setting.endsWith("_DATABASE_URL")) ?? "",
          roleUrl(database().adminUrl, roleName(prefix(), name), `password-of-${name}`),
        ]),
      );
    const prefix = () => `e${database().name.slice(-12)}`;
    it("waits for the schema of a service and says in the end what was missing", async () => {
      const env = {
        ...urls(),
        SERVICE: "wait-for-schema",
        WAIT_FOR_SERVICE: "refunds",
        WAIT_TIMEOUT: "3s",
      };
      const { code, stderr } = await runEntry(folder.path, env);
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^waiting: refunds: REFUNDS_DATABASE_URL: the database at [^ ]+ cannot be used/,
      );
      expect(stderr.trim().split("\n").at(-1)).to.match(/waited 3 s \(WAIT_TIMEOUT\)$/);
    });

    it("ends at once with 143 when it is asked to while it waits", async () => {
      const env = { ...urls(), SERVICE: "wait-for-schema", WAIT_TIMEOUT: "10m" };
      const waiting = startEntry(folder.path, env);
      await waiting.complained("waiting: ");
      waiting.kill("SIGTERM");
      expect((await waiting.ended).code).to.equal(143);
    });

    it("refuses to migrate with users that are no roles of one installation, and changes nothing", async () => {
      const wrong = { ...urls(), PAYOUTS_DATABASE_URL: roleUrl(database().adminUrl, "somebody", "else") };
      const env = { ...wrong, SERVICE: "migrate", DATABASE_URL: database().adminUrl };
      const { code, stderr } = await runEntry(folder.path, env);
      expect([code, stderr]).to.deep.equal([
        78,
        `PAYOUTS_DATABASE_URL: its user must be ${prefix()}_payouts\n`,
      ]);
      expect(
        await database().sql("select 1 from information_schema.schemata where schema_name = 'payments'"),
      ).to.deep.equal([]);
    });

    it("migrates every service once, the second time nothing, and lets those go on who wait", async () => {
      const waiting = startEntry(folder.path, { ...urls(), SERVICE: "wait-for-schema", WAIT_TIMEOUT: "2m" });
      const env = { ...urls(), SERVICE: "migrate", DATABASE_URL: database().adminUrl };
      const first = await runEntry(folder.path, env);
      expect([first.code, first.stderr]).to.deep.equal([0, ""]);
      expect(first.stdout)
        .to.match(/^migrated api-gateway: /)
        .and.to.match(/\nmigrated sandbox-acquirer: /);
      expect(await runEntry(folder.path, env)).to.deep.equal({
        code: 0,
        stdout: "the database is up to date\n",
        stderr: "",
      });
      const { code, stdout } = await waiting.ended;
      expect([code, stdout.trim()]).to.deep.equal([
        0,
        `the schema of ${SERVICES.map(({ name }) => name).join(", ")} is there`,
      ]);
    });

    it("refuses a bus that comes later and takes too small messages, in one line and with 78", async () => {
      const port = await freePort();
      const env = { ...urls(), SERVICE: "idempotency", NATS_URL: `nats://127.0.0.1:${port}` };
      await runEntry(folder.path, { ...urls(), SERVICE: "migrate", DATABASE_URL: database().adminUrl });
      const starting = startEntry(folder.path, env);
      await starting.logged("Connection is failed. CONNECTION_REFUSED");
      const bus = await startFakeNats({ maxPayload: 1_048_576, port });
      const { code, stderr } = await starting.ended;
      await bus.stop();
      expect([code, stderr]).to.deep.equal([
        78,
        "idempotency cannot start: NATS_URL: the bus takes messages of 1048576 bytes, and 4194304 are needed: set max_payload: 4MB in its configuration\n",
      ]);
    });

    it("says how schemas differ with 6, and does not take statements for those that ran where they do", async () => {
      const env = { ...urls(), DATABASE_URL: database().adminUrl };
      const entry = (SERVICE: string) => runEntry(folder.path, { ...env, SERVICE });
      await entry("migrate");
      const same = await entry("schema-check");
      expect([same.code, same.stderr]).to.deep.equal([0, ""]);
      expect(same.stdout.trim().split("\n")).to.deep.equal(
        SERVICES.map(({ schema }) => `${schema.schema}: as its migrations make it`),
      );
      await database().sql("alter table payouts.payouts add mine text");
      const other = await entry("schema-check");
      expect([other.code, other.stderr]).to.deep.equal([6, ""]);
      const difference = "payouts: table payouts column mine is made by no migration: text";
      expect(other.stdout.trim().split("\n")).to.include(difference);
      await database().sql("update payouts.migrations set checksum = null");
      const refused = await entry("migrate");
      await database().sql("alter table payouts.payouts drop mine");
      expect(refused.code).to.equal(1);
      expect(refused.stderr)
        .to.match(/^database: the schema payouts is not what its migrations make[^\n]*\n$/)
        .and.include(`nothing was changed: ${difference}`);
      expect((await entry("migrate")).code).to.equal(0);
    });

    const ofTomorrow = async (compatibility: string): Promise<void> => {
      await database().sql(
        `insert into payments.migrations (timestamp, name) values (9999999999999, 'OfTomorrow9999999999999');
         insert into payments.migration_compatibility values ('OfTomorrow9999999999999', '${compatibility}')`,
      );
    };
    const notOfTomorrow = () =>
      database().sql(
        "delete from payments.migrations where timestamp = 9999999999999; delete from payments.migration_compatibility where name = 'OfTomorrow9999999999999'",
      );

    it("refuses a database that a newer release contracted, and waits for no schema there", async () => {
      await runEntry(folder.path, { ...urls(), SERVICE: "migrate", DATABASE_URL: database().adminUrl });
      await ofTomorrow("contract 90.0.0");
      const migrated = { ...urls(), SERVICE: "migrate", DATABASE_URL: database().adminUrl };
      const waited = { ...urls(), SERVICE: "wait-for-schema", WAIT_FOR_SERVICE: "payments" };
      const entries = [await runEntry(folder.path, migrated), await runEntry(folder.path, waited)];
      await notOfTomorrow();
      for (const { code, stderr } of entries) {
        expect(code).to.equal(1);
        expect(stderr).to.match(/^\w+: the database is newer [^\n]+: run 90\.0\.0 or a later one\n$/);
      }
    });

    it("leaves a database alone that a newer release has migrated, since a rollback runs on it", async () => {
      const env = { ...urls(), SERVICE: "migrate", DATABASE_URL: database().adminUrl };
      await runEntry(folder.path, env);
      await ofTomorrow("expand");
      const { code, stdout, stderr } = await runEntry(folder.path, env);
      await notOfTomorrow();
      expect([code, stderr]).to.deep.equal([0, ""]);
      expect(stdout).to.match(
        /^nothing was migrated: the database is newer than this code: payments has OfTomorrow/,
      );
    });

    it("waits for a database that cannot be reached, says so in the end, and shows no password", async () => {
      const { code, stderr } = await runEntry(folder.path, {
        ...urls(),
        SERVICE: "migrate",
        DATABASE_URL: "postgres://postgres:secret-of-the-owner@127.0.0.1:1/flowlix",
        WAIT_TIMEOUT: "3s",
      });
      expect(code).to.equal(1);
      const lines = stderr.trim().split("\n");
      expect(lines).to.have.length(2);
      expect(lines[0]).to.match(/^waiting: the database cannot be reached yet: connect ECONNREFUSED/);
      expect(lines[1]).to.match(/^DATABASE_URL: the database at [^ ]+ cannot be used: connect ECONNREFUSED/);
      expect(stderr).not.to.include("secret-of-the-owner");
    });

    it("refuses a wrong wait beside everything else that is wrong", async () => {
      const env = { ...urls(), SERVICE: "migrate", WAIT_TIMEOUT: "soon" };
      const { code, stderr } = await runEntry(folder.path, env);
      expect([code, stderr.trim().split("\n")]).to.deep.equal([
        78,
        ["DATABASE_URL: is required", "WAIT_TIMEOUT: must be a time such as 500ms, 25s, 15m, 24h or 7d"],
      ]);
    });

    it("reads a secret from the file that X_FILE names", async () => {
      const missing = join(folder.path, "missing");
      const env = { ...urls(), SERVICE: "migrate", DATABASE_URL_FILE: missing };
      expect(await runEntry(folder.path, env)).to.include({
        code: 78,
        stderr: "DATABASE_URL: the file named by DATABASE_URL_FILE cannot be read (ENOENT)\n",
      });
    });
  });
});
