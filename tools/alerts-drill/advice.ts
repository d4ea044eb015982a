import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../observability/outputs.ts";
import type { Fault } from "./fault.ts";

/** The runbooks, by their paths, must say how to heal the fault, as the drill does. */
export function unadvised({ advice }: Fault, runbooks: readonly string[]): string[] {
  if (
    advice === undefined ||
    runbooks.some((path) => readFileSync(join(ROOT, path), "utf8").includes(advice))
  )
    return [];
  return [`no runbook says "${advice}"`];
}
