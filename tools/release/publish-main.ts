import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, tool } from "../charts/tools.ts";
import { hasDocker, publish } from "./publish.ts";

/** `make dist`: the files of a release in `dist/`, of the commit that is checked out; says what it left out. */
const changes = execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" }).trim();
if (changes === "") {
  const into = join(ROOT, "dist");
  const { files, skipped } = publish({
    root: ROOT,
    into,
    helm: tool("helm"),
    docker: hasDocker(),
    sbom: true,
  });
  process.stdout.write(
    [...files.map((name) => `dist/${name}`), ...skipped.map((one) => `skipped ${one}`), ""].join("\n"),
  );
} else {
  process.stderr.write("the tree has changes that are not committed: what is published is a commit\n");
  process.exitCode = 1;
}
