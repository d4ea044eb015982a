import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HELM_ENV, need } from "../charts/tools.ts";
import { find, must, type Ran, type RunOptions } from "../compose/shell.ts";
import { eventually, startMachine, type Machine } from "./machine.ts";
import { argumentsOf, kubeconfigOf, writeSettings } from "./settings.ts";

/** A Kubernetes cluster of one real node: kubelet, containerd, kube-proxy, CoreDNS, and its control plane. */
export interface Node {
  readonly machine: Machine;
  /** Of the administrator. */
  readonly token: string;
  kubectl(args: readonly string[], options?: RunOptions): string;
  tryKubectl(args: readonly string[], options?: RunOptions): Ran;
  helm(args: readonly string[]): string;
  /** Containers of the node by containerd's own client. */
  ctr(args: readonly string[]): string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 180_000;

/**
 * From nothing to a node that is Ready, with the images in it. Errors: of a daemon that does not come up, with
 * the end of its log; nothing of it is left then.
 * @param archive a docker-archive of all images that pods will have
 */
export async function startNode(archive: string, say: (line: string) => void): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), "flowlix-node-"));
  const holder = join(folder, "pause");
  must("gcc", ["-Os", "-static", "-s", "-o", holder, join(import.meta.dirname, "pause.c")]);
  const machine = await startMachine(folder, holder);
  try {
    const token = writeSettings(folder);
    const node = nodeOf(machine, token);
    await startDaemons(node, archive, say);
    return node;
  } catch (error) {
    await machine.stop();
    throw error;
  }
}

function nodeOf(machine: Machine, token: string): Node {
  const kubeconfig = kubeconfigOf(machine.folder, "admin");
  const kubectl = join(need("kubernetes"), "kubectl");
  const given = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { ...HELM_ENV, KUBECONFIG: kubeconfig, ...options.env },
  });
  return {
    machine,
    token,
    kubectl: (args, options) => machine.must(kubectl, args, given(options)),
    tryKubectl: (args, options) => machine.run(kubectl, args, given(options)),
    helm: (args) => machine.must(need("helm"), args, given()),
    ctr: (args) => machine.must(find("ctr") ?? "ctr", ["--namespace", "k8s.io", ...args]),
    stop: () => machine.stop(),
  };
}

async function startDaemons(node: Node, archive: string, say: (line: string) => void): Promise<void> {
  const { machine } = node;
  const args = argumentsOf(machine.folder);
  const kubernetes = need("kubernetes");
  // containerd looks for its shims and for runc on the PATH.
  const path = `PATH=${dirname(find("containerd") ?? "")}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const containerd = find("containerd") ?? "containerd";
  machine.start("containerd", "env", [path, containerd, ...args.containerd]);
  machine.start("etcd", need("etcd"), args.etcd);
  machine.start("kube-apiserver", join(kubernetes, "kube-apiserver"), args["kube-apiserver"]);
  await up(machine, "kube-apiserver", () => node.tryKubectl(["get", "--raw", "/readyz"]).code === 0);
  for (const name of ["kube-controller-manager", "kube-scheduler"] as const)
    machine.start(name, join(kubernetes, name), args[name]);
  say("bringing the images into the node");
  await up(machine, "containerd", () => machine.run(find("ctr") ?? "ctr", ["version"]).code === 0);
  node.ctr(["images", "import", archive]);
  const programs = need("kubernetes-node");
  machine.start("kubelet", "env", [path, join(programs, "kubelet"), ...args.kubelet]);
  machine.start("kube-proxy", "env", [path, join(programs, "kube-proxy"), ...args["kube-proxy"]]);
  const ready = ["wait", "--for=condition=Ready", "node/node1", "--timeout=1s"];
  await up(machine, "kubelet", () => node.tryKubectl(ready).code === 0);
  seed(node);
}

async function up(machine: Machine, daemon: string, holds: () => boolean): Promise<void> {
  try {
    await eventually(daemon, holds, READY_WITHIN_MS);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n${machine.log(daemon)}`, { cause: error });
  }
}

/** Names, a volume for the first claim, and the namespaces of k8s/. */
function seed(node: Node): void {
  const volume = { node: "node1", path: join(node.machine.folder, "volume") };
  node.kubectl(["apply", "-f", "-"], { input: JSON.stringify(storage(volume)) });
  node.kubectl(["apply", "-f", join(import.meta.dirname, "dns.yaml")]);
  node.kubectl(["apply", "-f", join(import.meta.dirname, "../../k8s/namespaces.yaml")]);
  node.kubectl(["rollout", "status", "deployment/coredns", "-n", "kube-system", "--timeout=120s"]);
}

function storage(volume: { readonly node: string; readonly path: string }): object {
  const onNode = { key: "kubernetes.io/hostname", operator: "In", values: [volume.node] };
  const byDefault = { "storageclass.kubernetes.io/is-default-class": "true" };
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      {
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name: "local", annotations: byDefault },
        provisioner: "kubernetes.io/no-provisioner",
        volumeBindingMode: "WaitForFirstConsumer",
      },
      {
        apiVersion: "v1",
        kind: "PersistentVolume",
        metadata: { name: "volume" },
        spec: {
          capacity: { storage: "10Gi" },
          accessModes: ["ReadWriteOnce"],
          storageClassName: "local",
          local: { path: volume.path },
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onNode] }] } },
        },
      },
    ],
  };
}

/** Machine-wide settings that a kubelet writes, as this machine has them. */
export function machineSettings(): Record<string, string> {
  const names = ["vm/overcommit_memory", "vm/panic_on_oom", "kernel/panic", "kernel/panic_on_oops"];
  const all = [...names, "kernel/keys/root_maxkeys", "kernel/keys/root_maxbytes"];
  return Object.fromEntries(all.map((name) => [name, readFileSync(`/proc/sys/${name}`, "utf8").trim()]));
}
