import { readFileSync } from "node:fs";
import { join } from "node:path";
import { objectFiles, PRODUCTION, valuesFiles } from "../charts/render.ts";
import { check, chosenBy, report, type Check } from "../charts/report.ts";
import { applicationCharts, need, ROOT } from "../charts/tools.ts";
import { startCluster, type Cluster } from "./control-plane.ts";
import { drilled } from "./drill.ts";
import { eventually, seed, namespace } from "./seed.ts";
import { createRelease, type Release } from "./releases.ts";
import { pageTried } from "./recovery/tried.ts";

/**
 * `make kube-check`: charts and manifests on a real Kubernetes API server with its controllers and simulated
 * nodes. No container runs: what the platform does in one is the business of other checks.
 */
const PLATFORM = "payments-platform";
const asked = process.argv.slice(2);
let namespaces = 0;

async function main(): Promise<number> {
  let cluster: Cluster;
  try {
    for (const name of ["helm", "helm3", "etcd", "kubernetes", "kwok", "crds"]) need(name);
    cluster = await startCluster();
  } catch (error) {
    return report([
      check("a control plane", () => Promise.reject(error instanceof Error ? error : new Error())),
    ]);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cluster.stop().then(() => process.exit(1)));
  try {
    return await report([
      check("the control plane, nodes, volumes, custom resources and namespaces", () => seed(cluster)),
      ...chosenBy(asked, checksOf(cluster)),
    ]);
  } finally {
    await cluster.stop();
  }
}

function checksOf(cluster: Cluster): Check[] {
  const lives = (["helm", "helm3"] as const).flatMap((helm) =>
    applicationCharts().flatMap((chart) =>
      valuesFiles(chart).map((files) =>
        check(`${helm}: ${chart} with ${nameOf(files)}: install, test, upgrade, rollback, uninstall`, () =>
          wholeLife(cluster, helm, chart, files),
        ),
      ),
    ),
  );
  return [
    check(
      "everything under k8s/ but TestRun, which has no schema here, passes a strict dry run of the server",
      () => dryRun(cluster),
    ),
    check("the restore drill may do at the API what its Job does, and its copy goes with the Job", () =>
      drilled(cluster),
    ),
    check(
      "every command of docs/backups-kubernetes.md runs as it stands there, from the first backup to payments out of a copy",
      () => pageTried(cluster),
    ),
    check("a pod that is not restricted is refused", () => refused(cluster)),
    check("a migration that fails stops an upgrade before anything else changed", () =>
      failedMigration(cluster),
    ),
    check("an uninstall takes the embedded database along, and the next install begins with a new one", () =>
      installedAgain(cluster),
    ),
    check("a drain takes no more pods of a service than its budget allows", () => drained(cluster)),
    ...lives,
  ];
}

const nameOf = (files: readonly string[]): string =>
  files.length === 0 ? "values.yaml" : files.map((file) => file.slice(ROOT.length + 1)).join(" + ");

async function release(
  cluster: Cluster,
  helm: "helm" | "helm3",
  chart: string,
  files: readonly string[],
): Promise<Release> {
  namespaces += 1;
  const name = `try-${namespaces}`;
  await namespace(cluster, name);
  return createRelease({ cluster, helm, namespace: name, chart, files });
}

async function wholeLife(
  cluster: Cluster,
  helm: "helm" | "helm3",
  chart: string,
  files: readonly string[],
): Promise<void> {
  const one = await release(cluster, helm, chart, files);
  one.install();
  const before = secretsOf(cluster, one);
  one.test();
  one.upgrade(chart === PLATFORM ? ["logLevel=warn"] : []);
  same(before, secretsOf(cluster, one), "upgrade");
  one.rollback();
  same(before, secretsOf(cluster, one), "rollback");
  nothingBroken(cluster, one);
  one.uninstall();
  const left = names(
    cluster,
    one,
    "deployments,statefulsets,services,secrets,configmaps,networkpolicies,poddisruptionbudgets",
  );
  const ours = left.filter((name) => !/kube-root-ca|sh\.helm\.release|hook|-migrate$/.test(name));
  if (ours.length > 0) throw new Error(`the uninstall left ${ours.join(", ")}`);
  cluster.kubectl(["delete", "namespace", one.namespace, "--wait=false"]);
}

/** The owner's password goes with the release: data that stayed would be closed to the next one. */
async function installedAgain(cluster: Cluster): Promise<void> {
  const one = await release(cluster, "helm", PLATFORM, []);
  one.install();
  if (names(cluster, one, "persistentvolumeclaims").length === 0) throw new Error("it has no volume claim");
  one.uninstall();
  await eventually(
    "the end of the volume claims",
    () => names(cluster, one, "persistentvolumeclaims").length === 0,
  );
  one.install();
  nothingBroken(cluster, one);
  one.uninstall();
}

/** Every pod that is meant to run does, and no Job failed. */
function nothingBroken(cluster: Cluster, { namespace: name }: Release): void {
  const args = [
    "--namespace",
    name,
    "get",
    "pods",
    "--output",
    "jsonpath={range .items[*]}{.metadata.name} {.status.phase}{'\\n'}{end}",
  ];
  const bad = cluster
    .kubectl(args)
    .out.split("\n")
    .filter((line) => line !== "" && !/ (Running|Succeeded)$/.test(line));
  if (bad.length > 0) throw new Error(bad.join("\n"));
}

function secretsOf(cluster: Cluster, { namespace: name }: Release): string {
  const { code, out, err } = cluster.kubectl([
    "--namespace",
    name,
    "get",
    "secrets",
    "--field-selector=type!=helm.sh/release.v1",
    "--output=jsonpath={range .items[*]}{.metadata.name} {.data}{'\\n'}{end}",
  ]);
  if (code !== 0) throw new Error(err);
  return out;
}

