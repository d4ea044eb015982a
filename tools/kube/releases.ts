import { join } from "node:path";
import { CHARTS, need, run } from "../charts/tools.ts";
import type { Cluster } from "./control-plane.ts";

/** A release in a namespace of its own, by one version of Helm. Every step fails on a warning, too. */
export interface Release {
  readonly namespace: string;
  install(): void;
  test(): void;
  upgrade(sets?: readonly string[]): void;
  /** An upgrade that must fail; answers what Helm said. */
  failingUpgrade(sets: readonly string[]): string;
  rollback(): void;
  uninstall(): void;
}

const WAIT = ["--wait", "--timeout", "300s"];
/** Simulated pods are ready at once; waiting for them to stay so proves nothing. */
const FAST = ["--set", "defaults.minReadySeconds=0"];

export interface ReleaseOptions {
  readonly cluster: Cluster;
  readonly helm: "helm" | "helm3";
  readonly namespace: string;
  readonly chart: string;
  readonly files: readonly string[];
}

export function createRelease({ cluster, helm, namespace, chart, files }: ReleaseOptions): Release {
  const program = need(helm);
  const base = ["--kubeconfig", cluster.kubeconfig, "--namespace", namespace];
  const call = (args: readonly string[]) => run(program, [...args, ...base]);
  const must = (args: readonly string[]): void => {
    const { code, out, err } = call(args);
    const warned = /^(W\d{4} |level=WARN|Warning: ).*$/m.exec(err);
    if (code !== 0 || warned !== null)
      throw new Error(`${helm} ${args[0]}: exit code ${code}\n${out.slice(-2000)}\n${err.slice(-4000)}`);
  };
  const path = join(CHARTS, chart);
  const fast = chart === "payments-platform" ? FAST : [];
  const values = [...files.flatMap((file) => ["--values", file]), ...fast];
  const upgradeArgs = (sets: readonly string[]) => [
    "upgrade",
    "pay",
    path,
    ...values,
    ...sets.flatMap((set) => ["--set", set]),
    ...WAIT,
  ];
  return {
    namespace,
    install: () => must(["install", "pay", path, ...values, ...WAIT, "--wait-for-jobs"]),
    test: () => must(["test", "pay", "--timeout", "300s"]),
    upgrade: (sets = []) => must(upgradeArgs(sets)),
    failingUpgrade(sets) {
      const { code, out, err } = call(upgradeArgs(sets));
      if (code === 0) throw new Error(`${helm} upgrade succeeded:\n${out}`);
      return err;
    },
    rollback: () => must(["rollback", "pay", "1", ...WAIT]),
    uninstall: () => must(["uninstall", "pay", ...WAIT]),
  };
}
