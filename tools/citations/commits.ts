import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const FILE = "CONTRIBUTING.md";
const COMMIT = /`(?<commit>[0-9a-f]{7,40})`/g;

/**
 * Commits that a page names and that do not lead to HEAD. Where none of them does, the page stands in another history
 * than its own, as an export, a shallow clone or a new repository has it, and nothing can be said.
 */
export function problemsOfCommits(): string[] {
  if (!existsSync(FILE)) return [];
  const named = readFileSync(FILE, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(COMMIT)].map(({ groups }) => ({ commit: groups?.["commit"] ?? "", line: index + 1 })),
    );
  const missing = named.filter(({ commit }) => !isReachable(commit));
  if (missing.length === named.length) return [];
  return missing.map(
    ({ commit, line }) => `${FILE}:${line} names the commit ${commit}, which does not exist`,
  );
}

/** A commit that nothing leads to is in no other clone. */
const isReachable = (commit: string): boolean =>
  spawnSync("git", ["merge-base", "--is-ancestor", commit, "HEAD"]).status === 0;
