import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const ROOT = join(import.meta.dirname, "../..");
/** The chart carries it, since it reads nothing outside of its own folder. */
const TABLE = "charts/payments-platform/files/services.yaml";

/** A row, as the head of the table explains it. */
interface Row {
  readonly database: string;
  readonly bus: boolean;
  readonly settings: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly listens?: object;
  readonly provider?: true;
  readonly internet?: true;
}

export interface TableService extends Row {
  readonly name: string;
}

const rows: Readonly<Record<string, Row>> = parse(readFileSync(join(ROOT, TABLE), "utf8"));

/** Every service, in the order of the table. */
export const SERVICES: readonly TableService[] = Object.entries(rows).map(([name, row]) => ({
  name,
  ...row,
}));

export const namesOf = (services: readonly TableService[]): string[] => services.map(({ name }) => name);

export const ON_BUS: readonly TableService[] = SERVICES.filter(({ bus }) => bus);
