import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileWithRegions } from "./regions.ts";
import { namesOf, ON_BUS, ROOT, SERVICES } from "./table.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Folders under services/, those of programs that are no service of the table included. */
export const folders: readonly string[] = globSync("services/*/package.json", { cwd: ROOT })
  .map((path) => basename(dirname(path)))
  .toSorted();

const camel = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What of the code names every service: launchers, and the lists of type checker and npm. */
export const codeFiles: Readonly<Record<string, () => string>> = {
  "services/standalone/src/modules.ts": modules,
  "services/standalone/src/service-names.ts": () =>
    fileWithRegions("services/standalone/src/service-names.ts", {
      platform: [`export const PLATFORM = ${JSON.stringify(namesOf(ON_BUS))} as const;`],
    }),
  "services/standalone/package.json": dependencies,
  "services/standalone/tsconfig.json": () =>
    withReferences(
      "services/standalone/tsconfig.json",
      launched().map((name) => `../../services/${name}`),
    ),
  "tsconfig.json": () =>
    withReferences(
      "tsconfig.json",
      folders.flatMap((name) => [`services/${name}`, `services/${name}/tsconfig.test.json`]),
    ),
};

const launched = (): readonly string[] => folders.filter((name) => name !== "standalone");

function modules(): string {
  const names = namesOf(SERVICES);
  const imports = names.toSorted().map((name) => {
    return `import { ${camel(name)}Module, ${camel(name)}Schema } from "@flowlix/${name}";`;
  });
  const rows = names.map((name) => {
    return `"${name}": { module: ${camel(name)}Module, schema: ${camel(name)}Schema },`;
  });
  return `// Written by \`make services\`.
${imports.join("\n")}

/** What runs each service, and its tables. */
export const MODULES = {
  ${rows.join("\n  ")}
};
`;
}

function dependencies(): string {
  const manifest: { dependencies: Record<string, string>; version: string } = JSON.parse(
    read("services/standalone/package.json"),
  );
  const ours = new Set(folders.map((name) => `@flowlix/${name}`));
  const others = Object.entries(manifest.dependencies).filter(([name]) => !ours.has(name));
  const services = launched().map((name) => [`@flowlix/${name}`, manifest.version]);
  return JSON.stringify({ ...manifest, dependencies: Object.fromEntries([...others, ...services]) }, null, 2);
}

function withReferences(path: string, services: readonly string[]): string {
  const config: { references: { path: string }[] } = JSON.parse(read(path));
  const isService = (reference: { path: string }): boolean =>
    /^(\.\.\/\.\.\/)?services\//.test(reference.path);
  const first = config.references.findIndex(isService);
  const others = config.references.filter((reference) => !isService(reference));
  const references = others.toSpliced(first, 0, ...services.map((one) => ({ path: one })));
  return JSON.stringify({ ...config, references }, null, 2);
}
