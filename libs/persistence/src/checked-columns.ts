/** A column whose values are checked by a domain of its own, and the constraint of the table that did so before. */
export interface CheckedColumn {
  readonly column: string;
  /** The type below the domain. */
  readonly base: string;
  /** A condition on `value`; null always passes. */
  readonly check: string;
  /** The table's constraint that it takes the place of; absent where there is none to drop. */
  readonly replaces?: string;
}

const domainOf = (table: string, column: string): string => `${table}_${column}`;

/**
 * For a migration: checks columns by domains instead of by constraints of their table. The server reads a
 * table's constraints from their stored text and plans them anew for every statement that writes, which took
 * longer than the rest of a single-row statement; a domain's are kept ready by the session. No row is
 * rewritten or read, since what is there passed the same checks as constraints; but a constraint between columns
 * is checked for every row when one of them changes its type, so such ones are to be away meanwhile. The
 * statistics of the columns go with their type: `analyze` afterwards.
 */
export const checkByDomainsSql = (table: string, columns: readonly CheckedColumn[]): string =>
  columns
    .map(({ column, base, check, replaces }) => {
      const domain = domainOf(table, column);
      const drop = replaces === undefined ? "" : `drop constraint ${replaces},`;
      return `
        create domain ${domain} as ${base};
        alter table ${table} ${drop} alter column ${column} type ${domain};
        alter domain ${domain} add check (${check}) not valid;`;
    })
    .join("");

/** Takes back what `checkByDomainsSql` made; a check that took no constraint's place goes. */
export const checkByConstraintsSql = (table: string, columns: readonly CheckedColumn[]): string =>
  columns
    .map(({ column, base, check, replaces }) => {
      const domain = domainOf(table, column);
      const ofColumn = check.replaceAll(/\bvalue\b/g, column);
      const constraint = replaces === undefined ? "" : `, add constraint ${replaces} check (${ofColumn})`;
      return `
        alter table ${table} alter column ${column} type ${base} ${constraint};
        drop domain ${domain};`;
    })
    .join("");

/** A list of texts for `in`. */
export const textsSql = (values: readonly string[]): string =>
  `(${values.map((value) => `'${value}'`).join(", ")})`;
