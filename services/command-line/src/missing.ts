import { whyMissing } from "@flowlix/contracts";
import { isRecord, rowsOf } from "./records.ts";

/** The services whose part an answer of several lacks. */
export const awayOf = (answer: unknown): readonly string[] =>
  isRecord(answer) && Array.isArray(answer["missing"]) ? answer["missing"].map(String) : [];

/** What is missing of each of them, and why. */
export function missingParts(answer: unknown, partOf: (service: string) => string): string[] {
  const missing = awayOf(answer);
  const failed = rowsOf(answer, "failed").map(({ service, request_id: request }) => ({
    service: String(service),
    request_id: String(request),
  }));
  return whyMissing({ missing, failed }).map((why, index) => `${partOf(missing[index] ?? "")}: ${why}`);
}

/** What stands for a list without rows: that there are none is known only where nobody's part is missing. */
export const nothingOf = (answer: unknown): string =>
  awayOf(answer).length === 0 ? "none" : "unknown: not every service could be asked";
