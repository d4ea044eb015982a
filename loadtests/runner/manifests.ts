import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * A ConfigMap's keys know no folders, so the scripts stand beside each other in it: `lib/run.ts` is
 * `lib-run.ts`, and what imports it says so.
 */
const FOLDERS = ["data", "lib", "tests", "verifier"] as const;
const ROOT = fileURLToPath(new URL("../", import.meta.url));

const flat = (path: string): string => path.replace("/", "-");

/** The same script with its imports by their names in the ConfigMap. @param path such as `tests/smoke.ts` */
export function flattened(path: string, text: string): string {
  return text.replaceAll(
    /(from\s+")(\.{1,2}\/[^"]+)(")/g,
    (_whole, before: string, to: string, after: string) => {
      const target = posix.join(posix.dirname(path), to);
      return `${before}./${flat(target)}${after}`;
    },
  );
}

/** @returns text by key, as `kubectl apply` takes it in `data` */
export function scriptFiles(): Record<string, string> {
  const files: Record<string, string> = { "package.json": '{"type":"module"}\n' };
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder)).toSorted()) {
      if (!name.endsWith(".ts") || name.endsWith(".d.ts")) continue;
      const path = `${folder}/${name}`;
      files[flat(path)] = flattened(path, readFileSync(join(ROOT, path), "utf8"));
    }
  }
  return files;
}

/** JSON is YAML: `make -s load-manifests | kubectl apply -f -`. */
export function scriptsConfigMap(): unknown {
  const labels = { "app.kubernetes.io/name": "load", "app.kubernetes.io/part-of": "payments-load" };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "load-scripts", labels },
    data: scriptFiles(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(scriptsConfigMap(), null, 2)}\n`);
}
