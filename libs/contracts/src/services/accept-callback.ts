import { Type } from "typebox";
import { ProviderName } from "./provider-name.ts";

/**
 * Keeps a provider's callback, which the gateway has verified, once, and makes its object due; true once that is
 * committed. Sets no status (docs/design/architecture.md#provider-callback).
 */
export const acceptCallbackAction = {
  repeatable: true,
  params: Type.Object({
    provider: ProviderName,
    callback_id: Type.String({ minLength: 1, maxLength: 128, format: "text" }),
    reference: Type.String({ minLength: 1, maxLength: 128, format: "text" }),
    /** What the callback claims, kept as a hint for the status sync that follows. */
    claimed_state: Type.String({ maxLength: 64, format: "text" }),
  }),
  result: Type.Object({ accepted: Type.Boolean() }),
} as const;
