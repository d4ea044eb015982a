import { setTimeout as pause } from "node:timers/promises";
import { whyNotOk } from "@flowlix/runtime";
import { PLATFORM } from "../../services/standalone/src/service-names.ts";
import type { Installation, ServiceProcess } from "./installation.ts";

const GATEWAY = "api-gateway";
/** What a rollout of the platform restarts, the gateway last. The bank, the bus and the database are not part of it. */
export const RESTARTED = [...PLATFORM.filter((name) => name !== GATEWAY), GATEWAY];
export const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const ANSWER_MS = 2_000;
/** From leaving the Service to SIGTERM, as a preStop hook waits. */
export const PRE_STOP_MS = 1_000;
/** Between two restarts, so that the others have found the new process. */
const SETTLE_MS = 1_000;

/** Restarts every process in turn, each only when the one before is ready again. @returns how many */
export async function restartAll(
  installation: Installation,
  progress: (text: string) => void,
): Promise<number> {
  let restarted = 0;
  for (const service of RESTARTED) {
    for (const process of installation.processes().filter((one) => one.service === service)) {
      const from = performance.now();
      await restart(installation, process);
      progress(
        `restarted ${service} (${process.pid}) in ${((performance.now() - from) / 1_000).toFixed(1)} s`,
      );
      restarted += 1;
      await pause(SETTLE_MS);
    }
  }
  return restarted;
}

async function restart(installation: Installation, old: ServiceProcess): Promise<void> {
  const { balancer, publicUrlOf } = installation;
  const isGateway = old.service === GATEWAY;
  if (isGateway) {
    balancer.remove(publicUrlOf(old));
    await pause(PRE_STOP_MS);
  }
  process.kill(old.pid, "SIGTERM");
  const until = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const now = installation.processes().find(({ admin_url: url }) => url === old.admin_url);
    const isNew = now !== undefined && now.pid !== old.pid;
    const missing = isNew ? await whyNotReady(now) : `no new process at ${old.admin_url ?? "no address"}`;
    if (missing === undefined) break;
    if (performance.now() > until) throw new Error(`${old.service} is not ready again: ${missing}`);
    await pause(POLL_MS);
  }
  if (isGateway) balancer.add(publicUrlOf(old));
}

/** Undefined of a process that is ready. */
export const whyNotReady = ({
  admin_url: url,
}: Pick<ServiceProcess, "admin_url">): Promise<string | undefined> =>
  whyNotOk(`${url ?? ""}/readyz`, ANSWER_MS);
