import { isRecord, rowsOf } from "./records.ts";

/** The services whose part an answer of several lacks. */
export const awayOf = (answer: unknown): readonly string[] =>
  isRecord(answer) && Array.isArray(answer["missing"]) ? answer["missing"].map(String) : [];

/** What is missing of each of them, and why: one that failed runs, and is not to be restarted for it. */
export function missingParts(answer: unknown, partOf: (service: string) => string): string[] {
  const requests = new Map(
    rowsOf(answer, "failed").map((part) => [part["service"], String(part["request_id"])]),
  );
  return awayOf(answer).map((service) => {
    const request = requests.get(service);
    return request === undefined
      ? `${partOf(service)}: ${service} does not answer`
      : `${partOf(service)}: ${service} failed, see its log, request ${request}`;
  });
}

/** What stands for a list without rows: that there are none is known only where nobody's part is missing. */
export const nothingOf = (answer: unknown): string =>
  awayOf(answer).length === 0 ? "none" : "unknown: not every service could be asked";
