import { join } from "node:path";
import type { Environment } from "@flowlix/runtime";
import { demoKey } from "../demo-merchant.ts";
import { demoSettings, throughControl } from "./demo-settings.ts";
import { runCommand } from "./run-command.ts";

/** Prints the Sandbox key of the demo merchant: made at the first run, the same at every later one. */
async function showDemoKey(env: Environment): Promise<string> {
  const { folder, controlUrl, controlToken } = demoSettings(env);
  const keyFile = join(folder, "key");
  const progressFile = join(folder, "merchant.json");
  return await throughControl(() => demoKey({ controlUrl, controlToken, keyFile, progressFile }));
}

await runCommand(() => showDemoKey(process.env));
