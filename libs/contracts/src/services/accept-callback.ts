import { Type } from "typebox";

/**
 * Keeps a provider's callback, which the gateway has verified, once, and makes its object due; true once that is
 * committed. Sets no status (architecture §6, Provider callback).
 */
export const acceptCallbackAction = {
  params: Type.Object({
    provider: Type.String({ minLength: 1, maxLength: 64 }),
    callback_id: Type.String({ minLength: 1, maxLength: 128 }),
    reference: Type.String({ minLength: 1, maxLength: 128 }),
    /** What the callback claims, kept as a hint for the look that follows. */
    claimed_state: Type.String({ maxLength: 64 }),
  }),
  result: Type.Object({ accepted: Type.Boolean() }),
} as const;
