import { spawn } from "node:child_process";
import type { Engine } from "./engine.ts";
import { must, run } from "./shell.ts";

/** Addresses that are nobody's, for documentation (RFC 5737). */
const NEAR = "198.51.100.1";
const FAR = "198.51.100.2";
const LISTEN = `require("node:http").createServer((_, response) => response.end("outside")).listen(80)`;

/** A machine beyond the engine's, which containers reach only if their network leads out. */
export function startOutside(engine: Engine): { readonly url: string; stop(): void } {
  const child = spawn("unshare", ["--net", process.execPath, "--eval", LISTEN], { stdio: "ignore" });
  const stop = () => void child.kill("SIGKILL");
  const inside = (...args: readonly string[]) => {
    const { code, stderr } = engine.inside("ip", args);
    if (code !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
  };
  const there = (...args: readonly string[]) =>
    run("nsenter", [`--net=/proc/${child.pid}/ns/net`, "ip", ...args]);
  try {
    waitForOwnNetwork(child.pid ?? 0);
    inside("link", "add", "near", "type", "veth", "peer", "name", "far", "netns", String(child.pid));
    inside("address", "add", `${NEAR}/24`, "dev", "near");
    inside("link", "set", "near", "up");
    there("address", "add", `${FAR}/24`, "dev", "far");
    there("link", "set", "far", "up");
    const url = `http://${FAR}/`;
    const answers = () =>
      engine.inside(process.execPath, ["--eval", `fetch("${url}").then(() => 0, () => process.exit(1))`]);
    for (let tries = 0; answers().code !== 0; tries += 1)
      if (tries > 50) throw new Error("nothing answers outside");
    return { url, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** It is spawned into ours and leaves it a moment later. */
function waitForOwnNetwork(pid: number): void {
  const own = must("readlink", ["/proc/self/ns/net"]);
  for (let tries = 0; run("readlink", [`/proc/${pid}/ns/net`]).stdout === own; tries += 1)
    if (tries > 500) throw new Error("no network of its own");
}
