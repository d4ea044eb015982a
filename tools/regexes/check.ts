import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Expression } from "./collect.ts";

// The compiled form is several times as fast and exists for some machines only; both come to the same verdicts.
process.env["RECHECK_BACKEND"] = isCompiledHere() ? "native" : "pure";
const { check: recheck } = await import("recheck");

function isCompiledHere(): boolean {
  const system = process.platform === "darwin" ? "macos" : process.platform;
  try {
    import.meta.resolve(`recheck-${system}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/**
 * No limits of time: the result must not depend on the machine. The search for an attack is random, with the same seed
 * every time, and its limits count characters.
 */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/** How the time of one match grows with the text: as the checker says it, or "linear" where that is the worst. */
export type Verdict = "linear" | (string & {});

/** What one match of an expression costs in the worst case. */
export async function check({ source, flags }: Pick<Expression, "source" | "flags">): Promise<Verdict> {
  const found = await recheck(source, flags, LIMITS);
  if (found.status === "safe") return "linear";
  return found.status === "vulnerable" ? found.complexity.summary : `not checked (${found.error.kind})`;
}

/** Checks each expression once and keeps the verdict in `file`; the checker's release is part of the key. */
export function cachedCheck(file: string, release: string): (expression: Expression) => Promise<Verdict> {
  const known = new Map(Object.entries(keptIn(file)));
  return async ({ source, flags }) => {
    const key = createHash("sha256")
      .update(JSON.stringify([release, LIMITS, source, flags]))
      .digest("hex");
    const verdict = known.get(key) ?? (await check({ source, flags }));
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
