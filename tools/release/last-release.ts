import { spawnSync } from "node:child_process";
import { lastRelease } from "./releases.ts";

/**
 * Prints the commit of the last release, which tags would not tell in a shallow clone. Ends with 69 where it is not in
 * this clone.
 */
const { version, commit } = lastRelease();
const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" });
if (status === 0) process.stdout.write(`${commit}\n`);
else
  process.stderr.write(
    `release ${version} (${commit}) is not in this clone: git fetch --depth 1 origin ${commit}, or name another with FROM=COMMIT\n`,
  );
process.exitCode = status === 0 ? 0 : 69;
