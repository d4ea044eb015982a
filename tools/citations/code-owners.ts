import { existsSync, globSync, readFileSync } from "node:fs";

const FILE = "CODEOWNERS";

/**
 * What is wrong with the owners' file, a line each: a path that does not exist, a package that no line of its own or of
 * a folder above it names.
 */
export function problemsOfOwners(): string[] {
  const patterns = readFileSync(FILE, "utf8")
    .split("\n")
    .flatMap((line) => /^\/\S+/.exec(line) ?? [])
    .map((pattern) => pattern.slice(1));
  const packages = globSync("{libs,services,tests}/*/package.json").map((path) =>
    path.replace("package.json", ""),
  );
  return [
    ...patterns
      .filter((pattern) => !existsSync(pattern))
      .map((pattern) => `${FILE} names /${pattern}, which does not exist`),
    ...packages
      .filter((path) => !patterns.some((pattern) => path.startsWith(pattern)))
      .map((path) => `${FILE} has no line for /${path}`),
  ];
}
