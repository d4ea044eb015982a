import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { need, scratch } from "./tools.ts";

/** The oldest Kubernetes the charts say they run on, one in between, and the newest there is a schema of. */
export const KUBERNETES_VERSIONS = ["1.30.0", "1.33.0", "1.36.0", "1.37.0"] as const;

/**
 * Schemas for kubeconform, which then needs no network: the wheel's without the addresses they point to,
 * and those of the custom resources.
 */
export function schemaFolder(version: string): string {
  const folder = scratch(`schemas-${version}`);
  mkdirSync(folder, { recursive: true });
  const source = join(need("schemas"), `v${version}-local-strict`);
  for (const name of readdirSync(source).filter((file) => file.endsWith(".json"))) {
    const text = readFileSync(join(source, name), "utf8").replaceAll(
      '"/api/_definitions.json#',
      '"_definitions.json#',
    );
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "object" && schema !== null) Reflect.deleteProperty(schema, "$id");
    writeFileSync(join(folder, name), JSON.stringify(schema));
  }
  writeCustomResources(folder);
  return folder;
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: unknown };
    }[];
  };
}

function writeCustomResources(folder: string): void {
  const crds = need("crds");
  for (const file of readdirSync(crds)) {
    for (const document of parseAllDocuments(readFileSync(join(crds, file), "utf8"))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CustomResourceDefinition, as its file says
      const { spec } = document.toJS() as Definition;
      const [group = ""] = spec.group.split(".");
      for (const { name, schema } of spec.versions) {
        const target = `${spec.names.kind.toLowerCase()}-${group}-${name}.json`;
        writeFileSync(join(folder, target), JSON.stringify(strict(schema.openAPIV3Schema)));
      }
    }
  }
}

/** Refuses what a schema does not name, as the API server does with strict validation. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) => [
      key,
      key === "properties" ? strictEach(value) : strict(value),
    ]),
  );
  if (copy["x-kubernetes-int-or-string"] === true)
    return { anyOf: [{ type: "string" }, { type: "integer" }] };
  const open = "additionalProperties" in copy || copy["x-kubernetes-preserve-unknown-fields"] === true;
  return "properties" in copy && !open ? { ...copy, additionalProperties: false } : copy;
}

function strictEach(properties: unknown): unknown {
  if (typeof properties !== "object" || properties === null) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]: [string, unknown]) => [name, strict(value)]),
  );
}
