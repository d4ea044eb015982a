type Column = readonly [name: string, type: string];

export interface UnnestInput {
  /** `unnest($1::text[], …) with ordinality as input(id, …, ord)`; `ord` counts from 1 in row order. */
  readonly sql: string;
  /** One array per column, in the order of the columns. */
  values(rows: readonly (readonly unknown[])[]): unknown[][];
}

/**
 * A set of rows as one parameter per column, so that a statement's text does not depend on how many
 * rows it gets. Arrays as values are not supported: pass JSON text and cast it.
 */
export function unnestInput(columns: readonly Column[], firstParameter = 1): UnnestInput {
  const parameters = columns.map(([, type], index) => `$${firstParameter + index}::${type}[]`);
  const names = columns.map(([name]) => name);
  return {
    sql: `unnest(${parameters.join(", ")}) with ordinality as input(${names.join(", ")}, ord)`,
    values: (rows) => columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  };
}
