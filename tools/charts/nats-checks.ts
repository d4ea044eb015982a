import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretKeys } from "./external-secrets.ts";
import { routeProblems } from "./nats-routes.ts";
import { manifestsOf, template } from "./render.ts";
import { check, type Check } from "./report.ts";
import { ON_BUS } from "../services/table.ts";
import { MissingTool, ROOT, run, scratch } from "./tools.ts";
import { allowedFlows, type End } from "./traffic.ts";

/** The bus: the one that the chart brings, and the one of k8s/nats. */
export const natsChecks: readonly Check[] = [
  check("NATS takes its configuration, and each user's passwords from the environment", () => natsTakes()),
  check(
    "servers of k8s/nats let nobody be a route without the password and a certificate of theirs",
    async () => fail(await routeProblems(natsServer())),
  ),
  check("every Secret of k8s/nats is in k8s/external-secrets with its key", () => fail(secretProblems())),
  check("k8s/nats is reached by the platform, by its own servers and by Prometheus, each by its port", () =>
    fail(flowProblems()),
  ),
];

const fail = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

function natsTakes(): void {
  const server = natsServer();
  const config = template("payments-platform", []).find(
    ({ kind, data }) => kind === "ConfigMap" && data?.["nats.conf"],
  );
  const text = config?.data?.["nats.conf"] ?? "";
  const names = [...text.matchAll(/password: \$(\w+)/g)].map(([, name = ""]) => name);
  if (names.length !== ON_BUS.length) throw new Error(`it has ${names.length} users`);
  const file = scratch("nats.conf");
  writeFileSync(file, text);
  const passwords = Object.fromEntries(names.map((name) => [name, `p${name}`]));
  const { code, err } = run(server, ["--config", file, "-t"], undefined, passwords);
  if (code !== 0) throw new Error(err);
  if (run(server, ["--config", file, "-t"]).code === 0) throw new Error("it starts without passwords");
}

function natsServer(): string {
  const found = run(join(ROOT, "tools/install/nats-server"), []).out.trim();
  if (found === "") throw new MissingTool("nats-server");
  return found;
}

const named = (name: string): Readonly<Record<string, string>> => ({ "kubernetes.io/metadata.name": name });
const SERVER = { "app.kubernetes.io/name": "nats", "app.kubernetes.io/component": "nats" };
const ENDS: readonly End[] = [
  { name: "nats-0", labels: SERVER },
  { name: "nats-1", labels: SERVER },
  { name: "neighbour", labels: { app: "other" } },
  {
    name: "platform",
    labels: { "app.kubernetes.io/name": "payments-platform" },
    namespace: named("payments"),
  },
  { name: "beside the platform", labels: { app: "other" }, namespace: named("payments") },
  { name: "prometheus", labels: {}, namespace: named("monitoring") },
  { name: "stranger", labels: SERVER, namespace: named("elsewhere") },
  { name: "dns", labels: { "k8s-app": "kube-dns" }, namespace: named("kube-system") },
  { name: "internet", address: "203.0.113.10" },
];
const FLOWS = [
  "nats-0 -> dns:53",
  "nats-0 -> nats-1:6222",
  "nats-1 -> dns:53",
  "nats-1 -> nats-0:6222",
  "platform -> nats-0:4222",
  "platform -> nats-1:4222",
  "prometheus -> nats-0:7777",
  "prometheus -> nats-1:7777",
];

function flowProblems(): string[] {
  const policies = manifestsOf(readFileSync(join(ROOT, "k8s/nats/networkpolicy.yaml"), "utf8"));
  const is = allowedFlows(policies, ENDS, "nats").filter((flow) => / -> nats-|^nats-|neighbour/.test(flow));
  return [
    ...is.filter((flow) => !FLOWS.includes(flow)).map((flow) => `allowed: ${flow}`),
    ...FLOWS.filter((flow) => !is.includes(flow)).map((flow) => `not allowed: ${flow}`),
  ];
}

/**
 * Passwords by their keys; of a certificate the names that the NATS chart reads, and the authority where it is named.
 */
function secretProblems(): string[] {
  const text = readFileSync(join(ROOT, "k8s/nats/values.yaml"), "utf8");
  const passwords = [...text.matchAll(/secretKeyRef:\s+name: (\S+)\s+key: (\S+)/g)];
  const certificates = [...text.matchAll(/secretName: (\S+)(\s+merge:\s+ca_file: \S+\/(\S+))?/g)];
  if (passwords.length === 0 || certificates.length === 0) throw new Error("it names no Secret");
  const wanted = [
    ...passwords.map(([, name, key]) => `${name}/${key}`),
    ...certificates.flatMap(([, name, , authority]) =>
      ["tls.crt", "tls.key", ...(authority === undefined ? [] : [authority])].map((key) => `${name}/${key}`),
    ),
  ];
  const there = secretKeys("nats");
  return wanted.filter((one) => !there.has(one)).map((one) => `${one} is nowhere`);
}
