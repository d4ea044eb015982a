import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testCard } from "@flowlix/testkit";
import type { Platform } from "./platform.ts";

/** A request of ours that was on its way for long, as the acquirer receives it; the state that it answers. */
export async function arrivesLate(
  { dataDir, installation }: Pick<Platform, "dataDir" | "installation">,
  path: string,
  body: object,
): Promise<string> {
  const secrets: { acquirer_api_key: string } = JSON.parse(
    readFileSync(join(dataDir, "secrets.json"), "utf8"),
  );
  const response = await fetch(`${installation().runtime().acquirer.url}/v1/${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${secrets.acquirer_api_key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { state }: { state: string } = JSON.parse(await response.text());
  return state;
}

/** What a create of a card payment sends. */
export const lateOrder = (amount: number): object => ({
  amount,
  currency: "EUR",
  return_url: "https://shop.example/return",
  authorisation: { instrument: { kind: "card", card: testCard() } },
});
