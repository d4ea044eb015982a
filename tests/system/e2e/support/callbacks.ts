import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./platform.ts";

export interface Claim {
  readonly callback_id: string;
  readonly reference: string;
  readonly kind: "order" | "refund" | "payout";
  readonly state: string;
}

/** Sends callbacks as the provider does, whatever they claim; answers the status. */
export function callbacksOf({ dataDir, installation }: Pick<Platform, "dataDir" | "installation">) {
  const secrets: { acquirer_callback_secret: string } = JSON.parse(
    readFileSync(join(dataDir, "secrets.json"), "utf8"),
  );
  const send = async (claim: Claim, secret: string): Promise<number> => {
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ ...claim, at: now });
    const signature = createHmac("sha256", secret).update(`${now}.${body}`).digest("hex");
    const response = await fetch(`${installation().publicUrl}/provider/sandbox/callbacks`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "acquirer-signature": `t=${now},v1=${signature}` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    signed: (claim: Claim) => send(claim, secrets.acquirer_callback_secret),
    forged: (claim: Claim) => send(claim, "a secret that the provider does not have"),
  };
}
