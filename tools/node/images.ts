import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { need, ROOT } from "../charts/tools.ts";
import { makeBaseImages, makeImage, toolsDir } from "../compose/base-images.ts";
import { startEngine, type Engine } from "../compose/engine.ts";
import { must } from "../compose/shell.ts";

/** Every image of the node is named so: none is asked for elsewhere. */
export const REGISTRY = "localhost";
const CHART = readFileSync(join(ROOT, "charts/payments-platform/Chart.yaml"), "utf8");
const VALUES = readFileSync(join(ROOT, "charts/payments-platform/values.yaml"), "utf8");
const JOB = readFileSync(join(ROOT, "k8s/k6/job.yaml"), "utf8");
/** The version that the chart installs, and the one that it is upgraded to. */
export const VERSION = found(/^appVersion: "?([^"\n]+)/m, CHART);
export const NEXT_VERSION = `${VERSION}-next`;
export const K6_TAG = found(/image: grafana\/k6:(\S+)/, JOB);

/** Of a step on a machine that others use as well. */
const PATIENT = { timeoutMs: 3_600_000 };

function found(pattern: RegExp, text: string): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`${pattern.source} is not found`);
  return value;
}

const tagOf = (repository: string): string =>
  found(new RegExp(`repository: ${repository}\\n(?:\\s+#.*\\n)*\\s+tag: (\\S+)`), VALUES);

const named = (name: string, tag: string): string => `${REGISTRY}/${name}:${tag}`;

/**
 * All images as one docker-archive: the platform's in two versions, by its own Dockerfile on a Docker engine of our
 * own, and stand-ins for what no registry can be asked for. Kept in the tools' cache while what they are made from is
 * the same.
 */
export async function imageArchive(say: (line: string) => void): Promise<string> {
  const archive = join(toolsDir(), `node-images-${keyOf()}.tar`);
  if (existsSync(archive)) return archive;
  const engine = await startEngine("flowlix-node-check");
  try {
    const images = await makeImages(engine, say);
    say("saving the images");
    mkdirSync(toolsDir(), { recursive: true });
    for (const old of globSync(join(toolsDir(), "node-images-*.tar*"))) rmSync(old, { force: true });
    engine.docker(["save", "--output", `${archive}.part`, ...images], PATIENT);
    renameSync(`${archive}.part`, archive);
    return archive;
  } finally {
    await engine.stop();
  }
}

async function makeImages(engine: Engine, say: (line: string) => void): Promise<string[]> {
  const postgres = named("postgres", tagOf("postgres"));
  const nats = named("nats", tagOf("nats"));
  say("making the images of Debian, node, Postgres and NATS");
  const bases = makeBaseImages(engine, { postgres, nats });
  const versions = [VERSION, NEXT_VERSION].map((version) => {
    say(`building the platform's image ${version}`);
    const given = { BASE: bases.node, BUILD_BASE: bases.build, VERSION: version };
    const args = Object.entries(given).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
    const tag = named("payments-platform", version);
    engine.docker(["build", "--quiet", ...args, "--tag", tag, "."], PATIENT);
    return tag;
  });
  const statics = [
    { tag: named("k6", K6_TAG), program: must(join(ROOT, "tools/install/k6"), []).trim(), name: "k6" },
    { tag: named("coredns", "1"), program: need("coredns"), name: "coredns" },
    { tag: named("pause", "1"), program: pauseOf(engine.folder), name: "pause" },
  ];
  for (const { tag, program, name } of statics)
    makeImage(engine, tag, staticImage(name), { [name]: program });
  return [postgres, nats, ...versions, ...statics.map(({ tag }) => tag)];
}

const staticImage = (name: string): string =>
  `FROM scratch\nCOPY ${name} /usr/bin/${name}\nENV PATH=/usr/bin\nENTRYPOINT ["${name}"]\n`;

function pauseOf(folder: string): string {
  const program = join(folder, "pause");
  must("gcc", ["-Os", "-static", "-s", "-o", program, join(import.meta.dirname, "pause.c")]);
  return program;
}

/** Of everything that goes into an image, or decides how it is made. */
function keyOf(): string {
  const patterns = [
    "{Dockerfile,.dockerignore,package.json,package-lock.json,.npmrc,deploy/image/**}",
    "{libs,services}/*/{package.json,src/**}",
    "tools/{compose/base-images.ts,node/images.ts,node/pause.c,install/{ops-tool,k6,nats-server}}",
  ];
  const hash = createHash("sha256").update([VERSION, K6_TAG, tagOf("postgres"), tagOf("nats")].join());
  for (const file of globSync(patterns, { cwd: ROOT }).toSorted()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 16);
}
