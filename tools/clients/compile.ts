import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { compilerModules } from "./compiler.ts";

/** Compiles the sources of a tsconfig into a folder; refuses with what the compiler says. */
export function compile(config: string, out: string): void {
  const modules = compilerModules();
  const tsc = [join(modules, "typescript/bin/tsc"), "-p", config, "--pretty", "false"];
  const types = ["--typeRoots", join(modules, "@types")];
  const options = { stdio: ["ignore", 2, 2] as ["ignore", 2, 2] };
  const { status } = spawnSync(process.execPath, [...tsc, ...types, "--outDir", out], options);
  if (status !== 0) throw new Error("tsc refuses the sources");
}
