export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is no record has none of its fields. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The rows of a list answer; none where there is no such list. */
export function rowsOf(answer: unknown, name: string): readonly Record<string, unknown>[] {
  const rows = isRecord(answer) ? answer[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
