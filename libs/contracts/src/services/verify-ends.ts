import { Type } from "typebox";
import { statementSource } from "./statement-source.ts";
import { IDS_OF_CALL_MAX } from "./have-ended.ts";

/**
 * Makes these objects due once more. They ended without moving money, and the provider states that it moved some; or,
 * where `taken_back`, they succeeded, and it states that their money went the other way. What the provider answers to
 * that status sync is the fact. Nothing becomes of others, of those of another account, nor of what such a movement is
 * known of already. Answers how many will be synced.
 */
export const verifyEndsAction = {
  callers: ["reconciler"],
  params: Type.Object({
    livemode: Type.Boolean(),
    ...statementSource,
    taken_back: Type.Optional(Type.Boolean()),
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: IDS_OF_CALL_MAX }),
  }),
  result: Type.Object({ due: Type.Integer({ minimum: 0 }) }),
} as const;
