import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { need, ROOT } from "../../charts/tools.ts";
import type { Cluster } from "../control-plane.ts";
import type { Api, ApiObject } from "./objects.ts";

interface Item {
  readonly key: string;
  readonly path: string;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath: string } };
  }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly items?: readonly Item[] };
  readonly configMap?: { readonly name: string };
  readonly projected?: {
    readonly sources: readonly {
      readonly secret?: { readonly name: string; readonly items: readonly Item[] };
    }[];
  };
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Of our image; any other container that a Job has is kubectl. */
const IMAGE = "payments-platform";
const MAIN = join(ROOT, "services/standalone/src/container/main.ts");

/**
 * Stands in for the kubelet where a pod belongs to a Job: its containers run as processes of this machine, one after
 * the other, with the environment, the arguments and the files that the pod gives them. One of our image is its entry;
 * kubectl asks with no other rights than the pod's account has.
 */
export class Jobs {
  readonly #cluster: Cluster;
  readonly #api: Api;
  readonly #folder: string;
  readonly #localised: (text: string) => string;
  readonly #begun = new Set<string>();
  /** What went wrong within a container, a text each. */
  readonly problems: string[] = [];

  /** `localised` makes addresses of what a file holds that lead to this machine. */
  constructor(
    { cluster, api, folder }: { readonly cluster: Cluster; readonly api: Api; readonly folder: string },
    localised: (text: string) => string,
  ) {
    this.#cluster = cluster;
    this.#api = api;
    this.#folder = folder;
    this.#localised = localised;
  }

  /** Begins the Jobs that have not begun, and waits for none of them. */
  sync(pods: readonly ApiObject[]): void {
    for (const pod of pods) {
      const ofJob = pod.metadata.ownerReferences?.some(({ kind }) => kind === "Job") === true;
      if (!ofJob || pod.status?.phase !== "Running" || this.#begun.has(pod.metadata.uid)) continue;
      this.#begun.add(pod.metadata.uid);
      void this.#run(pod).catch((error: unknown) => void this.problems.push(String(error)));
    }
  }

  async #run(pod: ApiObject): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const spec = pod.spec as PodSpec;
    let exitCode = 0;
    for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
      if (exitCode !== 0) break;
      const { code, out, err } = await this.#runContainer(pod, container);
      exitCode = code;
      this.#log(`${out}${err}`);
      if (code !== 0) this.problems.push(`${pod.metadata.name}, ${container.name}: ${code}\n${out}${err}`);
    }
    const finishedAt = new Date().toISOString();
    const terminated = { exitCode, reason: exitCode === 0 ? "Completed" : "Error", finishedAt };
    this.#api.setStatus("pod", pod.metadata, {
      phase: exitCode === 0 ? "Succeeded" : "Failed",
      containerStatuses: spec.containers.map(({ name, image }) => ({
        name,
        image,
        imageID: "",
        ready: false,
        restartCount: 0,
        state: { terminated },
      })),
    });
  }

  /** As a container runtime writes them, for `kubectl logs`. */
  #log(text: string): void {
    const lines = text.split("\n").filter((line) => line !== "");
    const now = new Date().toISOString();
    appendFileSync(this.#cluster.inside.log, lines.map((line) => `${now} stdout F ${line}\n`).join(""));
  }

  async #runContainer(pod: ApiObject, container: Container): Promise<Ended> {
    const files = this.#filesOf(pod, container);
    const env = Object.fromEntries(
      (container.env ?? []).map(({ name, value, valueFrom }) => [
        name,
        value ?? labelOf(pod, valueFrom?.fieldRef?.fieldPath ?? ""),
      ]),
    );
    const given = (text: string): string => {
      const filled = text.replaceAll(/\$\((\w+)\)/g, (_, name: string) => env[name] ?? "");
      return [...files].reduce((said, [path, here]) => said.replaceAll(path, here), filled);
    };
    const args = (container.args ?? []).map(given);
    if (container.image.includes(IMAGE)) {
      const own = Object.entries(env).map(([name, value]) => [name, given(value)]);
      return await ended(process.execPath, [MAIN, ...args], Object.fromEntries(own));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const { serviceAccountName = "default" } = pod.spec as PodSpec;
    const { namespace } = pod.metadata;
    const as = `--as=system:serviceaccount:${namespace}:${serviceAccountName}`;
    return await ended(
      join(need("kubernetes"), "kubectl"),
      [`--kubeconfig=${this.#cluster.kubeconfig}`, `--namespace=${namespace}`, as, ...args],
      {},
    );
  }

  /** What is mounted from Secrets and ConfigMaps: a path in the container, and where the same is here. */
  #filesOf(pod: ApiObject, container: Container): Map<string, string> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const { volumes = [] } = pod.spec as PodSpec;
    const folder = join(this.#folder, pod.metadata.uid, container.name);
    const found = new Map<string, string>();
    for (const { name, mountPath } of container.volumeMounts ?? []) {
      const volume = volumes.find((one) => one.name === name);
      if (volume === undefined) continue;
      mkdirSync(join(folder, name), { recursive: true });
      for (const [path, text] of this.#contentsOf(pod.metadata.namespace, volume)) {
        const here = join(folder, name, path);
        writeFileSync(here, this.#localised(text), { mode: 0o600 });
        found.set(`${mountPath}/${path}`, here);
      }
    }
    return found;
  }

  #contentsOf(namespace: string, { secret, configMap, projected }: Volume): [string, string][] {
    if (configMap !== undefined) return [...this.#api.data("configmap", namespace, configMap.name)];
    const sources = [
      ...(secret === undefined ? [] : [{ name: secret.secretName, items: secret.items }]),
      ...(projected?.sources ?? []).flatMap((source) => source.secret ?? []),
    ];
    return sources.flatMap(({ name, items }) => {
      const values = this.#api.data("secret", namespace, name);
      const all = [...values.keys()].map((key) => ({ key, path: key }));
      return (items ?? all).map(({ key, path }): [string, string] => [path, values.get(key) ?? ""]);
    });
  }
}

/** `metadata.labels['batch.kubernetes.io/job-name']`. */
function labelOf({ metadata }: ApiObject, fieldPath: string): string {
  const [, name = ""] = /^metadata\.labels\['(.*)'\]$/.exec(fieldPath) ?? [];
  return metadata.labels?.[name] ?? "";
}

async function ended(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const base = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const child = spawn(program, args, { env: { ...base, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return await new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ code: code ?? 1, out, err }));
  });
}
