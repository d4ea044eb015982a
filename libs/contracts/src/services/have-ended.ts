import { Type } from "typebox";

export const IDS_OF_CALL_MAX = 500;

/**
 * Which of these ids are over: their object has ended, or there is none and the time in which one could have
 * been made is long past. The rest may still change. Services ask it that keep data for as long as an object lives.
 */
export const haveEndedAction = {
  callers: ["reconciler"],
  params: Type.Object({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: IDS_OF_CALL_MAX }),
  }),
  result: Type.Object({ ended: Type.Array(Type.String()) }),
} as const;
