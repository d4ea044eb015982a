import { randomBytes } from "node:crypto";
import type { Databases } from "./databases.ts";
import { condition, type Api, type ApiObject } from "./objects.ts";

interface ClusterSpec {
  readonly instances: number;
  readonly imageName: string;
  readonly bootstrap: {
    readonly initdb?: { readonly database: string; readonly owner: string };
    readonly recovery?: {
      readonly source: string;
      readonly recoveryTarget?: { readonly targetTime?: string };
    };
  };
  readonly externalClusters?: readonly { readonly name: string; readonly plugin: Plugin }[];
  readonly plugins?: readonly Plugin[];
  readonly managed?: { readonly roles?: readonly Role[] };
}

interface Plugin {
  readonly isWALArchiver?: boolean;
  readonly parameters: { readonly serverName: string };
}

interface Role {
  readonly name: string;
  readonly login?: boolean;
  readonly createrole?: boolean;
  readonly inRoles?: readonly string[];
  readonly passwordSecret: { readonly name: string };
}

interface BackupSpec {
  readonly cluster: { readonly name: string };
  readonly method: string;
}

interface ScheduledBackupSpec extends BackupSpec {
  readonly immediate?: boolean;
  readonly pluginConfiguration?: object;
}

const GROUP = "postgresql.cnpg.io/v1";

/**
 * Stands in for CloudNativePG and its plugin: a Cluster becomes a server of this machine, empty or recovered out of
 * what the plugin archived, with its roles, its pods, its authority and its conditions; a Backup by the plugin is made.
 * Snapshots of volumes are only said to be made.
 */
export class PostgresOperator {
  readonly #api: Api;
  readonly #databases: Databases;
  readonly #clusters = new Map<string, ClusterSpec>();
  readonly #schedules = new Set<string>();
  /** The Cluster that was ready last. */
  newest: string | undefined;

  constructor(api: Api, databases: Databases) {
    this.#api = api;
    this.#databases = databases;
  }

  async sync(objects: readonly ApiObject[]): Promise<void> {
    const ofKind = (wanted: string) =>
      objects.filter(({ apiVersion, kind }) => apiVersion === GROUP && kind === wanted);
    const clusters = ofKind("Cluster").filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    for (const name of this.#clusters.keys()) {
      if (clusters.some(({ metadata }) => metadata.name === name)) continue;
      await this.#databases.stop(name);
      this.#clusters.delete(name);
    }
    for (const cluster of clusters)
      if (!this.#clusters.has(cluster.metadata.name)) await this.#makeCluster(cluster);
    for (const schedule of ofKind("ScheduledBackup")) this.#firstOf(schedule);
    for (const backup of ofKind("Backup"))
      if (backup.status?.phase === undefined) await this.#makeBackup(backup);
  }

  async #makeCluster(object: ApiObject): Promise<void> {
    const { name, namespace } = object.metadata;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const spec = object.spec as ClusterSpec;
    const { initdb, recovery } = spec.bootstrap;
    const archiver = spec.plugins?.find(({ isWALArchiver }) => isWALArchiver === true);
    const archivedAs = archiver?.parameters.serverName;
    if (initdb !== undefined) await this.#databases.create(name, archivedAs, initdb);
    if (recovery !== undefined) {
      const from = spec.externalClusters?.find((one) => one.name === recovery.source);
      await this.#databases.recover(name, archivedAs, {
        serverName: from?.plugin.parameters.serverName ?? "",
        targetTime: recovery.recoveryTarget?.targetTime,
      });
    }
    const roles = (spec.managed?.roles ?? []).map(({ passwordSecret, ...role }) => ({
      ...role,
      password: this.#api.data("secret", namespace, passwordSecret.name).get("password") ?? "",
    }));
    await this.#databases.manage(name, roles);
    this.#api.apply({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: `${name}-ca`, namespace },
      stringData: { "ca.crt": `authority of ${name}, ${randomBytes(8).toString("hex")}\n` },
    });
    for (let index = 1; index <= spec.instances; index += 1)
      this.#api.apply(instance(object, `${name}-${index}`, index === 1));
    this.#api.setStatus("cluster.postgresql.cnpg.io", object.metadata, {
      conditions: [
        condition("Ready", "ClusterIsReady"),
        ...(archivedAs === undefined ? [] : [condition("ContinuousArchiving", "ContinuousArchivingSuccess")]),
      ],
    });
    this.#clusters.set(name, spec);
    this.newest = name;
  }

  #firstOf({ metadata: { name, namespace, uid }, spec }: ApiObject): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const { immediate, cluster, method, pluginConfiguration } = spec as ScheduledBackupSpec;
    if (this.#schedules.has(uid)) return;
    this.#schedules.add(uid);
    if (immediate !== true) return;
    const time = new Date().toISOString().replaceAll(/[-:T]|\..*/g, "");
    this.#api.apply({
      apiVersion: GROUP,
      kind: "Backup",
      metadata: { name: `${name}-${time}`, namespace },
      spec: { cluster, method, ...(pluginConfiguration === undefined ? {} : { pluginConfiguration }) },
    });
  }

  async #makeBackup({ metadata, spec }: ApiObject): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const { cluster, method } = spec as BackupSpec;
    const of = this.#clusters.get(cluster.name);
    if (of === undefined) return;
    const [plugin] = of.plugins ?? [];
    if (method === "plugin" && plugin !== undefined)
      await this.#databases.backUp(cluster.name, plugin.parameters.serverName);
    const phase = method === "plugin" && plugin === undefined ? "failed" : "completed";
    this.#api.setStatus("backup.postgresql.cnpg.io", metadata, { phase });
  }
}

/** A pod of the server, as the operator and the plugin name it and its containers. */
function instance({ apiVersion, kind, metadata }: ApiObject, name: string, isPrimary: boolean): object {
  const container = {
    image: "ghcr.io/cloudnative-pg/postgresql",
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: metadata.namespace,
      labels: {
        "cnpg.io/cluster": metadata.name,
        "cnpg.io/instanceName": name,
        "cnpg.io/instanceRole": isPrimary ? "primary" : "replica",
        "cnpg.io/podRole": "instance",
      },
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }],
    },
    spec: {
      securityContext: { runAsNonRoot: true, runAsUser: 26, seccompProfile: { type: "RuntimeDefault" } },
      initContainers: [{ ...container, name: "plugin-barman-cloud", restartPolicy: "Always" }],
      containers: [{ ...container, name: "postgres" }],
    },
  };
}
