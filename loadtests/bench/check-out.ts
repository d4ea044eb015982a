import { execFileSync, type StdioOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Children } from "./children.ts";

/** This tree. */
const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** Makes `folder` a work tree of the commit with its own dependencies, which goes with the run. */
export function checkOut(children: Children, commit: string, folder: string): void {
  // What they say on standard error is in the error that they end with.
  const stdio: StdioOptions = ["ignore", "ignore", "pipe"];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: REPOSITORY, stdio });
  git("worktree", "add", "--detach", folder, commit);
  children.adopt(async () => void git("worktree", "remove", "--force", folder));
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio });
}
