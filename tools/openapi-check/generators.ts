import { join } from "node:path";
import { check, type Check } from "../charts/report.ts";
import { need, ROOT, scratch } from "../charts/tools.ts";
import { build, DOCUMENT, needCommand, npmTool, pythonModules, succeed } from "./tools.ts";

const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const TSC_OPTIONS =
  "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom";

const compileTypeScript = (file: string): Promise<string> =>
  succeed(process.execPath, [TSC, ...TSC_OPTIONS.split(" "), "--types", "", file], { cwd: scratch("") });

/** Every module: an import that fails is a client that nobody can use. */
const IMPORT_ALL = `
import importlib, pkgutil, openapi_client
names = [module.name for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client.")]
for name in names: importlib.import_module(name)
assert len(names) > 50, names
`;

/** As merchants are told to: where a schema does not say whether it is open, it is (docs/merchants.md). */
const OPEN_ANSWERS = ["--additional-properties", "disallowAdditionalPropertiesIfNotPresent=false"];

/** Its tests are left out: those that it writes for webhooks in Go do not compile. */
async function generate(language: string): Promise<string> {
  needCommand("java");
  const out = scratch(language);
  const args = ["-jar", need("openapi-generator"), "generate", "-g", language, "-i", DOCUMENT, "-o", out];
  await succeed("java", [...args, ...OPEN_ANSWERS, "--global-property", "apiTests=false,modelTests=false"]);
  return out;
}

/** Clients that are generated and compile. */
export const generators: readonly Check[] = [
  check("openapi-typescript: types", async () => {
    const file = scratch("openapi-types.ts");
    await succeed(npmTool("openapi-typescript"), [DOCUMENT, "--output", file]);
    await compileTypeScript(file);
  }),
  check("openapi-generator: a client in Python", async () => {
    const modules = pythonModules();
    const out = await generate("python");
    await succeed("python3", ["-W", "error", "-c", IMPORT_ALL], { env: { PYTHONPATH: `${modules}:${out}` } });
  }),
  check("openapi-generator: a client for fetch in TypeScript", async () => {
    const out = await generate("typescript-fetch");
    await compileTypeScript(join(out, "index.ts"));
  }),
  check("openapi-generator: a client in Java", async () => {
    const maven = needCommand("mvn");
    await build(maven, ["--quiet", "--batch-mode", "compile"], { cwd: await generate("java") });
  }),
  check("openapi-generator: a client in Go", async () => {
    const go = needCommand("go");
    const out = await generate("go");
    await build(go, ["build", "-mod=mod", "./..."], { cwd: out, env: { GOWORK: "off" } });
  }),
];
