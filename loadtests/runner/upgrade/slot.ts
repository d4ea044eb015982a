import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Children, Started } from "../../bench/children.ts";
import { freePort } from "../../../services/standalone/src/free-port.ts";
import type { Balancer } from "../balancer.ts";
import { whyNotReady, PRE_STOP_MS, READY_TIMEOUT_MS } from "../rolling-restart.ts";
import type { Bus } from "./bus.ts";
import type { Settings } from "./settings.ts";

const POLL_MS = 50;
/** Of each service but the acquirer. */
export const REPLICAS = 2;

/** What runs: the commit that an upgrade begins from, or this tree. */
export type Release = "before" | "now";

/** What the processes of a fleet share. */
export interface Shared {
  readonly children: Children;
  readonly scratch: string;
  readonly settings: Settings;
  readonly balancer: Balancer;
  readonly bus: Bus;
  /** The image's entry of a release, and the Node that runs it. */
  readonly entry: (release: Release) => readonly [node: string, main: string];
}

/** A place for a process of a service, with the ports that each of them in turn has. */
export interface Slot {
  readonly service: string;
  readonly controlUrl: string;
  /** Resolves once it is ready. Errors: with the end of its log, where it is not. */
  start(release: Release): Promise<void>;
  stop(): Promise<void>;
  /** Each error that its log has, with how often. */
  errors(): string[];
}

export async function makeSlot(shared: Shared, service: string, number: number): Promise<Slot> {
  const { children, scratch, settings, balancer, bus, entry } = shared;
  const name = `${service}-${number}`;
  const logFile = join(scratch, `${name}.log`);
  const [admin, port, control] = [await freePort(), await freePort(), await freePort()];
  const [adminUrl, publicUrl] = [`http://127.0.0.1:${admin}`, `http://127.0.0.1:${port}`];
  const isGateway = service === "api-gateway";
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    ...settings,
    ...bus.settingsOf(service),
    ADMIN_PORT: String(admin),
    PORT: String(port),
    CONTROL_PORT: String(control),
    INSTANCE: name,
    GATEWAY_REPLICAS: String(REPLICAS),
  };
  let running: Started | null = null;
  return {
    service,
    controlUrl: `http://127.0.0.1:${control}`,
    async start(release) {
      const [command, main] = entry(release);
      running = children.start({ name, command, args: [main, service], logFile, env });
      const until = performance.now() + READY_TIMEOUT_MS;
      for (;;) {
        const missing = await whyNotReady({ admin_url: adminUrl });
        if (missing === undefined) break;
        if (running.exited() || performance.now() > until)
          throw new Error(`${name} of ${release} is not ready: ${missing}\n${running.logTail()}`);
        await pause(POLL_MS);
      }
      if (isGateway) balancer.add(publicUrl);
    },
    async stop() {
      if (isGateway) {
        balancer.remove(publicUrl);
        await pause(PRE_STOP_MS);
      }
      if (running?.exited()) throw new Error(`${name} ended by itself:\n${running.logTail()}`);
      await running?.stop();
    },
    errors: () => errorsOf(name, logFile),
  };
}

function errorsOf(name: string, logFile: string): string[] {
  const counts = new Map<string, number>();
  for (const line of readFileSync(logFile, "utf8").split("\n")) {
    const error = /^\{"level":"(?:error|fatal)".*?"msg":"([^"]*)"/.exec(line)?.[1];
    if (error !== undefined) counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].map(([error, count]) => `${name} logged ${count} ×: ${error}`);
}
