import { randomBytes } from "node:crypto";
import { chmodSync, createReadStream, createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, takeBaseBackup } from "@flowlix/persistence";
import { restoreCluster, startEmbeddedPostgres, type EmbeddedPostgres } from "@flowlix/persistence/embedded";
import { waitFor } from "@flowlix/testkit";
import { must } from "../../charts/tools.ts";

/** A role as `managed.roles` of a Cluster has it. */
export interface ManagedRole {
  readonly name: string;
  readonly login?: boolean;
  readonly createrole?: boolean;
  readonly inRoles?: readonly string[];
  readonly password: string;
}

/** Where a process of this machine reaches a Cluster. */
export interface Address {
  readonly port: number;
  readonly password: string;
}

interface Server {
  readonly postgres: EmbeddedPostgres;
  /** What its plugin calls it in the store; undefined where it archives nothing. */
  readonly archivedAs: string | undefined;
}

/** What a recovery comes from. */
export interface Source {
  readonly serverName: string;
  /** Undefined: all that was archived. */
  readonly targetTime: string | undefined;
}

/**
 * Postgres of each Cluster as a server of this machine, which archives its log and its base backups in folders that
 * stand in for the object store, under the name that its plugin gives it.
 */
export class Databases {
  readonly #servers = new Map<string, Server>();
  readonly #backups = new Map<string, string>();
  readonly #folder: string;
  readonly #password = randomBytes(16).toString("hex");

  constructor(folder: string) {
    this.#folder = folder;
  }

  address(cluster: string): Address | undefined {
    const server = this.#servers.get(cluster);
    return server === undefined ? undefined : { port: server.postgres.port, password: this.#password };
  }

  /** As `bootstrap.initdb` says. */
  async create(
    cluster: string,
    archivedAs: string | undefined,
    { database, owner }: { readonly database: string; readonly owner: string },
  ): Promise<void> {
    await this.#start(cluster, archivedAs);
    await this.#sql(cluster, `create role ${owner} login`, `create database ${database} owner ${owner}`);
  }

  /** As `bootstrap.recovery` says. Errors: nothing is archived under that name; the moment is none of its log. */
  async recover(
    cluster: string,
    archivedAs: string | undefined,
    { serverName, targetTime }: Source,
  ): Promise<void> {
    const backup = this.#backups.get(serverName);
    if (backup === undefined) throw new Error(`${cluster}: the archive has nothing of ${serverName}`);
    await this.#archiveAll(serverName);
    mkdirSync(join(this.#folder, cluster));
    const source = { archive: createReadStream(`${backup}.tar`), manifest: `${backup}.manifest` };
    await restoreCluster({ dataDir: this.#dataOf(cluster) }, source);
    await this.#start(cluster, archivedAs, {
      restore_command: `cp ${this.#logOf(serverName)}/%f %p`,
      recovery_target_action: "promote",
      // As the operator writes it: when the server reads this it knows no `Z` yet.
      ...(targetTime === undefined ? {} : { recovery_target_time: targetTime.replace(/Z$/, "+00") }),
    });
    await waitFor(`the end of the recovery of ${cluster}`, async () => {
      const [row] = await this.#sql(cluster, "select pg_is_in_recovery() as still");
      return row?.["still"] === false;
    });
  }

  async manage(cluster: string, roles: readonly ManagedRole[]): Promise<void> {
    for (const { name, login, createrole, inRoles = [], password } of roles) {
      const may = `${login === true ? "" : "no"}login ${createrole === true ? "" : "no"}createrole`;
      const grants = inRoles.map((role) => `grant ${role} to ${name}`);
      await this.#sql(cluster, `alter role ${name} ${may} password '${password}'`, ...grants);
    }
  }

  async backUp(cluster: string, serverName: string): Promise<void> {
    const url = this.#servers.get(cluster)?.postgres.url ?? "";
    const path = join(this.#folder, `backup-${randomBytes(4).toString("hex")}`);
    await takeBaseBackup({
      url,
      archive: createWriteStream(`${path}.tar`),
      manifest: createWriteStream(`${path}.manifest`),
      onProgress: () => undefined,
    });
    // By it a server asks the archive for what came after the backup.
    writeFileSync(join(this.#folder, "recovery.signal"), "");
    must("tar", ["--append", `--file=${path}.tar`, `--directory=${this.#folder}`, "recovery.signal"]);
    this.#backups.set(serverName, path);
  }

  async stop(cluster: string): Promise<void> {
    const server = this.#servers.get(cluster);
    this.#servers.delete(cluster);
    await server?.postgres.stop();
  }

  async stopAll(): Promise<void> {
    for (const cluster of this.#servers.keys()) await this.stop(cluster);
  }

  #dataOf(cluster: string): string {
    return join(this.#folder, cluster, "postgres-18");
  }

  #logOf(serverName: string): string {
    return join(this.#folder, `log-of-${serverName}`);
  }

  async #start(
    cluster: string,
    archivedAs: string | undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const log = this.#logOf(archivedAs ?? cluster);
    mkdirSync(log, { recursive: true });
    // As root the server is somebody else.
    chmodSync(log, 0o777);
    const archives = { archive_mode: "on", archive_command: `cp %p ${log}/%f` };
    const settings = { ...(archivedAs === undefined ? {} : archives), ...more };
    const options = { dataDir: this.#dataOf(cluster), superuserPassword: this.#password, settings };
    this.#servers.set(cluster, { postgres: await startEmbeddedPostgres(options), archivedAs });
  }

  /** A segment that is begun is archived within minutes: here at once. */
  async #archiveAll(serverName: string): Promise<void> {
    const [cluster] = [...this.#servers].find(([, { archivedAs }]) => archivedAs === serverName) ?? [];
    if (cluster === undefined) return;
    const [row] = await this.#sql(cluster, "select pg_walfile_name(pg_switch_wal()) as last");
    await waitFor(`the log of ${cluster} in the archive`, async () => {
      const [archived] = await this.#sql(cluster, "select last_archived_wal as last from pg_stat_archiver");
      return String(archived?.["last"]) >= String(row?.["last"]);
    });
  }

  /** What the last of them answers. */
  async #sql(cluster: string, ...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    const server = this.#servers.get(cluster);
    if (server === undefined) throw new Error(`there is no Postgres of ${cluster}`);
    const client = await connect(server.postgres.url, "stand-in");
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }
}
