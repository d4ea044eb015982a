import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../services/standalone/src/free-port.ts";
import { need, run, scratch, type Outcome } from "../charts/tools.ts";

/** A Kubernetes API server with its controllers, on loopback; its nodes and their kubelets are simulated. */
export interface Cluster {
  readonly kubeconfig: string;
  /** What answers `kubectl exec` and `kubectl logs` of every pod, for no container runs. */
  readonly inside: Inside;
  kubectl(args: readonly string[], input?: string): Outcome;
  stop(): Promise<void>;
}

export interface Inside {
  /** A folder: programs in it are found before those of the machine. */
  readonly programs: string;
  /** A file, as a container runtime writes it. */
  readonly log: string;
}

const UP_WITHIN_MS = 180_000;
const PORTS = 6;
const STOPPED_WITHIN_MS = 30_000;

/** Starts it in a folder of its own. Errors: MissingTool; a server that does not come up, with the end of its log. */
export async function startCluster(): Promise<Cluster> {
  const programs = { etcd: need("etcd"), kubernetes: need("kubernetes"), kwok: need("kwok") };
  const folder = scratch("cluster");
  mkdirSync(folder, { recursive: true });
  const kubeconfig = join(folder, "kubeconfig");
  const inside = insideOf(folder);
  const running: ChildProcess[] = [];
  const start = (name: string, program: string, args: readonly string[], path = ""): void => {
    const log = openSync(join(folder, `${name}.log`), "w");
    const env = { ...process.env, PATH: `${path}${process.env["PATH"] ?? ""}` };
    running.push(spawn(program, args, { stdio: ["ignore", log, log], env }));
    closeSync(log);
  };
  const stop = async (): Promise<void> => {
    for (const child of running.toReversed()) await ended(child);
  };
  const kubectl: Cluster["kubectl"] = (args, input) =>
    run(join(programs.kubernetes, "kubectl"), ["--kubeconfig", kubeconfig, ...args], input);
  try {
    const plane = await controlPlane(folder);
    start("etcd", programs.etcd, plane.etcd);
    start("kube-apiserver", join(programs.kubernetes, "kube-apiserver"), plane.apiserver);
    await until("kube-apiserver", folder, () => kubectlReady(kubectl, plane, kubeconfig));
    const client = [`--kubeconfig=${kubeconfig}`, "--bind-address=127.0.0.1", "--leader-elect=false"];
    start("kube-controller-manager", join(programs.kubernetes, "kube-controller-manager"), [
      ...client,
      ...plane.controllers,
    ]);
    start("kube-scheduler", join(programs.kubernetes, "kube-scheduler"), [
      ...client,
      `--secure-port=${plane.ports[4]}`,
      `--cert-dir=${folder}`,
    ]);
    start("kwok", programs.kwok, kubelets(folder, plane, inside), `${inside.programs}:`);
    return { kubeconfig, inside, kubectl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function insideOf(folder: string): Inside {
  const inside = { programs: join(folder, "programs"), log: join(folder, "containers.log") };
  mkdirSync(inside.programs);
  writeFileSync(inside.log, "");
  return inside;
}

/** What simulates every node, with the kubelet that the API server asks for what is inside of pods. */
function kubelets(folder: string, { ports, certificate }: Plane, { log }: Inside): string[] {
  const kind = "apiVersion: kwok.x-k8s.io/v1alpha1\nkind:";
  const metadata = "metadata: { name: inside }";
  const file = join(folder, "inside.yaml");
  const exec = `${kind} ClusterExec\n${metadata}\nspec: { execs: [{ local: { workDir: ${folder} } }] }\n`;
  const logs = `${kind} ClusterLogs\n${metadata}\nspec: { logs: [{ logsFile: ${log} }] }\n`;
  writeFileSync(file, `${exec}---\n${logs}`);
  return [
    `--kubeconfig=${join(folder, "kubeconfig")}`,
    `--config=${join(import.meta.dirname, "stages.yaml")}`,
    `--config=${file}`,
    "--manage-all-nodes",
    "--node-lease-duration-seconds=40",
    "--node-ip=127.0.0.1",
    `--node-port=${ports[5]}`,
    `--server-address=127.0.0.1:${ports[5]}`,
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${certificate.replace(/crt$/, "key")}`,
  ];
}

interface Plane {
  readonly url: string;
  readonly token: string;
  readonly certificate: string;
  readonly ports: readonly number[];
  readonly etcd: readonly string[];
  readonly apiserver: readonly string[];
  readonly controllers: readonly string[];
}

async function controlPlane(folder: string): Promise<Plane> {
  const ports: number[] = [];
  for (let at = 0; at < PORTS; at += 1) ports.push(await freePort());
  const [client, peer, secure, controllers] = ports.map((port) => `127.0.0.1:${port}`);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = join(folder, "sa.key");
  writeFileSync(key, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  writeFileSync(join(folder, "sa.pub"), publicKey.export({ type: "spki", format: "pem" }));
  const token = randomBytes(16).toString("hex");
  writeFileSync(join(folder, "tokens.csv"), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const certificate = join(folder, "apiserver.crt");
  return {
    url: `https://${secure}`,
    token,
    certificate,
    ports,
    etcd: [
      `--data-dir=${join(folder, "etcd")}`,
      `--listen-client-urls=http://${client}`,
      `--advertise-client-urls=http://${client}`,
      `--listen-peer-urls=http://${peer}`,
      `--initial-advertise-peer-urls=http://${peer}`,
      `--initial-cluster=default=http://${peer}`,
      "--unsafe-no-fsync",
      "--log-level=warn",
    ],
    apiserver: [
      `--etcd-servers=http://${client}`,
      "--bind-address=127.0.0.1",
      "--advertise-address=127.0.0.1",
      `--secure-port=${ports[2]}`,
      `--cert-dir=${folder}`,
      "--service-cluster-ip-range=10.0.0.0/16",
      "--authorization-mode=RBAC",
      `--token-auth-file=${join(folder, "tokens.csv")}`,
      `--service-account-issuer=https://${secure}`,
      `--service-account-key-file=${join(folder, "sa.pub")}`,
      `--service-account-signing-key-file=${key}`,
      "--endpoint-reconciler-type=none",
    ],
    controllers: [
      `--secure-port=${controllers?.split(":")[1]}`,
      `--cert-dir=${folder}`,
      `--root-ca-file=${certificate}`,
      `--service-account-private-key-file=${key}`,
      "--pvclaimbinder-sync-period=1s",
    ],
  };
}

function kubectlReady(kubectl: Cluster["kubectl"], plane: Plane, kubeconfig: string): boolean {
  try {
    const authority = readFileSync(plane.certificate).toString("base64");
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster: { server: plane.url, "certificate-authority-data": authority } }],
      users: [{ name: "admin", user: { token: plane.token } }],
      contexts: [{ name: "c", context: { cluster: "c", user: "admin" } }],
      "current-context": "c",
    };
    writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  } catch {
    // Its certificate is written by itself, a moment after it started.
    return false;
  }
  return kubectl(["get", "--raw", "/readyz"]).code === 0;
}

async function until(name: string, folder: string, done: () => boolean): Promise<void> {
  const deadline = performance.now() + UP_WITHIN_MS;
  while (!done()) {
    if (performance.now() > deadline) {
      const log = readFileSync(join(folder, `${name}.log`), "utf8");
      throw new Error(`${name} did not come up:\n${log.split("\n").slice(-8).join("\n")}`);
    }
    await pause(250);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const bound = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
  await end;
  clearTimeout(bound);
}
