import { existsSync } from "node:fs";
import { tool } from "../charts/tools.ts";
import { ENGINE_PROGRAMS } from "../compose/engine.ts";
import { find, run } from "../compose/shell.ts";
import { cgroupsOfNodes, nodeRunsHere, removeCgroups } from "./machine.ts";

/** Debian's packages for all of them: docs/operators.md. */
const PROGRAMS =
  "gcc openssl setpriv unshare nsenter ip npm debootstrap containerd containerd-shim-runc-v2 ctr runc nft conntrack";
const PLUGINS = ["/usr/lib/cni/ptp", "/usr/lib/cni/host-local", "/usr/lib/cni/loopback"];
const TOOLS = ["helm", "etcd", "kubernetes", "kubernetes-node", "coredns"];

/** What stands in the way, by name; empty where nothing does. Builds the tools that the cache does not have. */
export async function missing(): Promise<string[]> {
  if (process.platform !== "linux") return ["Linux"];
  if (process.getuid?.() !== 0) return ["root"];
  const programs = [...new Set([...PROGRAMS.split(" "), ...ENGINE_PROGRAMS])].filter(
    (program) => find(program) === undefined,
  );
  const plugins = PLUGINS.filter((path) => !existsSync(path));
  if (programs.length + plugins.length > 0) return [...programs, ...plugins];
  if (nodeRunsHere()) return ["a machine without a node of its own (there are control groups of a kubelet)"];
  // Of a check that was killed.
  if (cgroupsOfNodes().length > 0) await removeCgroups();
  const tools = TOOLS.filter((name) => tool(name) === undefined);
  return [...tools, ...(run("tools/install/k6", []).stdout.trim() === "" ? ["k6"] : [])];
}
