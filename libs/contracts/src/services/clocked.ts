import { Type, type Static } from "typebox";

/** What a turn of clocked work got done; `more` asks for the next one at once. */
export const clockedResult = {
  done: Type.Integer({ minimum: 0 }),
  more: Type.Boolean(),
};

/**
 * Work that an owner does in pieces of a bounded size, one each time that the clock calls
 * (docs/design/architecture.md#look).
 */
export const clockedAction = {
  params: Type.Object({}),
  result: Type.Object(clockedResult),
} as const;

export type ClockedResult = Static<typeof clockedAction.result>;
