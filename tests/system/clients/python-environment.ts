import { execFile, execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

/**
 * The Python of an environment with what clients/python or a sample needs; undefined where this machine can have none.
 */
export function pythonWith(packages: "client" | "tests" | "webhooks"): string | undefined {
  const script = `${ROOT}tools/install/python`;
  const found = execFileSync(script, [packages], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return found.trim() === "" ? undefined : found.trim();
}

export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONPATH: `${ROOT}clients/python/src`,
  ...more,
});

/** What a program prints; refuses with all of it where it ends badly. */
export async function printed(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = environment(),
  cwd = ROOT,
): Promise<string> {
  try {
    return (await run(program, args, { env, cwd })).stdout;
  } catch (error) {
    const said = { stdout: "", stderr: "", ...Object(error) };
    throw new Error(`${said.stdout}${said.stderr}`, { cause: error });
  }
}
