import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const FILE = "CONTRIBUTING.md";
const COMMIT = /`(?<commit>[0-9a-f]{7,40})`/g;

/** Commits that a page names and a clone does not have. An export or a shallow clone cannot know. */
export function problemsOfCommits(): string[] {
  if (!existsSync(FILE) || !isWholeClone()) return [];
  return readFileSync(FILE, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(COMMIT)]
        .map(({ groups }) => groups?.["commit"] ?? "")
        .filter((commit) => !isReachable(commit))
        .map((commit) => `${FILE}:${index + 1} names the commit ${commit}, which does not exist`),
    );
}

const git = (...args: readonly string[]) => spawnSync("git", args, { encoding: "utf8" });

const isWholeClone = (): boolean =>
  git("rev-parse", "--verify", "--quiet", "HEAD").status === 0 &&
  git("rev-parse", "--is-shallow-repository").stdout.trim() === "false";

/** A commit that nothing leads to is in no other clone. */
const isReachable = (commit: string): boolean =>
  git("merge-base", "--is-ancestor", commit, "HEAD").status === 0;
