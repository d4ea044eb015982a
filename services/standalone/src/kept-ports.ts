import { readFileSync } from "node:fs";
import { writeWhole } from "./atomic-file.ts";

/** Ports of the start before, by the settings that would have named them, or that they count from. */
export type KeptPorts = Readonly<Record<string, number>>;

/** None where the file is missing or damaged: a port can always be chosen anew. */
export function readKeptPorts(path: string): KeptPorts {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Object.fromEntries(Object.entries(Object(value)).filter(isKept));
  } catch {
    return {};
  }
}

/** Of a setting that is named this time, what was kept before stays. */
export function keepPorts(path: string, ports: KeptPorts): void {
  writeWhole(path, `${JSON.stringify({ ...readKeptPorts(path), ...ports }, null, 2)}\n`);
}

function isKept(entry: [string, unknown]): entry is [string, number] {
  const [, port] = entry;
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port <= 65_535;
}
