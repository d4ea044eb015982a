/** A column's name, and what stands in it. */
export type Columns<Row> = readonly (readonly [
  title: string,
  cell: (row: Row) => string | null | undefined,
])[];

/** Rows under their titles, each column as wide as its longest cell; `paint` sees a cell that has its width. */
export function table<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  paint: (title: string, cell: string) => string,
): string {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row) ?? "–"));
  const widths = columns.map(([title], at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const padded = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
  const titles = padded(columns.map(([title]) => title)).map((title) => paint("", title));
  const lines = cells.map((row) => padded(row).map((cell, at) => paint(columns[at]?.[0] ?? "", cell)));
  return [titles, ...lines].map((row) => row.join("  ").trimEnd()).join("\n");
}
