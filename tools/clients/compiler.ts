import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NAMES = ["typescript", "@types/node"];

interface Locked {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

/**
 * The node_modules with what compiles the clients. Where only what running needs is installed, a platform may be
 * running from it, and npm would also move what runs: the compiler is put into a folder of its own then, as the lock
 * file has it.
 */
export function compilerModules(root = ROOT, env: NodeJS.ProcessEnv = process.env): string {
  const installed = join(root, "node_modules");
  if (NAMES.every((name) => existsSync(join(installed, name)))) return installed;
  const folder = join(root, ".cache/compiler");
  const lock: Lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const files = compilerOf(lock);
  const isThere = Object.entries(files).every(
    ([name, text]) => existsSync(join(folder, name)) && readFileSync(join(folder, name), "utf8") === text,
  );
  // npm writes this file when it has finished.
  if (!isThere || !existsSync(join(folder, "node_modules/.package-lock.json"))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    process.stderr.write("installing the compiler of the clients (npm ci)\n");
    const quiet = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const options = { cwd: folder, env, stdio: ["ignore", 2, 2] as ["ignore", 2, 2] };
    if (spawnSync("npm", ["ci", ...quiet], options).status !== 0)
      throw new Error("npm ci did not bring the compiler");
  }
  return join(folder, "node_modules");
}

/** A manifest and a lock file of these packages and of what they need, each as the repository's lock file has it. */
function compilerOf({ lockfileVersion, packages }: Lock): Readonly<Record<string, string>> {
  const locked = (name: string): Locked => {
    const found = packages[`node_modules/${name}`];
    if (found === undefined) throw new Error(`package-lock.json has no ${name}`);
    return found;
  };
  const needed = new Set(NAMES);
  for (const name of needed) {
    const { dependencies, optionalDependencies } = locked(name);
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) needed.add(one);
  }
  const devDependencies = Object.fromEntries(NAMES.map((name) => [name, locked(name).version]));
  const manifest = { name: "compiler", private: true, devDependencies };
  const entries = [...needed].map((name) => [`node_modules/${name}`, locked(name)]);
  const own = { name: manifest.name, devDependencies };
  const lock = {
    name: manifest.name,
    lockfileVersion,
    packages: { "": own, ...Object.fromEntries(entries) },
  };
  return { "package.json": JSON.stringify(manifest), "package-lock.json": JSON.stringify(lock) };
}
