import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { comesBefore } from "../../libs/persistence/src/compatibility.ts";
import { notesOf, released } from "./changelog.ts";
import { readReleases, RELEASES } from "./releases.ts";
import { VERSION, versionOf, writeVersions } from "./versions.ts";

/**
 * `make release VERSION=1.2.0`: what is unreleased becomes that release, in the tree; the commands that commit, tag and
 * publish it are printed, and a person runs them. `make release VERSION=1.3.0-dev`, on the commit of a release: the
 * tree goes on towards the next, and remembers which commit the release was. Refuses a tree with other changes in it.
 */
const ROOT = process.env["RELEASE_ROOT"] ?? join(import.meta.dirname, "../..");
const file = (name: string): string => join(ROOT, name);
const git = (...args: string[]): string => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

try {
  process.stdout.write(`${steps(process.argv[2] ?? "").join("\n")}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function steps(version: string): string[] {
  if (!VERSION.test(version))
    throw new Error("VERSION must be a version such as 1.2.0, or 1.3.0-dev after a release");
  const now = versionOf(ROOT);
  if (!comesBefore(now, version)) throw new Error(`VERSION: ${version} does not come after ${now}`);
  if (git("status", "--porcelain") !== "") throw new Error("the tree has changes that are not committed");
  return version.endsWith("-dev") ? goOn(now, version) : release(version);
}

function release(version: string): string[] {
  const path = file("CHANGELOG.md");
  const [date = ""] = new Date().toISOString().split("T", 1);
  writeFileSync(path, released(readFileSync(path, "utf8"), version, date));
  setVersion(version);
  return [
    `The tree is ${version}. Read its changes (git diff), then`,
    `  make check`,
    `  git commit -am "build: release ${version}"`,
    `  git tag -a v${version} -m "Release ${version}"`,
    `  make dist                                # the files of the release, in dist/`,
    `  make release VERSION=${nextOf(version)}         # and commit: the tree goes on`,
  ];
}

function goOn(now: string, version: string): string[] {
  if (now.endsWith("-dev")) throw new Error(`${now} is no release: cut one first (make release VERSION=…)`);
  const date = /\((\d{4}-\d\d-\d\d)\)/.exec(headingOf(now))?.[1] ?? "";
  const releases = [...readReleases(ROOT), { version: now, date, commit: git("rev-parse", "HEAD") }];
  writeFileSync(file(RELEASES), `${JSON.stringify(releases, undefined, 2)}\n`);
  setVersion(version);
  return [
    `The tree is ${version} and knows the commit of ${now}. Now`,
    `  git commit -am "build: on to ${version}"`,
  ];
}

function headingOf(version: string): string {
  const changelog = readFileSync(file("CHANGELOG.md"), "utf8");
  notesOf(changelog, version);
  return changelog.split("\n").find((line) => line.startsWith(`## ${version} (`)) ?? "";
}

function setVersion(version: string): void {
  const path = file("package.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/(?<=^ {2}"version": ")[^"]+(?=")/m, version));
  writeVersions(false, ROOT);
}

/** The minor version after it, in the making. */
function nextOf(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return `${major}.${minor + 1}.0-dev`;
}
