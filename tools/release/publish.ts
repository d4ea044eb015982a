import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { notesOf } from "./changelog.ts";
import { versionOf } from "./versions.ts";

/** The charts that somebody installs. */
const CHARTS = ["payments-platform", "payments-observability"];
const NAME = "payments-platform";

export interface Published {
  readonly files: readonly string[];
  /** What was left out, with what is missing. */
  readonly skipped: readonly string[];
}

export interface Publishing {
  /** A work tree; what is published is its commit, and no change that is not committed. */
  readonly root: string;
  /** Emptied first. */
  readonly into: string;
  /** The program; undefined where there is none. */
  readonly helm: string | undefined;
  readonly docker: boolean;
  /** Whether packages are installed, to list what is in them. */
  readonly sbom: boolean;
}

/**
 * Writes the files of a release: source, charts, notes, list of packages, image, and the checksums of all of them. The
 * same commit gives the same bytes, the image aside, whose time of making Docker notes. Errors: those of the programs.
 */
export function publish({ root, into, helm, docker, sbom }: Publishing): Published {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-release-"));
  try {
    const [tree, version] = unpackSource(root, into, scratch);
    writeNotes(tree, version, into);
    const skipped: string[] = [];
    if (helm === undefined) skipped.push("charts: helm is missing");
    else for (const chart of CHARTS) packageChart(helm, join(tree, "charts", chart), into, scratch);
    if (sbom) writeSbom(tree, version, into, epochOf(root));
    else skipped.push("sbom: packages were not to be installed");
    if (docker) saveImage(root, version, into);
    else skipped.push("image: no Docker engine answers");
    const files = readdirSync(into).toSorted();
    const sums = files.map((name) => `${sha256(join(into, name))}  ${name}\n`);
    writeFileSync(join(into, "SHA256SUMS"), sums.join(""));
    return { files: [...files, "SHA256SUMS"], skipped };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const git = (root: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: root, maxBuffer: 1024 * 1_048_576 });

/** Its files are as old as the commit, and so is what is packed from them. */
function unpackSource(root: string, into: string, scratch: string): readonly [string, string] {
  const { version }: { version: string } = JSON.parse(git(root, "show", "HEAD:package.json").toString());
  const folder = `${NAME}-${version}`;
  // What a user's configuration says of modes must not show.
  const tar = git(root, "-c", "tar.umask=0022", "archive", "--format=tar", `--prefix=${folder}/`, "HEAD");
  writeFileSync(join(into, `${folder}-source.tar.gz`), gzipSync(tar, { level: 9 }));
  execFileSync("tar", ["-xf", "-", "-C", scratch], { input: tar });
  const tree = join(scratch, folder);
  return [tree, versionOf(tree)];
}

/** For each who reads them, apart; of a tree in the making what is unreleased. */
function writeNotes(tree: string, version: string, into: string): void {
  const title = version.endsWith("-dev") ? "Unreleased" : version;
  const notes = notesOf(readFileSync(join(tree, "CHANGELOG.md"), "utf8"), title);
  for (const [who, text] of Object.entries(notes))
    writeFileSync(
      join(into, `release-notes-${who}.md`),
      `# Release ${version}, for ${who}\n\n${text === "" ? "Nothing changed." : text}\n`,
    );
}

function packageChart(helm: string, chart: string, into: string, scratch: string): void {
  const env = {
    ...process.env,
    HELM_CACHE_HOME: join(scratch, "helm"),
    HELM_CONFIG_HOME: join(scratch, "helm"),
    HELM_DATA_HOME: join(scratch, "helm"),
  };
  execFileSync(helm, ["package", chart, "--destination", into], { env, stdio: ["ignore", "ignore", "pipe"] });
}

/** What the image installs, listed as the image lists it. */
function writeSbom(tree: string, version: string, into: string, epoch: string): void {
  const install = [
    "ci",
    "--ignore-scripts",
    "--omit=dev",
    "--omit=optional",
    "--workspace=services/standalone",
  ];
  execFileSync("npm", [...install, "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
    cwd: tree,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const list = execFileSync(process.execPath, ["deploy/image/sbom.mjs", version, epoch], {
    cwd: tree,
    maxBuffer: 64 * 1_048_576,
  });
  writeFileSync(join(into, `${NAME}-${version}.spdx.json`), list);
}

function saveImage(root: string, version: string, into: string): void {
  const stdio = ["ignore", "inherit", "inherit"] as const;
  execFileSync("make", ["image", `VERSION=${version}`], { cwd: root, stdio: [...stdio] });
  const archive = join(into, `${NAME}-${version}-image.tar`);
  execFileSync("docker", ["save", "--output", archive, `${NAME}:${version}`], { stdio: [...stdio] });
}

const epochOf = (root: string): string => git(root, "log", "-1", "--format=%ct").toString().trim();

const sha256 = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Whether a Docker engine answers here. */
export const hasDocker = (): boolean => spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
