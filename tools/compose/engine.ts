import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { find, lastLines, must, run, type Ran, type RunOptions } from "./shell.ts";

/** A Docker engine of our own, which shares no network, image or container with the machine's. */
export interface Engine {
  readonly folder: string;
  /** With which other programs reach it. */
  readonly env: Readonly<Record<string, string>>;
  docker(args: readonly string[], options?: RunOptions): string;
  tryDocker(args: readonly string[], options?: RunOptions): Ran;
  /** Compose, in a project of its own; `v2` where the client has it, else docker-compose 1.29. */
  compose(args: readonly string[], env?: Readonly<Record<string, string>>): Ran;
  /** A program in the engine's network, where published ports are. */
  inside(program: string, args: readonly string[], options?: RunOptions): Ran;
  stop(): Promise<void>;
}

/** Of `make compose-check`. */
export const PROJECT = "flowlix-compose-check";

export const ENGINE_PROGRAMS = [
  "dockerd",
  "docker",
  "docker-compose",
  "iptables",
  "ip",
  "unshare",
  "nsenter",
];
const UP_WITHIN_MS = 60_000;
const DOWN_WITHIN_MS = 30_000;

/** Errors: what the engine's log says last. */
export async function startEngine(project: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "flowlix-compose-"));
  for (const name of ["data", "exec", "config"]) mkdirSync(join(folder, name));
  const socket = join(folder, "d.sock");
  const log = join(folder, "dockerd.log");
  const output = openSync(log, "w");
  const dockerd = [
    find("dockerd") ?? "dockerd",
    `--host=unix://${socket}`,
    ...["data-root", "exec-root"].map((name) => `--${name}=${join(folder, name.split("-")[0] ?? "")}`),
    `--pidfile=${join(folder, "d.pid")}`,
    "--log-level=warn",
  ];
  // A network of its own: its bridges and its rules touch nothing of the machine's.
  const child = spawn("unshare", ["--net", "sh", "-c", `ip link set lo up; exec ${dockerd.join(" ")}`], {
    stdio: ["ignore", output, output],
    env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
  });
  const ended = once(child, "exit");
  const env = {
    DOCKER_HOST: `unix://${socket}`,
    DOCKER_CONFIG: join(folder, "config"),
    DOCKER_BUILDKIT: "0",
  };
  const given = (options: RunOptions = {}) => ({ ...options, env: { ...env, ...options.env } });
  const stop = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), DOWN_WITHIN_MS);
    await ended;
    clearTimeout(late);
    unmountBelow(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + UP_WITHIN_MS;
  while (run("docker", ["version"], given()).code !== 0) {
    if (child.exitCode !== null || performance.now() > until) {
      const said = lastLines(readFileSync(log, "utf8"));
      await stop();
      throw new Error(`the engine did not start: ${said}`);
    }
    await pause(200);
  }
  return {
    folder,
    env,
    docker: (args, options) => must("docker", args, given(options)),
    tryDocker: (args, options) => run("docker", args, given(options)),
    compose: (args, more = {}) =>
      // The defaults: a developer may have other values in `.env`.
      run(
        "docker-compose",
        ["--env-file", ".env.example", "--project-name", project, ...args],
        given({ env: more }),
      ),
    inside: (program, args, options) =>
      run("nsenter", [`--net=/proc/${child.pid}/ns/net`, "--", program, ...args], options),
    stop,
  };
}

/** What a container that was killed leaves mounted would keep its folder. */
function unmountBelow(folder: string): void {
  const mounts = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounts.toSorted().toReversed()) run("umount", ["--lazy", path]);
}
