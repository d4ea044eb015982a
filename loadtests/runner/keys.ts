import { askHttp } from "@flowlix/runtime";
import type { Merchant } from "../verifier/verifier.ts";

const MERCHANTS = 4;
/** Enough that the quota of a key limits nothing. */
const KEYS_EACH = 8;
const TIMEOUT_MS = 60_000;

/** Merchants of the run's own with Sandbox keys, through the control API as the command-line tool makes them. */
export async function createMerchants(controlUrl: string, token: string): Promise<Merchant[]> {
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const { status, text } = await askHttp(new URL(path, controlUrl).href, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", actor: "load" },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    });
    if (status >= 300) throw new Error(`the control API answers ${status} to ${path}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const merchants: Merchant[] = [];
  for (let number = 1; number <= MERCHANTS; number += 1) {
    const merchant = String((await post("/merchants", { name: `Load ${number}` }))["merchant_id"]);
    const keys: string[] = [];
    for (let key = 0; key < KEYS_EACH; key += 1)
      keys.push(String((await post("/keys", { merchant, mode: "sandbox" }))["api_key"]));
    merchants.push({ merchant, api_keys: keys });
  }
  return merchants;
}
