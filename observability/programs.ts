import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const FILE = join(import.meta.dirname, "../charts/payments-platform/files/services.yaml");

/** The programs of an installation by name, as the chart has them; a test holds that file against the code. */
export const PROGRAMS: readonly string[] = Object.keys(parse(readFileSync(FILE, "utf8"))).toSorted();
