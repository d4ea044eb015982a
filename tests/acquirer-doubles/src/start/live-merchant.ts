import type { Double } from "../shared/double.ts";
import { isObject, textOf } from "../shared/messages.ts";

/** The control API of an installation. */
export interface Control {
  readonly url: string;
  readonly token: string;
}

/** A merchant that pays in live mode, at a double. */
export interface LiveMerchant {
  readonly merchantId: string;
  readonly accountId: string;
  readonly apiKey: string;
}

/**
 * Gives a new merchant an account at a double, in live mode, and a live key; the double's webhooks go to that account
 * from then on. Throws with the control API's own words.
 */
export async function makeLiveMerchant(control: Control, double: Double): Promise<LiveMerchant> {
  const { account } = double;
  if (account === undefined) throw new Error("merchants cannot be given an account at this double");
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${control.url}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${control.token}`,
        actor: "acquirer-double",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the control API answered ${answer.status} to ${path}: ${text}`);
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  };
  const merchantId = textOf(
    (await post("/merchants", { name: `Live at ${account.acquirer}` }))["merchant_id"],
  );
  const scope = { merchant: merchantId, mode: "live" };
  const made = await post("/acquirers", { ...scope, label: "A double", ...account });
  double.webhooks.sendTo(textOf(made["callback_url"]));
  const key = await post("/keys", scope);
  return { merchantId, accountId: textOf(made["id"]), apiKey: textOf(key["api_key"]) };
}
