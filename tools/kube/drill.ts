import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestsOf } from "../charts/render.ts";
import { ROOT } from "../charts/tools.ts";
import type { Cluster } from "./control-plane.ts";
import { eventually } from "./seed.ts";

const NAMESPACE = "postgresql";
const CRON_JOB = "payments-db-restore-drill";
const COPY = "cluster.postgresql.cnpg.io/payments-db-drill";
const MANIFEST = join(ROOT, "k8s/cnpg/drill/restore-drill.yaml");

interface CronJobSpec {
  readonly jobTemplate: {
    readonly spec: {
      readonly template: { readonly spec: { readonly initContainers: readonly InitContainer[] } };
    };
  };
}

interface InitContainer {
  readonly name: string;
  readonly args: readonly string[];
}

/**
 * What the Job of the restore drill says to the API, word for word and with no other rights than its account has, twice
 * over: a drill that was ended in its midst is there the second time. No operator answers here, so the copy is called
 * ready by hand. In the end the Job goes, and the copy with it.
 */
export async function drilled(cluster: Cluster): Promise<void> {
  const ask = (args: readonly string[]): string => {
    const { code, out, err } = cluster.kubectl(["--namespace", NAMESPACE, ...args]);
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")}:\n${out}${err}`);
    return out.trim();
  };
  const folder = mkdtempSync(join(tmpdir(), "flowlix-drill-"));
  try {
    const steps = stepsOf(folder);
    ask(["apply", "--server-side", "--filename", MANIFEST]);
    for (const name of ["drill-cut-off", "drill-now"]) {
      ask(["create", "job", `--from=cronjob/${CRON_JOB}`, name]);
      const uid = ask(["get", "job", name, "--output=jsonpath={.metadata.uid}"]);
      for (const { name: step, args } of steps) {
        if (step === "wait") callReady(ask);
        const given = args.map((arg) => arg.replace("$(JOB_NAME)", name).replace("$(JOB_UID)", uid));
        ask([`--as=system:serviceaccount:${NAMESPACE}:${CRON_JOB}`, ...given]);
      }
    }
    ask(["delete", "job", "drill-cut-off"]);
    if (ask(["get", COPY, "--output=name"]) === "") throw new Error("the copy of the second drill is gone");
    ask(["delete", "job", "drill-now"]);
    await eventually("the end of the copy", () => ask(["get", COPY, "--ignore-not-found"]) === "");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The containers that talk to the API, with the file of the copy where it is here. */
function stepsOf(folder: string): readonly InitContainer[] {
  const objects = manifestsOf(readFileSync(MANIFEST, "utf8"));
  const copy = objects.find(({ kind }) => kind === "ConfigMap")?.data?.["cluster.yaml"] ?? "";
  const file = join(folder, "cluster.yaml");
  writeFileSync(file, copy);
  const spec: unknown = objects.find(({ kind }) => kind === "CronJob")?.spec;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
  const steps = (spec as CronJobSpec).jobTemplate.spec.template.spec.initContainers;
  if (steps.length < 4) throw new Error("the Job of the drill has other containers than this check knows");
  return steps.map(({ name, args }) => ({
    name,
    args: args.map((arg) => arg.replace("/drill/cluster.yaml", file)),
  }));
}

function callReady(ask: (args: readonly string[]) => string): void {
  const lastTransitionTime = new Date().toISOString();
  const condition = {
    type: "Ready",
    status: "True",
    reason: "ClusterIsReady",
    message: "",
    lastTransitionTime,
  };
  const patch = JSON.stringify({ status: { conditions: [condition] } });
  ask(["patch", COPY, "--subresource=status", "--type=merge", `--patch=${patch}`]);
}
