import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { lastRelease } from "../../tools/release/releases.ts";
import { CHART, ROOT, toolAtHand } from "./support/chart.ts";

interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** What a server refuses to change: an upgrade would stop half-way. */
const FIXED = ["selector", "serviceName", "podManagementPolicy", "volumeClaimTemplates"];
const KINDS = ["Deployment", "StatefulSet"];

describe("The chart of the last release", function () {
  this.timeout(60_000);
  const { version, commit } = lastRelease();
  let folder: GuardedFolder;
  before("needs Helm and the commit of the release", function () {
    if (toolAtHand("helm") === "") skipBecause(this, "Helm was not found");
    if (spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).status !== 0)
      skipBecause(this, `the commit of release ${version} is not in this clone`);
    folder = guardedFolder("chart-upgrade");
    const tar = execFileSync("git", ["archive", "--format=tar", commit, "charts", "k8s"], {
      cwd: ROOT,
      maxBuffer: 64 * 1_048_576,
    });
    execFileSync("tar", ["-xf", "-", "-C", folder.path], { input: tar });
  });
  after(() => folder?.remove());

  const installations: Readonly<Record<string, readonly string[]>> = {
    "as it comes": [],
    "in production": [
      "charts/payments-platform/values-production.yaml",
      "k8s/environments/payments-platform-production.yaml",
    ],
  };

  function rendered(chart: string, values: readonly string[]): readonly Workload[] {
    const own = { HELM_CACHE_HOME: folder.path, HELM_CONFIG_HOME: folder.path, HELM_DATA_HOME: folder.path };
    const text = execFileSync(
      toolAtHand("helm"),
      [
        "template",
        "pay",
        chart,
        "--api-versions",
        "monitoring.coreos.com/v1",
        ...values.flatMap((file) => ["-f", file]),
      ],
      {
        encoding: "utf8",
        env: { ...process.env, ...own },
        stdio: ["ignore", "pipe", "pipe"],
        maxBuffer: 64 * 1_048_576,
      },
    );
    return parseAllDocuments(text)
      .map((document): Workload | null => document.toJS())
      .filter((object) => object !== null);
  }

  /** By kind and name. */
  function fixedOf(objects: readonly Workload[]): ReadonlyMap<string, unknown> {
    return new Map(
      objects
        .filter(({ kind }) => KINDS.includes(kind))
        .map(({ kind, metadata, spec = {} }) => [
          `${kind} ${metadata.name}`,
          Object.fromEntries(FIXED.map((field) => [field, spec[field]])),
        ]),
    );
  }

  for (const [how, files] of Object.entries(installations))
    it(`installed ${how}, is upgraded with the same values: nothing that a server refuses to change differs`, () => {
      const values = files.map((file) => join(folder.path, file));
      const before = fixedOf(rendered(join(folder.path, "charts/payments-platform"), values));
      const now = fixedOf(rendered(CHART, values));
      expect(before.size).to.be.greaterThan(0);
      for (const [name, fixed] of before) expect(now.get(name), name).to.deep.equal(fixed);
    });
});
