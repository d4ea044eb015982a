import { askHttp } from "@flowlix/runtime";

/** Enough that 100 requests/s a key (docs/design/decisions.md#quota) never limit what is measured. */
export const API_KEYS = 96;
const MERCHANTS = 8;
const TIMEOUT_MS = 60_000;

/** Makes merchants and Sandbox keys through the control API, as the command-line tool does. */
export async function createApiKeys(controlUrl: string, token: string): Promise<Buffer[]> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const { status, text } = await askHttp(new URL(path, controlUrl).href, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", actor: "bench" },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    });
    if (status >= 300) throw new Error(`the control API answers ${status} to ${path}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  const keys: Buffer[] = [];
  for (let merchant = 1; merchant <= MERCHANTS; merchant += 1) {
    const merchantId = textOf(await post("/merchants", { name: `Bench ${merchant}` }), "merchant_id");
    for (let key = 0; key < API_KEYS / MERCHANTS; key += 1) {
      const made = await post("/keys", { merchant: merchantId, mode: "sandbox" });
      keys.push(Buffer.from(textOf(made, "api_key"), "latin1"));
    }
  }
  return keys;
}

function textOf(answer: unknown, name: string): string {
  if (typeof answer === "object" && answer !== null && name in answer) {
    const value: unknown = Object.entries(answer).find(([key]) => key === name)?.[1];
    if (typeof value === "string") return value;
  }
  throw new Error(`the control API answered without ${name}`);
}
