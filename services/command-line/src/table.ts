/**
 * Rows as a table for people: columns in the order given, widths by the widest cell. `nothing` stands for a table
 * without rows.
 */
export function table(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  nothing = "none",
): string {
  if (rows.length === 0) return nothing;
  const cells = [
    columns.map(heading),
    ...rows.map((row) => columns.map((column) => cell(column, row[column]))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One record, a line for each of its fields. */
export function fields(record: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${heading(name).padEnd(width)}  ${cell(name, value)}`)
    .join("\n");
}

const heading = (name: string): string => name.replaceAll("_", " ");

function cell(column: string, value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "number" && /(^|_)(at|since|until)$/.test(column))
    return new Date(value * 1000).toISOString().replace(".000Z", "Z");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(String).join(",");
  return typeof value === "string" || typeof value === "number"
    ? printable(String(value))
    : printable(JSON.stringify(value));
}

/** Control characters in a stored text must not steer somebody's terminal. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
export const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
