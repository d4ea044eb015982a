import { setTimeout as pause } from "node:timers/promises";
import { whyNotOk } from "@flowlix/runtime";
import { urlOf } from "./addresses.ts";
import { bannerText } from "./banner.ts";
import { DEFAULT_PORT } from "./config.ts";
import { demoKey } from "./demo-merchant.ts";
import type { Ground } from "./installation.ts";
import type { Launch } from "./launch.ts";
import { LaunchError } from "./launch-error.ts";
import { testCurrencies } from "./test-currencies.ts";

const READY_MS = 60_000;
const ANSWER_MS = 5_000;
const ASK_AGAIN_MS = 50;

/** Once the gateway is ready: makes the demo merchant where there is none and prints how to pay. */
export async function announce(launch: Launch, ground: Ground, gatewayAdminUrl: string): Promise<void> {
  await launch.step(() => untilReady(gatewayAdminUrl, launch.asked));
  ground.portsTaken();
  const keyFile = ground.dataDir.file("demo-key");
  const apiKey = await launch.step(() =>
    demoKey({
      controlUrl: ground.addresses.controlUrl,
      controlToken: ground.secrets.control_token,
      keyFile,
      progressFile: ground.dataDir.file("demo-merchant.json"),
    }),
  );
  const { publicUrl, host, port } = ground.addresses;
  const { payments: currency } = await launch.step(() => testCurrencies(urlOf(host, port), apiKey));
  process.stdout.write(bannerText({ publicUrl, apiKey, keyFile, currency, portTaken: portTaken(ground) }));
}

/** Of an address that somebody named its port says nothing. */
const portTaken = ({ config, addresses }: Pick<Ground, "config" | "addresses">): number | undefined =>
  config.PORT === undefined && config.PUBLIC_URL === undefined && addresses.port !== DEFAULT_PORT
    ? DEFAULT_PORT
    : undefined;

/**
 * Errors: LaunchError that names the address and the last reason, after `withinMs` or when the operator asks to stop.
 */
export async function untilReady(adminUrl: string, asked: AbortSignal, withinMs = READY_MS): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const missing = await whyNotOk(`${adminUrl}/readyz`, ANSWER_MS);
    if (missing === undefined) return;
    if (performance.now() >= until || asked.aborted)
      throw new LaunchError(`not ready within ${withinMs / 1000} s: ${missing}`);
    await pause(ASK_AGAIN_MS);
  }
}
