import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile } from "../../tools/clients/compile.ts";

/**
 * Makes the package that is published: JavaScript, its declarations and a manifest that names them; in `dist` or the
 * folder that is named.
 */
const HERE = new URL("./", import.meta.url);
const DIST = pathToFileURL(`${resolve(process.argv[2] ?? fileURLToPath(new URL("dist", HERE)))}/`);
const at = (name: string, base = HERE): string => fileURLToPath(new URL(name, base));

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
compile(at("tsconfig.build.json"), at("lib", DIST));

// A declaration names its neighbours as JavaScript does.
for (const file of globSync("lib/*.d.ts", { cwd: at("./", DIST) })) {
  const text = readFileSync(at(file, DIST), "utf8");
  writeFileSync(at(file, DIST), text.replaceAll(/(from ")(\.\/[\w-]+)\.ts"/g, '$1$2.js"'));
}

const { name, version }: Record<string, unknown> = JSON.parse(readFileSync(at("package.json"), "utf8"));
const manifest = {
  name,
  version,
  description: "Client of the Flowlix payments API: payments, refunds, payouts and webhooks",
  license: "UNLICENSED",
  type: "module",
  sideEffects: false,
  engines: { node: ">=18" },
  exports: { ".": { types: "./lib/index.d.ts", default: "./lib/index.js" } },
  files: ["lib"],
};
writeFileSync(at("package.json", DIST), `${JSON.stringify(manifest, null, 2)}\n`);
for (const [from, to] of [
  ["README.md", "README.md"],
  ["../../LICENSE", "LICENSE"],
] as const)
  cpSync(at(from), at(to, DIST));
