import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * `make comments`: says which comments of scripts are too wide, and exits 1 where there is one. Prettier breaks the
 * lines of code and leaves those of comments as they are.
 */
const WIDTH = 120;
const SCRIPT = /\.(?:m?ts|m?js|cjs)$/;

/** Checksums cover the comments of migrations; the others are written by generators. */
const LEFT_OUT = [
  /\/src\/migrations\//,
  /^clients\/typescript\/src\/openapi(?:-values)?\.ts$/,
  /^libs\/developer-pages\/src\/site\//,
];

const COMMENT = /^\s*(?:\/\/|\/?\*+)\s*(?<text>.*?)(?:\s*\*\/)?$/;
/** The linter and the type checker read these on one line. */
const DIRECTIVE = /^(?:oxlint-|@ts-)/;

/** One word alone, such as a link, cannot be broken. */
function isTooWide(line: string): boolean {
  if (line.length <= WIDTH) return false;
  const text = COMMENT.exec(line)?.groups?.["text"];
  return text !== undefined && text.includes(" ") && !DIRECTIVE.test(text);
}

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const scripts = listed
  .split("\0")
  .filter((path) => SCRIPT.test(path) && !LEFT_OUT.some((one) => one.test(path)) && existsSync(path));

const problems = scripts.flatMap((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      isTooWide(line) ? [`${path}:${index + 1} a comment of ${line.length} columns, more than ${WIDTH}`] : [],
    ),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
