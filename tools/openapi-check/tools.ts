import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { MissingTool, need, ROOT } from "../charts/tools.ts";

export const DOCUMENT = join(ROOT, "libs/contracts/src/openapi.json");
export const HERE = import.meta.dirname;

/** A program of the PATH that a check cannot do without. */
export function needCommand(name: string): string {
  const { status } = spawnSync(name, [name === "go" ? "version" : "--version"], { stdio: "ignore" });
  if (status !== 0) throw new MissingTool(name);
  return name;
}

/** A program of npm's, in the version that is noted in tools/install. */
export const npmTool = (name: string): string => join(need("openapi-npm"), "node_modules/.bin", name);

/** Modules of Python, for PYTHONPATH. */
export function pythonModules(): string {
  needCommand("python3");
  return need("openapi-python");
}

/** The output of a program that must succeed in a folder; what it printed is the fault else. */
export async function succeed(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: options.cwd ?? ROOT,
      encoding: "utf8",
      maxBuffer: 256 * 1_048_576,
      env: { ...process.env, ...options.env },
    });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "stdout" in error && "stderr" in error)) throw error;
    const { code, stdout, stderr } = error;
    const said = `${String(stdout)}${String(stderr)}`;
    throw new Error(`${program} ended with ${String(code)}:\n${said}`, { cause: error });
  }
}

/** How Maven and Go say that what they fetch for a build cannot be had. */
const NOT_FETCHED =
  /Could not (?:transfer|resolve)|Unknown host|no such host|dial tcp|i\/o timeout|TLS handshake timeout|unexpected EOF/;

/** A build that fetches what it needs: without a network to fetch it over it is skipped, as any other missing tool. */
export async function build(
  program: string,
  args: readonly string[],
  options: Parameters<typeof succeed>[2],
): Promise<void> {
  try {
    await succeed(program, args, options);
  } catch (error) {
    if (error instanceof Error && NOT_FETCHED.test(error.message))
      throw new MissingTool(`what ${program} fetches`);
    throw error;
  }
}
