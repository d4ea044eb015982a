import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { need, ROOT } from "../charts/tools.ts";
import type { Cluster } from "./control-plane.ts";

const ZONES = ["a", "b", "c"];
const VOLUMES = 28;
const WITHIN_MS = 120_000;

/** Nodes in three zones, volumes to claim, the custom resources of the charts' surroundings, their namespaces. */
export async function seed(cluster: Cluster): Promise<void> {
  const objects = [...ZONES.map(node), ...Array.from({ length: VOLUMES }, (_, index) => volume(index))];
  await applied(
    cluster,
    ["create", "-f", "-"],
    JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }),
  );
  const crds = need("crds");
  for (const file of readdirSync(crds)) await applied(cluster, ["create", "-f", join(crds, file)]);
  await applied(cluster, ["apply", "--server-side", "-f", join(ROOT, "k8s/namespaces.yaml")]);
  await applied(cluster, ["wait", "--for=condition=Ready", "node", "--all", "--timeout=120s"]);
  await applied(cluster, ["wait", "--for=condition=Established", "crd", "--all", "--timeout=120s"]);
}

/** A namespace that lets in nothing but what PodSecurity "restricted" allows, with its default account. */
export async function namespace(cluster: Cluster, name: string): Promise<void> {
  const levels = ["enforce", "audit", "warn"].map((mode) => [
    `pod-security.kubernetes.io/${mode}`,
    "restricted",
  ]);
  const labels: unknown = Object.fromEntries(levels);
  const object = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  await applied(cluster, ["create", "-f", "-"], JSON.stringify(object));
  await eventually(
    `the account of ${name}`,
    () => cluster.kubectl(["--namespace", name, "get", "serviceaccount", "default"]).code === 0,
  );
}

export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come to be within ${WITHIN_MS} ms`);
    await pause(300);
  }
}

async function applied(cluster: Cluster, args: readonly string[], input?: string): Promise<void> {
  const { code, out, err } = cluster.kubectl(args, input);
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")}:\n${out}${err}`);
  await Promise.resolve();
}

function node(zone: string): object {
  const name = `node-${zone}`;
  const size = { cpu: "32", memory: "128Gi", pods: "110" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        "topology.kubernetes.io/zone": zone,
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
      },
    },
    status: { allocatable: size, capacity: size },
  };
}

function volume(index: number): object {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: `volume-${index}` },
    spec: {
      capacity: { storage: "10Gi" },
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: `/simulated/${index}` },
    },
  };
}
