import { readFileSync } from "node:fs";
import { writeWhole } from "./atomic-file.ts";

/** The ports that links and people know; the other admin ports and the control port count from ADMIN_PORT. */
export const KEPT_PORTS = ["PORT", "ADMIN_PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT"] as const;

/** Ports of the start before, by the settings that would have named them. */
export type KeptPorts = { readonly [Name in (typeof KEPT_PORTS)[number]]?: number };

/** None where the file is missing or damaged: a port can always be chosen anew. */
export function readKeptPorts(path: string): KeptPorts {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    const ports = new Map<string, unknown>(Object.entries(Object(value)));
    return Object.fromEntries(KEPT_PORTS.map((name) => [name, ports.get(name)] as const).filter(isKept));
  } catch {
    return {};
  }
}

/** Of a setting that is named this time, what was kept before stays. */
export function keepPorts(path: string, ports: KeptPorts): void {
  writeWhole(path, `${JSON.stringify({ ...readKeptPorts(path), ...ports }, null, 2)}\n`);
}

function isKept(entry: readonly [string, unknown]): entry is readonly [string, number] {
  const [, port] = entry;
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port <= 65_535;
}
