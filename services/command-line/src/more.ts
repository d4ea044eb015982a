import { isRecord, rowsOf } from "./records.ts";

/** How to go on where a page is not the last one; for people. */
export function moreOf(answer: unknown): string {
  const last = rowsOf(answer, "data").at(-1);
  if (!isRecord(answer) || answer["has_more"] !== true || last === undefined) return "";
  return `\n\nThere are more: --starting-after ${String(last["id"])}`;
}
