import { KEY_PERMISSIONS } from "@flowlix/contracts";
import { transact } from "@flowlix/persistence";
import type { DataSource } from "typeorm";
import { hashOfKey } from "../access/key-text.ts";
import { insertKey } from "./keys-store.ts";
import { insertMerchant } from "./merchants-store.ts";

const NAME = "Demo merchant";
const ACTOR = "installation";

/**
 * A demo merchant with a Sandbox key of this text, which the installation chose beforehand; nothing where
 * there is one already, whatever its state is now. Of two at once the second fails on the key's hash.
 */
export function ensureDemoKey(db: DataSource, text: string): Promise<"made" | "known"> {
  return transact(db, async (manager) => {
    const known = await manager.query<unknown[]>("select 1 from gateway.api_key_secrets where hash = $1", [
      hashOfKey(text),
    ]);
    if (known.length > 0) return "known";
    const { merchant_id: merchantId } = await insertMerchant(manager, NAME, ACTOR);
    const key = { merchantId, livemode: false, permissions: KEY_PERMISSIONS, expiresAt: null };
    await insertKey(manager, key, text, ACTOR);
    return "made";
  });
}
