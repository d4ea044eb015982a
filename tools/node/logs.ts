import { cpSync, existsSync, globSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Kubelet removes a pod's logs with the pod, and of those that were replaced one wants to read them most. */
export function holdLogs(folder: string): void {
  const from = join(folder, "root/var/log/pods");
  for (const file of globSync("*/*/*.log", { cwd: from })) {
    const kept = join(folder, "logs", file);
    if (existsSync(kept)) continue;
    mkdirSync(dirname(kept), { recursive: true });
    try {
      // The same file by a second name: what is written to it later is in both.
      linkSync(join(from, file), kept);
    } catch {
      // It is just being removed.
    }
  }
}

/** Copies what was held, and the daemons' logs, to where they outlive the node. */
export function keepLogs(folder: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  for (const name of ["logs", "log"])
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(to, name), { recursive: true });
}
