import { cpus, totalmem } from "node:os";
import { run } from "../compose/shell.ts";
import type { Usage } from "./probes.ts";
import { PREFIX, type Release } from "./release.ts";
import type { Watch } from "./watch.ts";

const MI = 1_048_576;
/** Of a limit, that a workload may take under pressure: the rest is for what was not tried here. */
const SHARE_MAX = 0.8;
/** Of a request, that a workload may exceed it by while steadily loaded: the scheduler counts on it. */
const REQUEST_SLACK = 1.1;

interface Sizes {
  readonly workload: string;
  readonly requestBytes: number;
  readonly limitBytes: number;
  readonly requestCores: number;
}

/** Errors: workloads whose limit is too near to what they took, or whose request is less than they take under load. */
export function sizesFit(release: Release, watch: Watch): void {
  const phases = watch.usages();
  const most = (workload: string, names: readonly string[], of: (usage: Usage) => number): number =>
    Math.max(
      0,
      ...phases
        .filter(({ phase }) => names.includes(phase.name))
        .flatMap(({ usages }) => usages.filter((usage) => usage.workload === workload).map(of)),
    );
  const wrong = sizesOf(release).flatMap(({ workload, requestBytes, limitBytes, requestCores }) => {
    const all = phases.map(({ phase }) => phase.name);
    const peak = most(workload, all, (usage) => usage.bytesMax);
    const loaded = most(workload, ["load"], (usage) => usage.bytesMedian);
    const cores = most(workload, ["load"], (usage) => usage.coresMean);
    return [
      ...(peak > SHARE_MAX * limitBytes ? [`${workload} took ${mi(peak)} of its ${mi(limitBytes)}`] : []),
      ...(loaded > REQUEST_SLACK * requestBytes
        ? [`${workload} takes ${mi(loaded)} under load and asks for ${mi(requestBytes)}`]
        : []),
      ...(cores > REQUEST_SLACK * requestCores
        ? [`${workload} takes ${milli(cores)} under load and asks for ${milli(requestCores)}`]
        : []),
    ];
  });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

interface Workload {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly resources: {
            readonly requests: Record<string, string>;
            readonly limits: Record<string, string>;
          };
        }[];
      };
    };
  };
}

function sizesOf(release: Release): Sizes[] {
  const selector = "--selector=app.kubernetes.io/name=payments-platform";
  const listed = release.kubectl("get", "deployments,statefulsets", selector, "--output=json");
  const { items }: { items: Workload[] } = JSON.parse(listed);
  return items.map(({ metadata, spec }) => {
    const { requests, limits } = spec.template.spec.containers[0]?.resources ?? { requests: {}, limits: {} };
    return {
      workload: metadata.name.replace(PREFIX, ""),
      requestBytes: bytesOf(requests["memory"]),
      limitBytes: bytesOf(limits["memory"]),
      requestCores: coresOf(requests["cpu"] ?? "0"),
    };
  });
}

const bytesOf = (text = "0"): number => Number.parseFloat(text) * MI * (text.endsWith("Gi") ? 1_024 : 1);
const coresOf = (text: string): number =>
  text.endsWith("m") ? Number.parseFloat(text) / 1_000 : Number.parseFloat(text);

/** All that was measured, as Markdown. */
export function figuresOf(release: Release, watch: Watch): string {
  const phases = watch.usages();
  const head = ["Workload", "Asks for", "Limit", ...phases.map(({ phase }) => phase.name)];
  const rows = sizesOf(release).map(({ workload, requestBytes, requestCores, limitBytes }) => [
    workload,
    `${mi(requestBytes)}, ${milli(requestCores)}`,
    mi(limitBytes),
    ...phases.map(({ usages }) => cell(usages.find((usage) => usage.workload === workload))),
  ]);
  const took = watch.notes().map(({ what, seconds }) => [what, `${seconds.toFixed(1)} s`]);
  return [
    `${new Date().toISOString().slice(0, 16)}Z, ${conditions()}`,
    "",
    "Memory is the median and the most of a pod's working set, CPU the mean and the most of all its pods.",
    "",
    ...table(head, rows),
    "",
    ...table(["What", "Took"], took),
    "",
  ].join("\n");
}

const cell = (usage: Usage | undefined): string =>
  usage === undefined
    ? ""
    : `${mi(usage.bytesMedian)} – ${mi(usage.bytesMax)}, ${milli(usage.coresMean)} – ${milli(usage.coresMax)}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);

const mi = (bytes: number): string => `${Math.round(bytes / MI)} Mi`;
const milli = (cores: number): string => `${Math.round(cores * 1_000)}m`;

function conditions(): string {
  const [cpu] = cpus();
  const kernel = run("uname", ["-r"]).stdout.trim();
  const commit = run("git", ["rev-parse", "--short", "HEAD"]).stdout.trim();
  return `${cpus().length} × ${cpu?.model.trim() ?? "?"}, ${Math.round(totalmem() / MI / 1024)} GiB, Linux ${kernel}, ${commit}`;
}
