import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const CHARTS = join(ROOT, "charts");

const found = new Map<string, string | undefined>();

/** Where a tool is; brought by `tools/install/ops-tool` unless FIND_ONLY forbids it. Undefined where there is none. */
export function tool(name: string): string | undefined {
  if (!found.has(name)) {
    const { stdout } = spawnSync(join(ROOT, "tools/install/ops-tool"), [name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    found.set(name, stdout.trim() === "" ? undefined : stdout.trim());
  }
  return found.get(name);
}

/** A tool that a check cannot do without. */
export class MissingTool extends Error {
  readonly tool: string;

  constructor(name: string) {
    super(`${name} is missing`);
    this.tool = name;
  }
}

export function need(name: string): string {
  const path = tool(name);
  if (path === undefined) throw new MissingTool(name);
  return path;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const folder = mkdtempSync(join(tmpdir(), "flowlix-charts-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A folder of this run, removed at its end. */
export const scratch = (name: string): string => join(folder, name);

/** Helm keeps nothing of a user's, and reads nothing. */
export const HELM_ENV = {
  HELM_CACHE_HOME: scratch("cache"),
  HELM_CONFIG_HOME: scratch("config"),
  HELM_DATA_HOME: scratch("data"),
};

export function run(
  program: string,
  args: readonly string[],
  input?: string,
  env: Readonly<Record<string, string>> = {},
): Outcome {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 256 * 1_048_576,
    env: { ...process.env, ...HELM_ENV, ...env },
    ...(input === undefined ? {} : { input }),
  });
  if (error !== undefined) throw error;
  return { code: status ?? 1, out: stdout, err: withoutLinkNotes(stderr) };
}

/** The library is reached through a link, which Helm remarks on each time. */
const withoutLinkNotes = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.includes("found symbolic link in path"))
    .join("\n")
    .trim();

/** The output of a program that must succeed. */
export function must(program: string, args: readonly string[], input?: string): string {
  const { code, out, err } = run(program, args, input);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(" ")} ended with ${code}:\n${out}\n${err}`);
  return out;
}

/** Application charts of this tree. */
export function applicationCharts(): string[] {
  return readdirSync(CHARTS).filter((name) => name.startsWith("payments-") && name !== "payments-lib");
}
