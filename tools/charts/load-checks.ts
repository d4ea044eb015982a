import { readFileSync } from "node:fs";
import { join } from "node:path";
import { podProblems, podsOf } from "./pod-rules.ts";
import { manifestsOf, template, type Manifest } from "./render.ts";
import { check, type Check } from "./report.ts";
import { ROOT } from "./tools.ts";
import { allowedFlows, type End } from "./traffic.ts";

const PLATFORM = "payments-platform";
const FILES = ["job.yaml", "networkpolicy.yaml", "settings.yaml", "verifier.yaml"];

/** What is under k8s/k6 but the TestRun, whose pods are made by its operator. */
const loadObjects = (): Manifest[] =>
  FILES.flatMap((file) => manifestsOf(readFileSync(join(ROOT, "k8s/k6", file), "utf8")));

/** What k8s/k6 and the platform's chart have to agree on: they know each other only by names and labels. */
export const loadChecks: readonly Check[] = [
  check("load tests beside a release reach what they ask, and nobody else reaches the acquirer by them", () =>
    fail(trafficProblems()),
  ),
  check("load tests name the Services and the image of a release that is called pay", () =>
    fail(nameProblems()),
  ),
  check(
    "the documented restart meets every service's Deployment, and neither the acquirer nor the verifier",
    () => fail(restartProblems()),
  ),
  check("every pod of the load tests is restricted, pinned, without a token and a CPU limit", () =>
    fail(podsOf(loadObjects()).flatMap(podProblems)),
  ),
];

function fail(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

const FLOWS = [
  "k6 -> api-gateway:3000",
  "k6 -> dns:53",
  "k6 -> sandbox-acquirer:3001",
  "k6 -> witness:8099",
  "witness -> api-gateway:3000",
  "witness -> dns:53",
  "witness -> sandbox-acquirer:3001",
];

const AROUND: readonly End[] = [
  {
    name: "dns",
    labels: { "k8s-app": "kube-dns" },
    namespace: { "kubernetes.io/metadata.name": "kube-system" },
  },
  { name: "internet", address: "203.0.113.10" },
  { name: "metadata", address: "169.254.169.254" },
];

/** By the namespace's own default deny, which k8s/namespaces.yaml has, nothing is open that a policy does not name. */
function trafficProblems(): string[] {
  const own = loadObjects();
  const denied = manifestsOf(readFileSync(join(ROOT, "k8s/namespaces.yaml"), "utf8"));
  const release = template(PLATFORM, []);
  const ends = podsOf([...release, ...own]).map(({ labels }) => ({
    name: labels["app.kubernetes.io/component"] ?? "",
    labels,
  }));
  const is = allowedFlows([...denied, ...release, ...own], [...ends, ...AROUND]);
  const ofLoad = is.filter((flow) => /^(k6|witness) -> | -> (k6|witness):/.test(flow));
  // `helm test` is a client like k6 and has no business at the acquirer.
  const others = is.filter((flow) => flow === "smoke-test -> sandbox-acquirer:3001");
  return [
    ...[...ofLoad, ...others].filter((flow) => !FLOWS.includes(flow)).map((flow) => `allowed: ${flow}`),
    ...FLOWS.filter((flow) => !is.includes(flow)).map((flow) => `not allowed: ${flow}`),
  ];
}

function nameProblems(): string[] {
  const own = loadObjects();
  const release = template(PLATFORM, []);
  const services = new Set(
    [...release, ...own]
      .filter(({ kind }) => kind === "Service")
      .flatMap(({ metadata, spec }) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
        const { ports } = spec as { readonly ports: readonly { readonly port: number }[] };
        return ports.map(({ port }) => `http://${metadata.name}:${port}`);
      }),
  );
  const settings = own.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const unknown = Object.entries(settings).filter(
    ([name, url]) => name.endsWith("_URL") && !services.has(url),
  );
  const [version] = release.flatMap(({ metadata }) => metadata.labels?.["app.kubernetes.io/version"] ?? []);
  const images = podsOf(own)
    .flatMap(({ spec }) => spec.containers.map(({ image }) => image))
    .filter((image) => image.startsWith(`${PLATFORM}:`) && image !== `${PLATFORM}:${version}`);
  return [
    ...unknown.map(([name, url]) => `${name}: no Service is ${url}`),
    ...images.map((image) => `${image}: the release is ${version}`),
  ];
}

/** The verifier keeps facts in its memory: a restart of it would end the comparison that they are for. */
function restartProblems(): string[] {
  const text = readFileSync(join(ROOT, "k8s/k6/README.md"), "utf8");
  const selector = /rollout restart deploy -l ([^\s`]+)/.exec(text)?.[1];
  if (selector === undefined) return ["k8s/k6/README.md names no restart of the platform"];
  const terms = selector.split(",").map((term) => {
    const [name = "", value] = term.split(/!?=/);
    return { name, value, not: term.includes("!=") };
  });
  const isMet = ({ metadata }: Manifest): boolean =>
    terms.every(({ name, value, not }) => (metadata.labels?.[name] === value) !== not);
  const deploymentsOf = (manifests: readonly Manifest[]): Manifest[] =>
    manifests.filter(({ kind }) => kind === "Deployment");
  const isBank = ({ metadata }: Manifest): boolean =>
    metadata.labels?.["app.kubernetes.io/component"] === "sandbox-acquirer";
  const release = deploymentsOf(template(PLATFORM, []));
  const spared = [...deploymentsOf(loadObjects()), ...release.filter(isBank)];
  return [
    ...spared.filter(isMet).map(({ metadata }) => `is restarted: ${metadata.name}`),
    ...release
      .filter((one) => !isBank(one) && !isMet(one))
      .map(({ metadata }) => `is not restarted: ${metadata.name}`),
  ];
}
