import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const TREE = fileURLToPath(new URL("../../", import.meta.url));

/** The commit of this tree, with `-dirty` where something else is in it; `unknown` where git cannot say. */
export function revisionOf(): string {
  try {
    const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    return execFileSync("git", args, {
      cwd: TREE,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
