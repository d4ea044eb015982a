import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../charts/tools.ts";
import { must } from "../compose/shell.ts";
import { K6_TAG, REGISTRY, VERSION } from "./images.ts";
import { NAMESPACE } from "./probes.ts";
import { eventually } from "./machine.ts";
import type { Node } from "./node.ts";
import { PREFIX, type Release } from "./release.ts";

/** k6 and its verifier in the cluster, by the manifests of k8s/k6. */
export interface Load {
  /** Begins a test of loadtests/; resolves when it is under way. */
  start(test: string, profile: string, seconds: number): Promise<void>;
  /** Ends the load before its time, once nothing is under way, and answers what k6 found. */
  end(): Promise<Result>;
  /** The same of a load that ends by itself. */
  result(): Promise<Result>;
}

export interface Result {
  readonly passed: boolean;
  /** The table that k6 prints at its end, and what was said before it. */
  readonly text: string;
}

const JOB = "job/load";
const CONTROL_PORT = 6565;
/** k6's own words for a load that was ended by its API. */
const STOPPED = 103;
const UNDER_WAY_WITHIN_MS = 120_000;
const VERDICT_WITHIN_MS = 900_000;

export function prepareLoad(node: Node, release: Release): Load {
  const folder = join(node.machine.folder, "load");
  writeManifests(folder);
  const keys = release.exec("sh", "-c", MAKE_KEYS);
  secret(node, "load-keys", "keys.json", keys);
  const name = `${PREFIX}acquirer-api-key`;
  const encoded = release.kubectl("get", "secret", name, "--output=jsonpath={.data.acquirer-api-key}");
  secret(node, "load-acquirer", "api-key", Buffer.from(encoded, "base64").toString("utf8"));
  release.kubectl("apply", "-k", join(folder, "all"));
  release.kubectl("rollout", "status", "deployment/load-witness", "--timeout=2m");
  const ask = (...args: readonly string[]): string =>
    node.machine.must(process.execPath, [join(import.meta.dirname, "ask.ts"), ...args]);
  return loadOf(folder, release, ask);
}

/** Merchants and Sandbox keys, as `docker compose` makes them for its own load. */
const MAKE_KEYS =
  'mkdir -p /tmp/load && DEMO_DIR=/tmp/load node "$0" load-keys >&2 && cat /tmp/load/keys.json'.replace(
    '"$0"',
    "/app/services/standalone/src/container/main.ts",
  );

function secret(node: Node, name: string, key: string, value: string): void {
  const data = { [key]: Buffer.from(value).toString("base64") };
  const object = { apiVersion: "v1", kind: "Secret", metadata: { name }, data };
  node.kubectl(["--namespace", NAMESPACE, "apply", "-f", "-"], { input: JSON.stringify(object) });
}

function loadOf(folder: string, release: Release, ask: (...args: readonly string[]) => string): Load {
  const pod = (path: string): string =>
    release.kubectl("get", "pods", "--selector=app.kubernetes.io/component=k6", `--output=jsonpath=${path}`);
  const control = (): string => `http://${pod("{.items[0].status.podIP}")}:${CONTROL_PORT}/v1/status`;
  const isUnderWay = (): boolean => {
    if (pod("{.items[0].status.phase}") !== "Running") return false;
    const { data }: { data: { attributes: { running: boolean; vus: number } } } = JSON.parse(
      ask("GET", control()),
    );
    return data.attributes.running && data.attributes.vus > 0;
  };
  const result = async (): Promise<Result> => {
    const path = "{.items[0].status.containerStatuses[0].state.terminated.exitCode}";
    await eventually("k6's verdict", () => pod(path) !== "", VERDICT_WITHIN_MS);
    const text = release.kubectl("logs", JOB, "--tail=-1");
    const code = Number(pod(path));
    return { passed: (code === 0 || code === STOPPED) && /^# .*: passed$/m.test(text), text };
  };
  return {
    async start(test, profile, seconds) {
      const run = { REVISION: must("git", ["rev-parse", "HEAD"]).trim(), RELEASE_OF_K6: K6_TAG };
      const data = { TEST: test, PROFILE: profile, SECONDS: String(seconds), ...run };
      release.kubectl("delete", JOB, "--ignore-not-found", "--cascade=foreground");
      release.kubectl("patch", "configmap/load-settings", "--patch", JSON.stringify({ data }));
      release.kubectl("apply", "-k", join(folder, "job"));
      await eventually("load", () => trying(isUnderWay), UNDER_WAY_WITHIN_MS);
    },
    async end() {
      ask("DELETE", `http://${release.address("load-witness")}/load`);
      ask(
        "PATCH",
        control(),
        JSON.stringify({ data: { type: "status", id: "default", attributes: { stopped: true } } }),
      );
      return result();
    },
    result,
  };
}

function trying(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}

/** k8s/k6 as it is, with the images of this node, and requests that a small machine has. */
function writeManifests(folder: string): void {
  for (const name of ["all", "job"]) mkdirSync(join(folder, name), { recursive: true });
  cpSync(join(ROOT, "k8s/k6"), join(folder, "k6"), { recursive: true });
  writeFileSync(
    join(folder, "k6/scripts.json"),
    must(process.execPath, [join(ROOT, "loadtests/runner/manifests.ts")]),
  );
  cpSync(join(ROOT, "k8s/k6/job.yaml"), join(folder, "job/job.yaml"));
  const verifier = { name: "payments-platform", newName: `${REGISTRY}/payments-platform`, newTag: VERSION };
  kustomization(join(folder, "all"), { resources: ["../k6"], images: [verifier] });
  const command = "/spec/template/spec/containers/0/command";
  const patch = [
    { op: "add", path: `${command}/2`, value: `--address=0.0.0.0:${CONTROL_PORT}` },
    { op: "replace", path: "/spec/template/spec/containers/0/resources/requests/cpu", value: "50m" },
    { op: "replace", path: "/spec/template/spec/containers/0/resources/requests/memory", value: "256Mi" },
  ];
  kustomization(join(folder, "job"), {
    resources: ["job.yaml"],
    images: [{ name: "grafana/k6", newName: `${REGISTRY}/k6`, newTag: K6_TAG }],
    patches: [{ target: { kind: "Job", name: "load" }, patch: JSON.stringify(patch) }],
  });
}

function kustomization(folder: string, content: object): void {
  const whole = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", ...content };
  writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify(whole));
}
