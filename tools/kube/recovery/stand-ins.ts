import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { need } from "../../charts/tools.ts";
import type { Cluster } from "../control-plane.ts";
import { Databases } from "./databases.ts";
import { Jobs } from "./jobs.ts";
import { Api, type ApiObject } from "./objects.ts";
import { Platform } from "./platform.ts";
import { PostgresOperator } from "./postgres-operator.ts";
import { SecretStore } from "./secrets.ts";

const LOOKED_AT =
  "externalsecrets,clusters.postgresql.cnpg.io,scheduledbackups.postgresql.cnpg.io,backups.postgresql.cnpg.io,pods";
const EVERY_MS = 500;
const POSTGRES = /@(?<cluster>[a-z-]+)-rw\.postgresql\.svc:5432\/(?<database>\w+)[^\s"]*/g;

/** All that answers in a cluster and has no container here: operators, the kubelet for Jobs, the platform's pods. */
export class StandIns {
  readonly api: Api;
  readonly store: SecretStore;
  readonly platform: Platform;
  readonly #databases: Databases;
  readonly #postgres: PostgresOperator;
  readonly #jobs: Jobs;
  readonly #inside: string;
  readonly #problems: string[] = [];
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster, folder: string) {
    this.#inside = cluster.inside.programs;
    this.api = new Api(cluster);
    this.store = new SecretStore(this.api);
    this.platform = new Platform(join(folder, "platform"), this.#inside);
    mkdirSync(join(folder, "databases"));
    this.#databases = new Databases(join(folder, "databases"));
    this.#postgres = new PostgresOperator(this.api, this.#databases);
    this.#jobs = new Jobs({ cluster, api: this.api, folder: join(folder, "jobs") }, (text) =>
      this.localised(text),
    );
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** The same text with addresses that lead to this machine. Errors: one names a Cluster that does not run. */
  localised(text: string): string {
    return text.replaceAll(POSTGRES, (_, cluster: string, database: string) => {
      const address = this.#databases.address(cluster);
      return `@127.0.0.1:${address?.port ?? 1}/${database}`;
    });
  }

  /** As the owner of the platform's database reaches it, wherever its Secret says that it is. */
  ownerUrl(): string {
    return this.localised(this.api.data("secret", "payments", "payments-db-owner").get("uri") ?? "");
  }

  /** What went wrong in any of them since the last call. */
  problems(): string[] {
    return [...this.#problems.splice(0), ...this.#jobs.problems.splice(0)];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    await this.platform.stop();
    await this.#databases.stopAll();
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#turn(this.api.list(LOOKED_AT));
      } catch (error) {
        this.#problems.push(error instanceof Error ? error.message : String(error));
      }
      await pause(EVERY_MS);
    }
  }

  async #turn(objects: readonly ApiObject[]): Promise<void> {
    this.store.sync(objects);
    await this.#postgres.sync(objects);
    this.#enter();
    const pods = objects.filter(
      ({ kind, metadata }) => kind === "Pod" && ["payments", "postgresql"].includes(metadata.namespace),
    );
    this.#jobs.sync(pods);
    const gateways = pods.filter(
      ({ metadata, status }) =>
        metadata.labels?.["app.kubernetes.io/component"] === "api-gateway" && status?.phase === "Running",
    );
    await this.platform.follow(gateways.length > 0, () => this.ownerUrl());
  }

  /** `psql` in a pod of the Cluster that was made last, as its superuser. */
  #enter(): void {
    const address = this.#databases.address(this.#postgres.newest ?? "");
    if (address === undefined) return;
    const program = join(need("postgres-clients"), "embedded_postgres/pginstall/bin/psql");
    const settings = `PGHOST=127.0.0.1 PGPORT=${address.port} PGUSER=postgres PGPASSWORD=${address.password}`;
    const path = join(this.#inside, "psql");
    writeFileSync(path, `#!/bin/sh\n${settings} exec '${program}' "$@"\n`, { mode: 0o700 });
    chmodSync(path, 0o700);
  }
}
