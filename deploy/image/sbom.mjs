import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes what is installed in this folder as an SPDX 2.3 document, the same text for the same content:
 * `node sbom.mjs VERSION EPOCH`. From npm's own record of the installation, since `npm sbom` refuses a folder with some
 * workspaces only, and from the lockfile alone leaves packages out. What is underneath is named by BASE and BASE_DIGEST
 * of the environment; its Node is the one that runs here where the build's own base (BUILD_BASE) is the same.
 */
const [version = "0", epoch = "0"] = process.argv.slice(2);
const { packages: installed } = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));

const ROOT = "SPDXRef-Package-payments-platform";
const packages = Object.entries(installed)
  .filter(([path, { link }]) => !link && path !== "")
  .map(([path, record]) => describe(path, record));
const seen = new Map(packages.map((one) => [one.SPDXID, one]));
const underneath = describeBase(process.env);
const list = [...seen.values()].toSorted((one, other) => (one.SPDXID < other.SPDXID ? -1 : 1));
const digest = createHash("sha256")
  .update(JSON.stringify([version, list, underneath]))
  .digest("hex");

const document = {
  spdxVersion: "SPDX-2.3",
  dataLicense: "CC0-1.0",
  SPDXID: "SPDXRef-DOCUMENT",
  name: `payments-platform-${version}`,
  documentNamespace: `https://payments-platform.invalid/spdx/${version}/${digest}`,
  creationInfo: {
    created: new Date(Number(epoch) * 1000).toISOString().replace(/\.[0-9]+Z$/, "Z"),
    creators: ["Tool: payments-platform-sbom"],
  },
  documentDescribes: [ROOT],
  packages: [
    {
      name: "payments-platform",
      SPDXID: ROOT,
      versionInfo: version,
      primaryPackagePurpose: "APPLICATION",
      downloadLocation: "NOASSERTION",
      filesAnalyzed: false,
      licenseDeclared: "NOASSERTION",
    },
    ...list,
    ...underneath.map(({ found }) => found),
  ],
  relationships: [
    { spdxElementId: "SPDXRef-DOCUMENT", relatedSpdxElement: ROOT, relationshipType: "DESCRIBES" },
    ...list.map(({ SPDXID }) => ({
      spdxElementId: ROOT,
      relatedSpdxElement: SPDXID,
      relationshipType: "CONTAINS",
    })),
    ...underneath.map(({ found, relation }) => ({
      spdxElementId: ROOT,
      relatedSpdxElement: found.SPDXID,
      relationshipType: relation,
    })),
  ],
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);

function describe(path, { version: installedVersion, integrity, license }) {
  const own = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const ours = own.name.startsWith("@flowlix/");
  const packageVersion = ours ? version : (installedVersion ?? own.version);
  const declared = license ?? (typeof own.license === "string" ? own.license : undefined);
  return {
    name: own.name,
    SPDXID: `SPDXRef-Package-${`${own.name}-${packageVersion}`.replaceAll(/[^A-Za-z0-9.-]+/g, ".").replace(/^\./, "")}`,
    versionInfo: packageVersion,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseDeclared: ours || declared === undefined || declared === "UNLICENSED" ? "NOASSERTION" : declared,
    externalRefs: [
      {
        referenceCategory: "PACKAGE-MANAGER",
        referenceType: "purl",
        referenceLocator: `pkg:npm/${own.name.replace("@", "%40")}@${packageVersion}`,
      },
    ],
    ...(integrity?.startsWith("sha512-")
      ? {
          checksums: [
            {
              algorithm: "SHA512",
              checksumValue: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex"),
            },
          ],
        }
      : {}),
  };
}

function describeBase({ BASE: base = "", BASE_DIGEST: ofBase = "", BUILD_BASE: buildBase = base }) {
  if (base === "") return [];
  const [, name, tag, pinned] = /^(.+?)(?::([^:/@]+))?(?:@sha256:([0-9a-f]{64}))?$/.exec(base);
  const sum = pinned ?? ofBase.replace(/^sha256:/, "");
  const common = { downloadLocation: "NOASSERTION", filesAnalyzed: false, licenseDeclared: "NOASSERTION" };
  const image = {
    name,
    SPDXID: "SPDXRef-Base-image",
    ...(tag === undefined ? {} : { versionInfo: tag }),
    primaryPackagePurpose: "CONTAINER",
    ...common,
    ...(sum === "" ? {} : { checksums: [{ algorithm: "SHA256", checksumValue: sum }] }),
  };
  const node = {
    name: "node",
    SPDXID: "SPDXRef-Base-node",
    versionInfo: process.versions.node,
    ...common,
    externalRefs: [
      {
        referenceCategory: "PACKAGE-MANAGER",
        referenceType: "purl",
        referenceLocator: `pkg:generic/node@${process.versions.node}`,
      },
    ],
  };
  return [
    { found: image, relation: "DESCENDANT_OF" },
    ...(buildBase === base ? [{ found: node, relation: "DEPENDS_ON" }] : []),
  ];
}
