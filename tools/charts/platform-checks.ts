import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretKeys } from "./external-secrets.ts";
import { generatedFiles } from "./generated.ts";
import { podProblems, podsOf } from "./pod-rules.ts";
import { PRODUCTION, template, valuesFiles, type Manifest } from "./render.ts";
import { check, type Check } from "./report.ts";
import { namesOf, ON_BUS } from "../services/table.ts";
import { CHARTS, must, need, ROOT, run, scratch } from "./tools.ts";
import { MATRIX, singleFlows, UNTRACED, type Flow } from "./traffic-matrix.ts";
import { allowedFlows, isSelected, type End } from "./traffic.ts";

const CHART = "payments-platform";

const fail = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

/** What only the platform's chart has. */
export const platformChecks: readonly Check[] = [
  check("generated files of charts/ are what their sources generate", async () => {
    const stale = (await generatedFiles()).filter(({ path, text }) => readFileSync(path, "utf8") !== text);
    fail(stale.map(({ path }) => `${path.slice(ROOT.length + 1)} is out of date: run make charts-generated`));
  }),
  check("the network policies come to the traffic matrix", () => {
    fail([...matrixProblems(UNTRACED, []), ...matrixProblems(MATRIX, TRACED)]);
  }),
  check("every pod of every values file is meant by a policy, and none reaches the metadata service", () => {
    for (const files of valuesFiles(CHART)) policiesHold(template(CHART, files));
  }),
  check("every pod is restricted, pinned, without a token and a CPU limit", () => {
    for (const files of valuesFiles(CHART)) fail(podsOf(template(CHART, files)).flatMap(podProblems));
  }),
  check("two releases in one namespace share no object", () => {
    const one = template(CHART, []).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    const other = template(CHART, [], ["--name-template", "two"]);
    const names = new Set(other.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
    fail(one.filter((name) => names.has(name)));
  }),
  check("a changed value restarts those who use it, and nobody else", () => restarts()),
  check("every Secret of values-production.yaml is in k8s/external-secrets with its key", () =>
    secretsThere(),
  ),
  check("a misspelt value fails the lint", () => misspelt()),
  check("no secret value is in what the production values render", () => {
    const secrets = template(CHART, PRODUCTION).filter(({ kind }) => kind === "Secret");
    fail(secrets.map(({ metadata }) => `Secret ${metadata.name} is rendered`));
  }),
];

/** What is set, and whose pods are other ones then. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  "settings.providerTries=4": ["payments", "payouts", "refunds"],
  "settings.keyQuota=7": ["api-gateway"],
  "secrets.cardKeys.existingSecret=mine": ["api-gateway", "payments"],
  "services.refunds.replicas=2": [],
  "networkPolicy.natsPort=4223": [],
  "nats.users.names.notifier=other": ["nats", "notifier"],
  "traces.endpoint=http://c:4318,networkPolicy.collector[0].ipBlock.cidr=10.9.0.0/24":
    namesOf(ON_BUS).toSorted(),
};

function restarts(): void {
  const before = templatesOf([]);
  fail(
    Object.entries(CHANGES).flatMap(([set, expected]) => {
      const after = templatesOf(["--set", set]);
      const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
      return changed.join() === expected.join()
        ? []
        : [`${set} restarts ${changed.join(", ") || "nobody"}, not ${expected.join(", ") || "nobody"}`];
    }),
  );
}

function templatesOf(more: readonly string[]): Record<string, string> {
  const lasting = template(CHART, [], more).filter(
    ({ kind }) => kind === "Deployment" || kind === "StatefulSet",
  );
  const pods = lasting.map(({ metadata, spec }): [string, string] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
    const { template: pod } = spec as { readonly template: unknown };
    return [metadata.labels?.["app.kubernetes.io/component"] ?? "", JSON.stringify(pod)];
  });
  return Object.fromEntries(pods.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function secretsThere(): void {
  const there = secretKeys("payments");
  const pods = JSON.stringify(template(CHART, PRODUCTION));
  const mounted = [...pods.matchAll(/"secret":\{"name":"([^"]+)","items":\[\{"key":"([^"]+)"/g)].map(
    ([, name, key]) => `${name}/${key}`,
  );
  fail([...new Set(mounted)].filter((one) => !there.has(one)).map((one) => `${one} is nowhere`));
}

const OUTSIDE: readonly End[] = [
  { name: "ingress", labels: {}, namespace: { "kubernetes.io/metadata.name": "ingress-nginx" } },
  { name: "prometheus", labels: {}, namespace: { "kubernetes.io/metadata.name": "monitoring" } },
  { name: "stranger", labels: {}, namespace: { "kubernetes.io/metadata.name": "elsewhere" } },
  { name: "neighbour", labels: { app: "other" } },
  { name: "client", labels: { "payments.io/role": "client" } },
  {
    name: "dns",
    labels: { "k8s-app": "kube-dns" },
    namespace: { "kubernetes.io/metadata.name": "kube-system" },
  },
  {
    name: "collector",
    labels: { "app.kubernetes.io/name": "opentelemetry-collector" },
    namespace: { "kubernetes.io/metadata.name": "tracing" },
  },
  { name: "internet", address: "203.0.113.10" },
  { name: "internet 6", address: "2001:db8::10" },
  { name: "metadata", address: "169.254.169.254" },
  { name: "private", address: "10.1.2.3" },
  { name: "private 6", address: "fd00::1" },
];

/** Those outside are no concern of these policies, nor is what goes from one of them to another. */
const OURS =
  /^(ingress|prometheus|stranger|neighbour|client|dns|collector|internet|internet 6|metadata|private|private 6)$/;

function endsOf(manifests: readonly Manifest[]): End[] {
  return podsOf(manifests).map(({ labels }) => ({
    name: labels["app.kubernetes.io/component"] ?? "",
    labels,
  }));
}

function flowsOf(manifests: readonly Manifest[]): string[] {
  return allowedFlows(manifests, [...endsOf(manifests), ...OUTSIDE]).filter((flow) => {
    const [from = "", rest = ""] = flow.split(" -> ");
    const to = rest.slice(0, rest.lastIndexOf(":"));
    return !(OURS.test(from) && OURS.test(to));
  });
}

const TRACED = [
  "--set",
  "traces.endpoint=http://collector.tracing:4318",
  "--set-json",
  'networkPolicy.collector=[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"tracing"}}}]',
];

function matrixProblems(matrix: readonly Flow[], more: readonly string[]): string[] {
  const is = flowsOf(template(CHART, [], more)).filter((flow) => !flow.includes("internet 6"));
  const shouldBe = singleFlows(matrix);
  return [
    ...is.filter((flow) => !shouldBe.includes(flow)).map((flow) => `allowed, and not in the matrix: ${flow}`),
    ...shouldBe.filter((flow) => !is.includes(flow)).map((flow) => `in the matrix, and not allowed: ${flow}`),
  ];
}

function policiesHold(manifests: readonly Manifest[]): void {
  if (!manifests.some(({ kind }) => kind === "NetworkPolicy")) return;
  const free = podsOf(manifests).filter(({ labels }) => !isSelected(manifests, labels));
  const bad = flowsOf(manifests).filter((flow) =>
    /-> (metadata|private|private 6|neighbour|stranger):|^(stranger|neighbour) ->/.test(flow),
  );
  // No service speaks HTTP to another: only to the acquirer, and that one to the gateway.
  const onBus = namesOf(ON_BUS);
  const isBetweenServices = (flow: string): boolean => {
    const [from = "", to = ""] = flow.split(" -> ");
    return onBus.includes(from) && onBus.includes(to.slice(0, to.lastIndexOf(":")));
  };
  fail([
    ...free.map(({ owner }) => `${owner} is meant by no policy`),
    ...bad.filter((flow) => !flow.endsWith(":5432") && !flow.endsWith(":4222")),
    ...flowsOf(manifests).filter(isBetweenServices),
  ]);
}

/** One for each level that is ours: a schema that is open anywhere lets a typo pass. */
const TYPOS = [
  "replica",
  "image.tga",
  "defaults.replica",
  "services.payments.replica",
  "services.payment",
  "nats.tls.enable",
  "postgresql.embedded.persistence.sise",
  "secrets.cardKey",
  "networkPolicy.enable",
  "settings.requestDeadLine",
  "defaults.probes.startup.period",
  "services.payments.extraContainer",
  "httpRoute.hosts",
  "traces.endpoin",
  "traces.headers.existingSecrets",
];

function misspelt(): void {
  const helm = need("helm");
  const chart = scratch("typo");
  cpSync(join(CHARTS, CHART), chart, { recursive: true, dereference: true });
  const accepted = TYPOS.filter(
    (name) => run(helm, ["lint", "--strict", chart, "--set", `${name}=1`]).code === 0,
  );
  must(helm, ["lint", "--strict", chart]);
  // The same for a file, where a wrong type is as bad as a wrong name.
  const file = scratch("typo.yaml");
  writeFileSync(file, "defaults: { replicas: two }\n");
  if (run(helm, ["lint", "--strict", chart, "--values", file]).code === 0)
    accepted.push("defaults.replicas: two");
  fail(accepted.map((name) => `${name} is accepted`));
}
