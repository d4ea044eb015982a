import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@flowlix/runtime";
import { writeWhole } from "../atomic-file.ts";
import { controlClient, type ControlCall } from "../control-client.ts";
import { EXIT_FAILURE, LaunchError } from "../launch-error.ts";
import { demoSettings, throughControl } from "./demo-settings.ts";
import { runCommand } from "./run-command.ts";

const MERCHANTS = 4;
/** Enough that the quota of a key limits nothing. */
const KEYS_EACH = 8;

interface MerchantKeys {
  readonly merchant: string;
  readonly api_keys: readonly string[];
}

/**
 * Makes merchants with Sandbox keys for load tests, once, as `keys.json`: `{ merchants: [{ merchant, api_keys }] }`.
 */
async function makeLoadKeys(env: Environment): Promise<string> {
  const { folder, controlUrl, controlToken } = demoSettings(env);
  const file = join(folder, "keys.json");
  if (existsSync(file)) return `${file} is there`;
  const control = controlClient({ controlUrl, controlToken });
  const merchants = await throughControl(() => createMerchants(control));
  writeWhole(file, `${JSON.stringify({ merchants })}\n`);
  return `made ${merchants.length} merchants with ${KEYS_EACH} keys each: ${file}`;
}

async function createMerchants(control: ControlCall): Promise<MerchantKeys[]> {
  const merchants: MerchantKeys[] = [];
  for (let number = 1; number <= MERCHANTS; number += 1) {
    const merchant = await made(control, "/merchants", { name: `Load ${number}` }, "merchant_id");
    const keys: string[] = [];
    for (let key = 0; key < KEYS_EACH; key += 1)
      keys.push(await made(control, "/keys", { merchant, mode: "sandbox" }, "api_key"));
    merchants.push({ merchant, api_keys: keys });
  }
  return merchants;
}

async function made(control: ControlCall, path: string, body: object, name: string): Promise<string> {
  const value = (await control("POST", path, body)).body[name];
  if (typeof value === "string" && value !== "") return value;
  throw new LaunchError(`the control API's answer has no ${name}`, EXIT_FAILURE);
}

await runCommand(() => makeLoadKeys(process.env));
