import { Type, type Static } from "typebox";
import { KeyId, MerchantId } from "./ids.ts";

/**
 * Whose request this is. Made by the gateway alone, from the API key; a validated field of params
 * and never metadata of a call (docs/design/architecture.md#scope).
 */
export const Scope = Type.Object({ merchant_id: MerchantId, livemode: Type.Boolean() });
export type Scope = Static<typeof Scope>;

/**
 * Who did an administrative act, for the audit rows of the owner that performs it
 * (docs/design/architecture.md#control).
 */
export const Actor = Type.String({ minLength: 1, maxLength: 200 });

export const KeyScope = Type.Object({ ...Scope.properties, key_id: KeyId });
export type KeyScope = Static<typeof KeyScope>;

export const KEY_PERMISSIONS = ["payments", "refunds", "payouts", "read"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];
