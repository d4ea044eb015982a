import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "../../tools/clients/compile.ts";

/**
 * Makes the package that merchants install, in the folder that is named: JavaScript, and inside of it everything that
 * it needs, so that an install asks no registry for a name that is not ours there
 * (docs/decisions/0094-a-merchants-program-needs-a-key-only.md).
 *   node build.ts FOLDER CLIENT, the folder of the TypeScript client as its own build made it
 */
const HERE = fileURLToPath(new URL("./", import.meta.url));
const MODULES = join(HERE, "../../node_modules");
const [folder, client] = process.argv.slice(2);
if (folder === undefined || client === undefined) throw new Error("build.ts FOLDER CLIENT");
const out = resolve(folder);

interface Manifest {
  readonly name: string;
  readonly scripts?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(path, "package.json"), "utf8"));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
compile(join(HERE, "tsconfig.build.json"), join(out, "dist"));

const { scripts: _scripts, ...manifest } = manifestOf(HERE);
const bundleDependencies = Object.keys(manifest.dependencies ?? {});
writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, bundleDependencies }, null, 2)}\n`);
for (const name of ["bin", "README.md"]) cpSync(join(HERE, name), join(out, name), { recursive: true });
cpSync(join(HERE, "../../LICENSE"), join(out, "LICENSE"));

/** What it needs, and what that needs, each as the lock file has it; npm has put one of each name beside the others. */
const needed = new Set(bundleDependencies);
for (const name of needed) {
  const from = name === "@flowlix/client" ? client : join(MODULES, name);
  const dependencies = Object.keys(manifestOf(from).dependencies ?? {});
  const own = dependencies.find((one) => existsSync(join(from, "node_modules", one)));
  if (own !== undefined)
    throw new Error(`${name} has a ${own} of its own, which would need a place of its own here`);
  cpSync(from, join(out, "node_modules", name), { recursive: true });
  for (const one of dependencies) needed.add(one);
}
