import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { secretKeys } from "./external-secrets.ts";
import { podProblems, podsOf } from "./pod-rules.ts";
import { manifestsOf, objectFiles, PRODUCTION, template, type Manifest } from "./render.ts";
import { check, type Check } from "./report.ts";
import { KUBERNETES_VERSIONS, schemaFolder } from "./schemas.ts";
import { need, ROOT, run } from "./tools.ts";

const PLATFORM = "payments-platform";
const NEWEST = KUBERNETES_VERSIONS.at(-1) ?? "";

/** Postgres under k8s/cnpg: its backups, its recovery, and the drill that proves them. */
export const databaseChecks: readonly Check[] = [
  check("CloudNativePG's own validation takes every object of it, and warns of none", () => validated()),
  check("what the drill makes is valid for Kubernetes", () => drilledIsValid()),
  check("a recovered database is production's but for where it comes from and where its log goes", () =>
    fail(recoveryProblems()),
  ),
  check("the drill restores what production is, archives nothing, and can only read the store", () =>
    fail(drillProblems()),
  ),
  check("every Secret that Postgres names is in k8s/external-secrets with its key", () =>
    fail(secretProblems()),
  ),
  check(
    "the pod of the drill is restricted, pinned, without a CPU limit, and the release's image checks",
    () => fail([...podsOf(objects()).flatMap(podProblems), ...imageProblems()]),
  ),
];

function fail(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

const FILES = objectFiles().filter((file) => file.startsWith("k8s/cnpg/"));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const objects = (): Manifest[] => FILES.flatMap((file) => manifestsOf(read(file)));

/** The Cluster of a drill, as its Job creates it. */
function drillText(): string {
  const text = objects().find(({ data }) => data?.["cluster.yaml"] !== undefined)?.data?.["cluster.yaml"];
  if (text === undefined) throw new Error("no ConfigMap has a cluster.yaml");
  return text;
}

function validated(): void {
  const program = need("cnpg-check");
  for (const text of [...FILES.map(read), drillText()]) {
    const { code, err } = run(program, [], text);
    if (code !== 0) throw new Error(err);
  }
}

function drilledIsValid(): void {
  const location = `${schemaFolder(NEWEST)}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  const args = ["-strict", "-kubernetes-version", NEWEST, "-schema-location", location, "-"];
  const { code, out, err } = run(need("kubeconform"), args, drillText());
  if (code !== 0) throw new Error(`${out}${err}`);
}

interface Plugin {
  readonly isWALArchiver?: boolean;
  readonly parameters: { readonly barmanObjectName: string; readonly serverName: string };
}

interface ClusterSpec {
  readonly imageName: string;
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  readonly storage: unknown;
  readonly walStorage: unknown;
  readonly plugins?: readonly Plugin[];
  readonly externalClusters?: readonly { readonly plugin: Plugin }[];
}

function clusterOf(manifests: readonly Manifest[], name: string): ClusterSpec {
  const found = manifests.find(({ kind, metadata }) => kind === "Cluster" && metadata.name === name);
  if (found === undefined) throw new Error(`there is no Cluster ${name}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operator's validation checks its shape
  return found.spec as ClusterSpec;
}

const production = (): ClusterSpec => clusterOf(objects(), "payments-db");
const drilled = (): ClusterSpec => clusterOf(manifestsOf(drillText()), "payments-db-drill");

function recoveryProblems(): string[] {
  const recovered = clusterOf(objects(), "payments-db-recovered");
  const own = ["bootstrap", "externalClusters", "plugins"];
  const rest = (spec: ClusterSpec) =>
    Object.fromEntries(Object.entries(spec).filter(([key]) => !own.includes(key)));
  const archives = [production(), recovered].map(({ plugins }) => plugins?.[0]?.parameters.serverName);
  return [
    ...(isDeepStrictEqual(rest(recovered), rest(production())) ? [] : ["something else differs as well"]),
    ...(archives[0] === archives[1] ? ["it would archive over what it is recovered from"] : []),
    ...sourceProblems(recovered),
  ];
}

/** From production's archive, by the store whose key may only read. */
function sourceProblems({ externalClusters = [] }: ClusterSpec): string[] {
  const from = externalClusters.map(({ plugin }) => plugin.parameters);
  const expected = {
    barmanObjectName: "payments-db-reader",
    serverName: production().plugins?.[0]?.parameters.serverName,
  };
  return isDeepStrictEqual(from, [expected]) ? [] : [`it comes from ${JSON.stringify(from)}`];
}

function drillProblems(): string[] {
  const drill = drilled();
  const whole = production();
  const same = (what: string, one: unknown, other: unknown): string[] =>
    isDeepStrictEqual(one, other) ? [] : [`${what} is another than production's`];
  return [
    ...same("imageName", drill.imageName, whole.imageName),
    ...same("storage", drill.storage, whole.storage),
    ...same("walStorage", drill.walStorage, whole.walStorage),
    ...same("max_connections", mostConnections(drill), mostConnections(whole)),
    ...(drill.plugins === undefined ? [] : ["it has plugins, and would archive"]),
    ...sourceProblems(drill),
  ];
}

const mostConnections = ({ postgresql }: ClusterSpec): unknown => postgresql.parameters["max_connections"];

/** What Postgres itself and its drill read, by the fields that name a Secret. */
function secretProblems(): string[] {
  const there = secretKeys("postgresql");
  const text = JSON.stringify([...objects(), ...manifestsOf(drillText())]);
  const keys = [...text.matchAll(/\{"name":"([^"]+)","key":"([^"]+)"\}/g)].map(
    ([, name, key]) => `${name}/${key}`,
  );
  const logins = [...text.matchAll(/"(?:secret|passwordSecret)":\{"name":"([^"]+)"\}/g)].flatMap(
    ([, name]) => [`${name}/username`, `${name}/password`],
  );
  const mounted = [...text.matchAll(/"secretName":"([^"]+)","items":\[\{"key":"([^"]+)"/g)].map(
    ([, name, key]) => `${name}/${key}`,
  );
  const named = new Set([...keys, ...logins, ...mounted]);
  return [...named].filter((one) => !there.has(one)).map((one) => `${one} is nowhere`);
}

function imageProblems(): string[] {
  const release = podsOf(template(PLATFORM, PRODUCTION)).flatMap(({ spec }) => spec.containers);
  const known = new Set(release.map(({ image }) => image));
  return podsOf(objects())
    .flatMap(({ spec }) => spec.containers.map(({ image }) => image))
    .filter((image) => !known.has(image))
    .map((image) => `${image}: production runs ${[...known].join(", ")}`);
}
