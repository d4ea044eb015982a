import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { databaseChecks } from "./database-checks.ts";
import { loadChecks } from "./load-checks.ts";
import { natsChecks } from "./nats-checks.ts";
import { platformChecks } from "./platform-checks.ts";
import { objectFiles, template, templateText, valuesFiles } from "./render.ts";
import { check, chosenBy, report, type Check } from "./report.ts";
import { KUBERNETES_VERSIONS, schemaFolder } from "./schemas.ts";
import { applicationCharts, CHARTS, must, need, ROOT, run, scratch } from "./tools.ts";

const nameOf = (files: readonly string[]): string =>
  files.length === 0 ? "values.yaml" : files.map((file) => file.slice(ROOT.length + 1)).join(" + ");

function chartChecks(chart: string): Check[] {
  const folder = join(CHARTS, chart);
  const helms = quick ? ["helm"] : ["helm", "helm3"];
  return [
    ...helms.map((helm) =>
      check(`${chart}: ${helm} lint --strict with every values file`, () => lint(helm, chart)),
    ),
    check(`${chart}: every values file renders, the same each time`, () => {
      for (const files of valuesFiles(chart)) {
        const once = withoutGenerated(templateText(chart, files));
        if (once !== withoutGenerated(templateText(chart, files)))
          throw new Error(`${nameOf(files)} renders otherwise the second time`);
      }
    }),
    check(`${chart}: unit tests`, () => {
      if (globSync(join(folder, "tests/*_test.yaml")).length === 0) throw new Error("there are none");
      must(need("helm-unittest"), ["--strict", folder]);
    }),
    check(`${chart}: no object names a namespace, and every workload has its labels`, () => labels(chart)),
    check(`${chart}: the package is small and holds no tests`, () => packaged(chart)),
  ];
}

function lint(helm: string, chart: string): void {
  const program = need(helm);
  for (const files of valuesFiles(chart)) {
    const values = files.flatMap((file) => ["--values", file]);
    // Lint knows no cluster, so what needs the operator's resources is left to the rendering.
    const off = ["--set", "podMonitor.enabled=false"];
    const args = [
      "lint",
      "--strict",
      join(CHARTS, chart),
      ...values,
      ...(chart === "payments-platform" ? off : []),
    ];
    const { code, out, err } = run(program, args);
    if (code !== 0 || /\[(WARNING|ERROR)\]/.test(out)) throw new Error(`${nameOf(files)}:\n${out}\n${err}`);
  }
}

/** Secrets are the one thing that is made anew where no cluster can be asked for the old ones. */
const withoutGenerated = (text: string): string =>
  text
    .split(/^---$/m)
    .filter((document) => !/^kind: Secret$/m.test(document))
    .join("---");

const WORKLOADS = ["Deployment", "StatefulSet", "Job", "Pod", "CronJob"];
const LABELS = ["name", "instance", "component", "version", "part-of", "managed-by"].map(
  (label) => `app.kubernetes.io/${label}`,
);

function labels(chart: string): void {
  const problems = valuesFiles(chart).flatMap((files) =>
    template(chart, files)
      .filter(({ kind }) => WORKLOADS.includes(kind))
      .flatMap(({ kind, metadata }) =>
        [...LABELS, "helm.sh/chart"]
          .filter((label) => metadata.labels?.[label] === undefined)
          .map((label) => `${kind}/${metadata.name} lacks ${label}`),
      ),
  );
  const named = valuesFiles(chart).flatMap((files) =>
    [...templateText(chart, files).matchAll(/^ {2}namespace: .*$/gm)].map(([line]) => line),
  );
  if (problems.length + named.length > 0) throw new Error([...problems, ...named].join("\n"));
}

const PACKAGE_MAX_BYTES = 256 * 1024;

function packaged(chart: string): void {
  const out = scratch("packages");
  must(need("helm"), ["package", join(CHARTS, chart), "--destination", out]);
  const [file] = globSync(join(out, `${chart}-[0-9]*.tgz`));
  if (file === undefined) throw new Error("no package was written");
  const names = must("tar", ["-tzf", file]).split("\n");
  const unwanted = names.filter((name) => /^[^/]+\/(ci|tests)\//.test(name));
  const size = readFileSync(file).length;
  if (unwanted.length > 0) throw new Error(`it holds ${unwanted.join(", ")}`);
  if (size > PACKAGE_MAX_BYTES) throw new Error(`it has ${size} bytes`);
}

function schemaCheck(version: string): Check {
  return check(`every manifest is valid for Kubernetes ${version}`, () => {
    const kubeconform = need("kubeconform");
    const folder = schemaFolder(version);
    const args = ["-strict", "-summary", "-kubernetes-version", version, "-schema-location"];
    const location = `${folder}/{{.ResourceKind}}{{.KindSuffix}}.json`;
    for (const chart of charts) {
      for (const files of valuesFiles(chart)) {
        const { code, out, err } = run(kubeconform, [...args, location, "-"], templateText(chart, files));
        if (code !== 0) throw new Error(`${chart} ${nameOf(files)}:\n${out}${err}`);
      }
    }
    const objects = objectFiles();
    if (objects.length === 0) return;
    const { code, out, err } = run(kubeconform, [...args, location, "-skip", "TestRun", ...objects]);
    if (code !== 0) throw new Error(`k8s/:\n${out}${err}`);
  });
}

/** `make charts-check`: everything about charts/ and k8s/ that needs no Kubernetes. Each line is a check. */
const charts = applicationCharts();
const quick = process.argv.includes("--quick");
const checks = [
  ...charts.flatMap(chartChecks),
  ...(charts.includes("payments-platform")
    ? [...platformChecks, ...natsChecks, ...databaseChecks, ...loadChecks]
    : []),
  ...KUBERNETES_VERSIONS.slice(quick ? -1 : 0).map(schemaCheck),
];
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
process.exitCode = await report(chosenBy(words, checks));
