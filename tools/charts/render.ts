import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { CHARTS, must, need, ROOT } from "./tools.ts";

/** Part of a Kubernetes object as these checks look at it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

/** The values that production runs with: the chart's file, and over it what belongs to the place. */
export const PRODUCTION: readonly string[] = [
  join(CHARTS, "payments-platform/values-production.yaml"),
  join(ROOT, "k8s/environments/payments-platform-production.yaml"),
];

/**
 * Values to try a chart with: itself, those under ci/, and the production file with each of the environments of k8s/.
 */
export function valuesFiles(chart: string): string[][] {
  const folder = join(CHARTS, chart);
  const ci = join(folder, "ci");
  const files = existsSync(ci)
    ? readdirSync(ci)
        .toSorted()
        .map((name) => [join(ci, name)])
    : [];
  const production = join(folder, "values-production.yaml");
  if (!existsSync(production)) return [[], ...files];
  const environments = join(ROOT, "k8s/environments");
  const places = existsSync(environments) ? readdirSync(environments).toSorted() : [];
  return [
    [],
    ...files,
    ...places.filter((name) => name.startsWith(chart)).map((name) => [production, join(environments, name)]),
  ];
}

/** The monitoring resources are taken to be there: what happens without them is a test of the chart's own. */
const WITH_OPERATOR = ["--api-versions", "monitoring.coreos.com/v1"];

export function templateText(chart: string, files: readonly string[], more: readonly string[] = []): string {
  const values = files.flatMap((file) => ["--values", file]);
  // The last of two names is the one that counts.
  const name = ["--name-template", "pay"];
  return must(need("helm"), ["template", ...name, join(CHARTS, chart), ...WITH_OPERATOR, ...values, ...more]);
}

export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true }).flatMap((document) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Helm rendered; kubeconform checks its shape
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

export const template = (chart: string, files: readonly string[], more: readonly string[] = []): Manifest[] =>
  manifestsOf(templateText(chart, files, more));

/** Objects to apply, of k8s/: not values of charts, kind's own file and what only kustomize reads. */
export function objectFiles(): string[] {
  return globSync("k8s/**/*.yaml", { cwd: ROOT })
    .filter((file) => !file.startsWith("k8s/kind/"))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      return /^apiVersion:/m.test(text) && !/^kind: Kustomization$/m.test(text);
    })
    .toSorted();
}
