import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HELM_ENV, need, ROOT } from "../../charts/tools.ts";
import type { Cluster } from "../control-plane.ts";

/** Longer than any command of a page takes where what it waits for comes. */
const WITHIN_MS = 180_000;

export interface Ran {
  readonly code: number;
  readonly out: string;
  /** Both streams, for people. */
  readonly said: string;
}

/**
 * Somebody's shell in a copy of the tree, with kubectl and helm for this control plane. A pipe fails with each of its
 * commands. What was asked of kubectl and helm is noted.
 */
export class Shell {
  readonly #folder: string;
  readonly #kubeconfig: string;

  constructor(folder: string, { kubeconfig }: Cluster) {
    this.#folder = folder;
    this.#kubeconfig = kubeconfig;
    for (const name of ["bin", "tree"]) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ["charts", "k8s"])
      cpSync(join(ROOT, name), join(folder, "tree", name), { recursive: true, verbatimSymlinks: true });
    this.#note("kubectl", join(need("kubernetes"), "kubectl"));
    this.#note("helm", need("helm"));
  }

  /** The calls of kubectl and helm until now, each with its arguments. */
  asked(): string[] {
    const log = join(this.#folder, "asked");
    return existsSync(log) ? readFileSync(log, "utf8").split("\0").slice(0, -1) : [];
  }

  async run(text: string): Promise<Ran> {
    const child = spawn("bash", ["-eu", "-o", "pipefail", "-c", text], {
      cwd: join(this.#folder, "tree"),
      env: {
        ...process.env,
        ...HELM_ENV,
        KUBECONFIG: this.#kubeconfig,
        PATH: `${join(this.#folder, "bin")}:${process.env["PATH"] ?? ""}`,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let [out, said] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      said += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    const bound = setTimeout(() => {
      said += `\nnot over after ${WITHIN_MS} ms`;
      process.kill(-(child.pid ?? 0), "SIGKILL");
    }, WITHIN_MS);
    try {
      return await new Promise((resolve, reject) => {
        child.once("error", reject).once("close", (code) => resolve({ code: code ?? 1, out, said }));
      });
    } finally {
      clearTimeout(bound);
    }
  }

  #note(name: string, program: string): void {
    const path = join(this.#folder, "bin", name);
    const script = `#!/bin/sh
printf '%s %s\\0' ${name} "$*" >>'${join(this.#folder, "asked")}'
exec '${program}' "$@"
`;
    writeFileSync(path, script);
    chmodSync(path, 0o755);
  }
}
