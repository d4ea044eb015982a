import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lastLines, must, run, type Ran, type RunOptions } from "../compose/shell.ts";

/**
 * A machine in namespaces of its own (network, mounts, processes, name, IPC). Its first process holds them:
 * with that one ended, every daemon, pod and mount in them is gone. The machine's own network has no link to it.
 */
export interface Machine {
  readonly folder: string;
  /** Files keep their paths in there; the working folder does not. */
  run(program: string, args: readonly string[], options?: RunOptions): Ran;
  must(program: string, args: readonly string[], options?: RunOptions): string;
  /** A process of ours that shares nothing with it but its network. */
  beside(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess;
  /** A daemon, with its log in the folder. */
  start(name: string, program: string, args: readonly string[]): void;
  log(name: string): string;
  stop(): Promise<void>;
}

const CGROUPS = "/sys/fs/cgroup";
/** Made by kubelet and by containerd below the root of every hierarchy. */
const CGROUPS_OF_NODES = ["kubepods", "k8s.io"];
/**
 * Where a node writes: folders of the machine's own are only stood on, and those that were not there are removed again.
 */
const STOOD_ON = [
  "/var/lib/containerd",
  "/var/lib/kubelet",
  "/var/lib/cni",
  "/etc/cni",
  "/var/log/pods",
  "/var/log/containers",
];
const WITHIN_MS = 20_000;

/** @param holder the program that holds the namespaces. Errors: what `setup.sh` says. */
export async function startMachine(folder: string, holder: string): Promise<Machine> {
  mkdirSync(join(folder, "log"), { recursive: true });
  const separate = ["--net", "--mount", "--pid", "--uts", "--ipc", "--fork", "--kill-child", "--mount-proc"];
  // With us killed it is killed too, and the namespaces with it.
  const outer = spawn(
    "setpriv",
    ["--pdeathsig", "KILL", "unshare", ...separate, "--propagation", "private", holder],
    { stdio: "ignore" },
  );
  const children: ChildProcess[] = [outer];
  const outside: ChildProcess[] = [];
  const made = STOOD_ON.filter((path) => mkdirSync(path, { recursive: true }) !== undefined);
  let first = 0;
  const stop = async (): Promise<void> => {
    if (first > 0 && existsSync(`/proc/${first}`)) process.kill(first, "SIGKILL");
    else outer.kill("SIGKILL");
    for (const child of outside) child.kill("SIGKILL");
    await eventually("the end of the node's processes", () => [...children, ...outside].every(hasEnded));
    await removeCgroups();
    for (const path of made) if (readdirSync(path).length === 0) rmdirSync(path);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually("namespaces", () => (first = heldBy(outer.pid ?? 0)) > 0);
  } catch (error) {
    await stop();
    throw error;
  }
  const entering = (...args: readonly string[]) => [
    "-t",
    String(first),
    "-n",
    "-m",
    "-p",
    "-u",
    "-i",
    "--",
    ...args,
  ];
  const machine: Machine = {
    folder,
    run: (program, args, options) => run("nsenter", entering(program, ...args), options),
    must: (program, args, options) => must("nsenter", entering(program, ...args), options),
    beside(program, args, env) {
      const into = ["--pdeathsig", "KILL", "nsenter", "-t", String(first), "-n", "--"];
      const child = spawn("setpriv", [...into, program, ...args], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...env },
      });
      outside.push(child);
      return child;
    },
    start(name, program, args) {
      const log = openSync(join(folder, "log", `${name}.log`), "w");
      children.push(spawn("nsenter", entering(program, ...args), { stdio: ["ignore", log, log] }));
      closeSync(log);
    },
    log: (name) => lastLines(readFileSync(join(folder, "log", `${name}.log`), "utf8"), 15),
    stop,
  };
  try {
    machine.must(join(import.meta.dirname, "setup.sh"), [folder, ...STOOD_ON]);
  } catch (error) {
    await stop();
    throw error;
  }
  return machine;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** The first process in there, once it has become the holder: all namespaces are whole then. 0 before. */
function heldBy(pid: number): number {
  try {
    const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
    return child > 0 && readFileSync(`/proc/${child}/comm`, "utf8").trim() === "pause" ? child : 0;
  } catch {
    return 0;
  }
}

/** Groups of a node that runs here, or of one that left them: by hierarchy (version 1), or of the one there is. */
export function cgroupsOfNodes(): string[] {
  const hierarchies = readdirSync(CGROUPS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(CGROUPS, name));
  return [CGROUPS, ...hierarchies]
    .flatMap((hierarchy) => CGROUPS_OF_NODES.map((name) => join(hierarchy, name)))
    .filter((path) => existsSync(path));
}

/** Whether kubelet of somebody else, or one that was left, has containers here. */
export function nodeRunsHere(): boolean {
  return cgroupsOfNodes().some((path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("cgroup.procs"))
      .some((name) => readFileSync(join(path, name), "utf8") !== ""),
  );
}

export async function removeCgroups(): Promise<void> {
  await eventually("empty control groups", () => {
    for (const path of cgroupsOfNodes()) removeCgroup(path);
    return cgroupsOfNodes().length === 0;
  });
}

function removeCgroup(path: string): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) removeCgroup(join(path, entry.name));
    rmdirSync(path);
  } catch {
    // Its processes are just ending: it is tried again.
  }
}

export async function eventually(
  what: string,
  holds: () => boolean,
  withinMs: number = WITHIN_MS,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > until) throw new Error(`${what}: not within ${withinMs / 1000} s`);
    await pause(200);
  }
}
