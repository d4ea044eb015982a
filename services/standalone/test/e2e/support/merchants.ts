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

/** A merchant of its own, made with the command-line tool as an operator would. */
export async function newMerchant(platform: Platform): Promise<Merchant> {
  const made = await cli<{ merchant_id: string }>(platform, "merchant", "create", "--name", "A merchant");
  const key = await newKey(platform, made.merchant_id, "sandbox");
  return { id: made.merchant_id, keyId: key.key_id, api: platform.apiFor(key.api_key) };
}

export async function newKey(
  platform: Platform,
  merchantId: string,
  mode: "sandbox" | "live",
  ...options: readonly string[]
): Promise<Key> {
  return cli<Key>(platform, "key", "create", "--merchant", merchantId, "--mode", mode, ...options);
}

export async function cli<T>(platform: Platform, ...args: readonly string[]): Promise<T> {
  const document: T = JSON.parse(JSON.stringify(await platform.installation().cliJson(...args)));
  return document;
}
