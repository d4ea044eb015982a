import { spawnSync } from "node:child_process";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly timeoutMs?: number;
}

/** Runs a program to its end; never throws for what it answers. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Ran {
  const { env = {}, cwd, input, timeoutMs = 600_000 } = options;
  const { status, stdout, stderr, error } = spawnSync(program, [...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? {} : { input }),
  });
  return {
    code: status ?? -1,
    stdout: stdout ?? "",
    stderr: error === undefined ? (stderr ?? "") : `${error.message}\n${stderr ?? ""}`,
  };
}

/** The same of a program that must end with 0. Errors: what it said. */
export function must(program: string, args: readonly string[], options: RunOptions = {}): string {
  const { code, stdout, stderr } = run(program, args, options);
  if (code !== 0)
    throw new Error(
      `${program} ${args.slice(0, 4).join(" ")} … ended with ${code}: ${lastLines(stderr || stdout)}`,
    );
  return stdout;
}

export function lastLines(text: string, count = 12): string {
  return text.trim().split("\n").slice(-count).join("\n");
}

/** Where a program is, or undefined: system programs are not always on the PATH of a user. */
export function find(program: string): string | undefined {
  const path = `${process.env["PATH"] ?? ""}:/usr/local/sbin:/usr/sbin:/sbin`;
  const { code, stdout } = run("/bin/sh", ["-c", `command -v ${program}`], { env: { PATH: path } });
  return code === 0 ? stdout.trim() : undefined;
}
