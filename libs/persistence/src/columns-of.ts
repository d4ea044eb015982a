import type { EntitySchema } from "typeorm";

/**
 * The columns of an entity for a table with an alias: `p.id, p.merchant_id, …`. A prepared statement names its columns.
 */
export const columnsOf = <Row extends object>({ options }: EntitySchema<Row>, alias: string): string =>
  Object.keys(options.columns)
    .map((column) => `${alias}.${column}`)
    .join(", ");
