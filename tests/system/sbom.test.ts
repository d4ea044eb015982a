import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Sbom {
  readonly packages: readonly {
    readonly SPDXID: string;
    readonly name: string;
    readonly versionInfo?: string;
    readonly checksums?: readonly { readonly checksumValue: string }[];
  }[];
  readonly relationships: readonly {
    readonly relatedSpdxElement: string;
    readonly relationshipType: string;
  }[];
}

const sbomOf = (env: Readonly<Record<string, string>>): Sbom =>
  JSON.parse(
    execFileSync(process.execPath, ["deploy/image/sbom.mjs", "1.2.3", "1700000000"], {
      cwd: ROOT,
      env,
      encoding: "utf8",
      maxBuffer: 64 * 1_048_576,
    }),
  );

const underneath = ({ packages }: Sbom) =>
  packages
    .filter(({ SPDXID }) => SPDXID.startsWith("SPDXRef-Base-"))
    .map(({ name, versionInfo, checksums = [] }) => [
      name,
      versionInfo,
      ...checksums.map((one) => one.checksumValue),
    ]);

describe("what the image lists of itself", () => {
  const digest = "a".repeat(64);

  it("names the image underneath with its digest, and the Node of it", () => {
    const base = "registry.test:5000/library/node:24.21.0-bookworm-slim";
    const sbom = sbomOf({ BASE: base, BUILD_BASE: base, BASE_DIGEST: `sha256:${digest}` });
    expect(underneath(sbom)).to.deep.equal([
      ["registry.test:5000/library/node", "24.21.0-bookworm-slim", digest],
      ["node", process.versions.node],
    ]);
    const kinds = sbom.relationships.map(({ relationshipType }) => relationshipType);
    expect(kinds).to.include.members(["DESCENDANT_OF", "DEPENDS_ON"]);
  });

  it("takes the digest of a base that is named by it, and says nothing of the Node of another base", () => {
    const sbom = sbomOf({ BASE: `node@sha256:${digest}`, BUILD_BASE: "node:24-with-npm" });
    expect(underneath(sbom)).to.deep.equal([["node", undefined, digest]]);
  });

  it("is the same text for the same content", () => {
    const env = { BASE: "node:24", BUILD_BASE: "node:24" };
    expect(sbomOf(env)).to.deep.equal(sbomOf(env));
  });
});
