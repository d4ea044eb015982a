import { setTimeout as pause } from "node:timers/promises";
import { whyNotOk } from "@flowlix/runtime";
import type { Dependency } from "./dependencies.ts";
import type { Installation } from "./installation.ts";

const HEALTHY_TIMEOUT_MS = 90_000;
const POLL_MS = 250;
const ANSWER_MS = 2_000;
/** Of steady load before, between and after. */
const QUIET_MS = 8_000;

/** Stops one dependency after the other for a while. */
export async function loseDependencies(
  installation: Installation,
  outageSeconds: number,
  progress: (text: string) => void,
): Promise<void> {
  const { nats, postgres } = installation.dependencies;
  for (const dependency of [nats, postgres]) {
    await pause(QUIET_MS);
    await lose(installation, dependency, outageSeconds, progress);
  }
  await pause(QUIET_MS);
}

async function lose(
  { baseUrl }: Installation,
  dependency: Dependency,
  seconds: number,
  progress: (text: string) => void,
): Promise<void> {
  progress(`${dependency.name} is stopped for ${seconds} s`);
  await dependency.stop();
  await pause(seconds * 1_000);
  await dependency.start();
  const from = performance.now();
  for (;;) {
    const missing = await whyNotHealthy(baseUrl);
    if (missing === undefined) break;
    if (performance.now() - from > HEALTHY_TIMEOUT_MS)
      throw new Error(
        `the platform is not healthy ${HEALTHY_TIMEOUT_MS / 1_000} s after ${dependency.name} came back: ${missing}`,
      );
    await pause(POLL_MS);
  }
  progress(`healthy ${((performance.now() - from) / 1_000).toFixed(1)} s after ${dependency.name} came back`);
}

/** Undefined of a platform whose health is `ok`. */
const whyNotHealthy = (baseUrl: string): Promise<string | undefined> =>
  whyNotOk(`${baseUrl}/v1/health`, ANSWER_MS, ({ text }) => text.includes('"ok"'));
