import { Type } from "typebox";
import { IDS_OF_CALL_MAX } from "./have-ended.ts";

/**
 * Makes these objects due once more. They ended without moving money, and the provider states that it moved some:
 * what the provider answers to that status sync is the fact. Nothing becomes of others, nor of what such a movement is
 * known of already. Answers how many will be synced.
 */
export const verifyEndsAction = {
  params: Type.Object({
    livemode: Type.Boolean(),
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: IDS_OF_CALL_MAX }),
  }),
  result: Type.Object({ due: Type.Integer({ minimum: 0 }) }),
} as const;
