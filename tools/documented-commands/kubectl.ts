import { globSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const MANIFESTS = globSync("k8s/**/*.yaml", { cwd: ROOT })
  .map((path) => readFileSync(join(ROOT, path), "utf8"))
  .join("\n");
const namedBy = (key: string): ReadonlySet<string> =>
  new Set([...MANIFESTS.matchAll(new RegExp(`\\b${key}: ([a-z0-9-]+)`, "g"))].map(([, name = ""]) => name));
const NAMES = namedBy("name");
const NAMESPACES = namedBy("namespace");
const SERVICES = new Set(readdirSync(join(ROOT, "services")));

/** What others make of a name: an instance, the authority of a Cluster, a backup of a time. */
const MADE = /-(\d+|ca)$/;

/**
 * What a command of kubectl names that neither `k8s/` nor the chart's release `pay` has, a line each: a namespace, an
 * object of the database, a service. Nothing of what is to be filled in.
 */
export function kubectlProblems(words: readonly string[]): string[] {
  const said = words.join(" ");
  const namespaces = [...said.matchAll(/(?<=^| )(?:-n|--namespace)[ =]([a-z][a-z0-9-]*)(?= |$)/g)];
  const ofStores = [...said.matchAll(/(?<=[ /=])payments-db[a-z0-9-]*/g)];
  const ofRelease = [...said.matchAll(/\bpay-payments-platform-([a-z][a-z-]*)/g)];
  return [
    ...namespaces
      .filter(([, name = ""]) => !NAMESPACES.has(name))
      .map(([, name = ""]) => `k8s has no namespace ${name}`),
    ...ofStores
      .filter(([name]) => !NAMES.has(name) && !NAMES.has(name.replace(MADE, "")))
      .map(([name]) => `k8s has no ${name}`),
    ...ofRelease
      .filter(([, service = ""]) => !SERVICES.has(service))
      .map(([, service = ""]) => `the chart has no service ${service}`),
  ];
}
