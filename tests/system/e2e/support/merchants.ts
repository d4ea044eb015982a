import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Api } from "./api.ts";
import type { Platform } from "./platform.ts";

export interface Key {
  readonly key_id: string;
  readonly api_key: string;
}

export interface Merchant {
  readonly id: string;
  readonly keyId: string;
  readonly api: Api;
}

/** A merchant of its own, ready in Sandbox. */
export async function newMerchant(platform: Platform): Promise<Merchant> {
  const made = await control<{ merchant_id: string }>(platform, "/merchants", { name: "A merchant" });
  const key = await newKey(platform, made.merchant_id, "sandbox");
  return { id: made.merchant_id, keyId: key.key_id, api: platform.apiFor(key.api_key) };
}

export interface KeyOptions {
  readonly permissions?: readonly string[];
  /** Unix seconds. */
  readonly expires_at?: number;
}

export function newKey(
  platform: Platform,
  merchant: string,
  mode: "sandbox" | "live",
  options: KeyOptions = {},
): Promise<Key> {
  return control<Key>(platform, "/keys", { merchant, mode, ...options });
}

/** The control API itself: a process for each merchant would take longer than the test. */
async function control<T>(platform: Platform, path: string, body: object): Promise<T> {
  const token = readFileSync(join(platform.dataDir, "control-token"), "utf8").trim();
  const response = await fetch(`${platform.installation().runtime().control_url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, actor: "e2e", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  const made: T = JSON.parse(text);
  return made;
}

/** The command-line tool, as an operator uses it. */
export async function cli<T>(platform: Platform, ...args: readonly string[]): Promise<T> {
  const document: T = JSON.parse(JSON.stringify(await platform.installation().cliJson(...args)));
  return document;
}
