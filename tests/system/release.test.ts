import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { notesOf, released } from "../../tools/release/changelog.ts";
import { publish } from "../../tools/release/publish.ts";
import { writeVersions } from "../../tools/release/versions.ts";
import { ROOT, toolAtHand } from "./support/chart.ts";

const MAIN = join(ROOT, "tools/release/main.ts");

/** Everything that has a version, or goes into a file of a release. */
const KEPT = [
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  "Dockerfile",
  "charts",
  "clients/command-line/package.json",
  "k8s/cnpg/drill/restore-drill.yaml",
  "k8s/k6/verifier.yaml",
  "libs/contracts/src/platform-version.ts",
  "tools/release/releases.json",
];

describe("A release", function () {
  this.timeout(60_000);
  let folder: GuardedFolder;
  let made = 0;
  before(() => {
    folder = guardedFolder("release");
  });
  after(() => folder.remove());

  const git = (root: string, ...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@shop.example", ...args], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: folder.path, GIT_CONFIG_NOSYSTEM: "1" },
    }).trim();
  const commit = (root: string): void => {
    git(root, "add", "-A");
    git(root, "commit", "--quiet", "--message", "all of it");
  };
  /** A repository of its own that has what a release needs, and something unreleased. */
  function repository(): string {
    made += 1;
    const root = join(folder.path, `tree-${made}`);
    for (const name of KEPT) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      cpSync(join(ROOT, name), join(root, name), { recursive: true, verbatimSymlinks: true });
    }
    setVersion(root, "3.4.0-dev");
    writeVersions(false, root);
    writeFileSync(
      join(root, "CHANGELOG.md"),
      "# Changelog\n\n## Unreleased\n\n### For merchants\n\n- Faster.\n\n### For operators\n\n- Migrate first.\n\n## 1.0.0 (2026-11-23)\n\n### For merchants\n\n- All.\n",
    );
    git(folder.path, "init", "--quiet", root);
    commit(root);
    return root;
  }
  const setVersion = (root: string, version: string): void => {
    const path = join(root, "package.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(/"version": "[^"]+"/, `"version": "${version}"`));
  };
  const run = (root: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      env: { PATH: process.env["PATH"], HOME: folder.path, RELEASE_ROOT: root },
      encoding: "utf8",
    });
    return { status, stdout, stderr: stderr.trim() };
  };
  const text = (root: string, name: string): string => readFileSync(join(root, name), "utf8");

  it("has one version, wherever it stands", () => {
    expect(writeVersions(true), "run npm run -s versions").to.deep.equal([]);
    const root = repository();
    setVersion(root, "9.8.7");
    expect(writeVersions(true, root)).to.have.members([
      "package-lock.json",
      "clients/command-line/package.json",
      "libs/contracts/src/platform-version.ts",
      "Dockerfile",
      "charts/payments-lib/Chart.yaml",
      "charts/payments-observability/Chart.yaml",
      "charts/payments-platform/Chart.yaml",
      "charts/payments-platform/README.md",
      "k8s/cnpg/drill/restore-drill.yaml",
      "k8s/k6/verifier.yaml",
    ]);
    writeVersions(false, root);
    expect(writeVersions(true, root)).to.deep.equal([]);
  });

  it("is cut from what is unreleased, and prints the commands that commit and tag it", () => {
    const root = repository();
    const { status, stdout, stderr } = run(root, "3.4.0");
    expect([status, stderr]).to.deep.equal([0, ""]);
    expect(stdout)
      .to.include('git tag -a v3.4.0 -m "Release 3.4.0"')
      .and.to.include("make release VERSION=3.5.0-dev");
    expect(text(root, "CHANGELOG.md")).to.match(
      /^# Changelog\n\n## Unreleased\n\n### For merchants\n\n### For operators\n\n## 3\.4\.0 \(\d{4}-\d\d-\d\d\)\n\n### For merchants\n\n- Faster\.\n\n### For operators\n\n- Migrate first\.\n\n## 1\.0\.0 /,
    );
    expect(text(root, "charts/payments-platform/Chart.yaml")).to.include('appVersion: "3.4.0"');
    expect(writeVersions(true, root)).to.deep.equal([]);
    expect(git(root, "tag"), "a person tags").to.equal("");
  });

  it("is remembered with its commit when the tree goes on", () => {
    const root = repository();
    run(root, "3.4.0");
    commit(root);
    expect(run(root, "3.5.0-dev").status).to.equal(0);
    const releases: { version: string; commit: string }[] = JSON.parse(
      text(root, "tools/release/releases.json"),
    );
    expect(releases.at(-1)).to.include({ version: "3.4.0", commit: git(root, "rev-parse", "HEAD") });
    expect(writeVersions(true, root)).to.deep.equal([]);
  });

  it("is refused, and nothing changed, where it is none or the tree has changes", () => {
    const root = repository();
    const refused = (version: string) => {
      const { status, stderr } = run(root, version);
      expect(status).to.equal(1);
      return stderr;
    };
    expect(refused("next")).to.include("must be a version such as");
    expect(refused("3.3.9")).to.equal("VERSION: 3.3.9 does not come after 3.4.0-dev");
    expect(refused("3.5.0-dev")).to.include("3.4.0-dev is no release");
    expect(git(root, "status", "--porcelain")).to.equal("");
    writeFileSync(join(root, "left"), "");
    expect(refused("3.4.0")).to.equal("the tree has changes that are not committed");
  });

  it("has the same files for the same commit, and checksums of all of them", function () {
    const helm = toolAtHand("helm") || undefined;
    const root = repository();
    const publishing = { root, helm, docker: false, sbom: false };
    const [one, other] = [join(folder.path, "one"), join(folder.path, "other")];
    const { files, skipped } = publish({ ...publishing, into: one });
    // Times of the work tree are those of a check-out, and no part of a commit.
    utimesSync(join(root, "charts/payments-platform/values.yaml"), 1, 1);
    publish({ ...publishing, into: other });
    expect(readFileSync(join(other, "SHA256SUMS"), "utf8")).to.equal(
      readFileSync(join(one, "SHA256SUMS"), "utf8"),
    );
    expect(files).to.include.members([
      "payments-platform-3.4.0-dev-source.tar.gz",
      "release-notes-merchants.md",
      "release-notes-operators.md",
      "SHA256SUMS",
    ]);
    expect(readFileSync(join(one, "release-notes-operators.md"), "utf8"))
      .to.include("- Migrate first.")
      .and.not.include("Faster");
    expect(skipped).to.include("image: no Docker engine answers");
    if (helm === undefined) skipBecause(this, "helm was not found: its charts were not packed");
    for (const name of ["payments-platform", "payments-observability"])
      expect(existsSync(join(one, `${name}-3.4.0-dev.tgz`)), name).to.equal(true);
  });
});

describe("The changelog of a release", () => {
  it("keeps every word of what was unreleased", () => {
    const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
    expect(notesOf(released(changelog, "99.0.0", "2030-01-02"), "99.0.0")).to.deep.equal(
      notesOf(changelog, "Unreleased"),
    );
  });

  it("is refused where nothing is unreleased, and where the release is out", () => {
    const empty =
      "# Changelog\n\n## Unreleased\n\n### For merchants\n\n### For operators\n\n## 1.0.0 (2026-11-23)\n";
    expect(() => released(empty, "1.1.0", "2030-01-02")).to.throw("nothing is unreleased");
    const some = empty.replace("merchants\n", "merchants\n\n- One.\n");
    expect(() => released(some, "1.0.0", "2030-01-02")).to.throw("1.0.0 is released already");
  });
});