function same(before: string, after: string, step: string): void {
  if (before !== after) throw new Error(`secrets are others after the ${step}`);
}

function names(cluster: Cluster, { namespace: name }: Release, kinds: string): string[] {
  return cluster
    .kubectl(["--namespace", name, "get", kinds, "--output=name"])
    .out.split("\n")
    .filter((line) => line !== "");
}

function dryRun(cluster: Cluster): void {
  // The operator of k6 has no schema that could be had.
  const files = objectFiles().filter(
    (file) => !/^kind: TestRun$/m.test(readFileSync(join(ROOT, file), "utf8")),
  );
  if (files.length === 0) throw new Error("there are none");
  const how = ["apply", "--server-side", "--dry-run=server", "--validate=strict", "--warnings-as-errors"];
  const bad = files.flatMap((file) => {
    const { code, out, err } = cluster.kubectl([...how, "-f", join(ROOT, file)]);
    return code === 0 && !/warning/i.test(err) ? [] : [`${file}:\n${out}${err}`];
  });
  if (bad.length > 0) throw new Error(bad.join("\n"));
}

/** The level is enforced here at all: else nothing that passes would mean anything. */
async function refused(cluster: Cluster): Promise<void> {
  const one = await release(cluster, "helm", PLATFORM, []);
  const args = ["--namespace", one.namespace, "run", "open", "--image=example.test/x:1", "--restart=Never"];
  const { code, err } = cluster.kubectl(args);
  if (code === 0 || !err.includes("violates PodSecurity")) throw new Error(`it was let in: ${err}`);
}

const IMAGES =
  "jsonpath={range .items[*]}{.metadata.name} {.metadata.generation} {.spec.template.spec.containers[*].image}{'\\n'}{end}";

async function failedMigration(cluster: Cluster): Promise<void> {
  const one = await release(cluster, "helm", PLATFORM, PRODUCTION);
  one.install();
  const state = () =>
    cluster.kubectl(["--namespace", one.namespace, "get", "deployments", "--output", IMAGES]).out +
    names(
      cluster,
      one,
      "deployments,services,networkpolicies,poddisruptionbudgets,ingresses,horizontalpodautoscalers",
    ).join("\n");
  const before = state();
  const said = one.failingUpgrade([
    "image.tag=broken",
    "migrations.backoffLimit=0",
    "services.refunds.replicas=3",
  ]);
  if (!/hook|BackoffLimitExceeded/i.test(said)) throw new Error(`it failed for another reason: ${said}`);
  if (state() !== before) throw new Error(`it changed\n${before}\nto\n${state()}`);
  // And the way out is the ordinary one.
  one.upgrade();
  one.uninstall();
}

async function drained(cluster: Cluster): Promise<void> {
  const one = await release(cluster, "helm", PLATFORM, PRODUCTION);
  one.install();
  // The autoscaler has its own moment to bring the fewest pods it may have.
  await eventually("the autoscaled services' pods", () => {
    const ready = readyPods(cluster, one);
    return Object.entries(fewestPods(cluster, one)).every(([name, fewest]) => ready[name] === fewest);
  });
  const before = readyPods(cluster, one);
  cluster.kubectl(["cordon", "--selector=kubernetes.io/os=linux"]);
  try {
    // With no node to go to, an evicted pod has no replacement: the budgets alone keep the others where they are.
    const args = [
      "drain",
      "--selector=kubernetes.io/os=linux",
      "--ignore-daemonsets",
      "--delete-emptydir-data",
      "--force",
      "--timeout=15s",
    ];
    if (cluster.kubectl(args).code === 0) throw new Error("the drain of all nodes came to its end");
    const after = readyPods(cluster, one);
    const budgets = names(cluster, one, "poddisruptionbudgets").map((name) => name.split("/")[1] ?? "");
    if (budgets.length < 7) throw new Error(`only ${budgets.length} services have a budget`);
    const short = budgets.filter((name) => (after[name] ?? 0) < (before[name] ?? 0) - 1);
    if (short.length > 0) throw new Error(`more than one pod is gone of ${short.join(", ")}`);
    if (budgets.every((name) => after[name] === before[name])) throw new Error("no pod was evicted at all");
  } finally {
    cluster.kubectl(["uncordon", "--selector=kubernetes.io/os=linux"]);
  }
  await eventually(
    "every service's pods",
    () => JSON.stringify(readyPods(cluster, one)) === JSON.stringify(before),
  );
  one.uninstall();
}

/** What each autoscaler brings at least, by Deployment. */
const fewestPods = (cluster: Cluster, one: Release): Record<string, number> =>
  numbersOf(cluster, one, "horizontalpodautoscalers", "{.spec.scaleTargetRef.name} {.spec.minReplicas}");

/** Pods that are available, by Deployment. */
const readyPods = (cluster: Cluster, one: Release): Record<string, number> =>
  numbersOf(cluster, one, "deployments", "{.metadata.name} {.status.availableReplicas}");

function numbersOf(
  cluster: Cluster,
  { namespace: name }: Release,
  kind: string,
  line: string,
): Record<string, number> {
  const output = `--output=jsonpath={range .items[*]}${line}{'\\n'}{end}`;
  const { out } = cluster.kubectl(["--namespace", name, "get", kind, output]);
  const lines = out.split("\n").filter((one) => one !== "");
  return Object.fromEntries(lines.map((one) => [one.split(" ")[0] ?? "", Number(one.split(" ")[1] ?? 0)]));
}

process.exitCode = await main();
