import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A release, or one in the making. */
export const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-dev)?$/;

/** Where the version stands: each file with what stands before it and behind it. Every match is written. */
const PLACES: Readonly<Record<string, readonly RegExp[]>> = {
  // The repository itself stands in it twice, and the merchants' command line once, each time behind its name.
  "package-lock.json": [/(?<="name": "flowlix",\n *"version": ")[^"]+(?=")/g],
  "clients/command-line/package.json": [/(?<="version": ")[^"]+(?=")/g],
  "libs/contracts/src/platform-version.ts": [/(?<=PLATFORM_VERSION = ")[^"]+(?=")/g],
  Dockerfile: [/(?<=^ARG VERSION=)\S+$/gm],
  "charts/payments-lib/Chart.yaml": [/(?<=^version: )\S+$/gm],
  "charts/payments-observability/Chart.yaml": [/(?<=^version: )\S+$/gm, /(?<=^appVersion: ")[^"]+(?=")/gm],
  "charts/payments-platform/Chart.yaml": [
    /(?<=^version: )\S+$/gm,
    /(?<=^appVersion: ")[^"]+(?=")/gm,
    /(?<=name: payments-lib\n {4}version: )\S+$/gm,
  ],
  "charts/payments-platform/README.md": [
    /(?<=make image VERSION=)\S+/g,
    /(?<=kind load docker-image payments-platform:)\S+/g,
  ],
  // Checks with the migrations and the books of the release that runs.
  "k8s/cnpg/drill/restore-drill.yaml": [/(?<=image: \S+\/payments-platform:)\S+/g],
  "k8s/k6/verifier.yaml": [/(?<=image: payments-platform:)\S+/g],
};

/** The one source: `version` of the repository's package.json. */
export function versionOf(root = ROOT): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (!VERSION.test(version))
    throw new Error(`package.json: ${version} is no version such as 1.2.0 or 1.2.0-dev`);
  return version;
}

/**
 * Files that say another version than package.json, which are written unless only a check is asked for. Errors: where a
 * place is gone.
 */
export function writeVersions(check: boolean, root = ROOT): string[] {
  const version = versionOf(root);
  return Object.entries(PLACES).flatMap(([file, patterns]) => {
    const path = join(root, file);
    const before = readFileSync(path, "utf8");
    const after = patterns.reduce((text, pattern) => {
      if (text.search(pattern) === -1) throw new Error(`${file}: no version stands at ${pattern.source}`);
      return text.replaceAll(pattern, version);
    }, before);
    if (after === before) return [];
    if (!check) writeFileSync(path, after);
    return [file];
  });
}
