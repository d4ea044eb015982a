import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Expression } from "./collect.ts";

// The other forms of the checker need Java or exist for some machines only.
process.env["RECHECK_BACKEND"] = "pure";
const { checkSync } = await import("recheck");

/**
 * No limits of time: the result must not depend on the machine. The search for an attack is random, with the same seed
 * every time, and its limits count characters.
 */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/** How the time of one match grows with the text: as the checker says it, or "linear" where that is the worst. */
export type Verdict = "linear" | (string & {});

/** What one match of an expression costs in the worst case. */
export function check({ source, flags }: Pick<Expression, "source" | "flags">): Verdict {
  const found = checkSync(source, flags, LIMITS);
  if (found.status === "safe") return "linear";
  return found.status === "vulnerable" ? found.complexity.summary : `not checked (${found.error.kind})`;
}

/** Checks each expression once and keeps the verdict in `file`; the checker's release is part of the key. */
export function cachedCheck(file: string, release: string): (expression: Expression) => Verdict {
  const known = new Map(Object.entries(keptIn(file)));
  return ({ source, flags }) => {
    const key = createHash("sha256")
      .update(JSON.stringify([release, LIMITS, source, flags]))
      .digest("hex");
    const verdict = known.get(key) ?? check({ source, flags });
    if (known.has(key)) return verdict;
    known.set(key, verdict);
    keep(file, Object.fromEntries(known));
    return verdict;
  };
}

function keptIn(file: string): Record<string, Verdict> {
  try {
    const kept: Record<string, Verdict> = JSON.parse(readFileSync(file, "utf8"));
    return kept;
  } catch {
    return {};
  }
}

/** As a whole or not at all: two may check the tree at once. */
function keep(file: string, verdicts: Record<string, Verdict>): void {
  mkdirSync(dirname(file), { recursive: true });
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(verdicts));
  renameSync(whole, file);
}
