import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseEnv } from "node:util";
import { makeImage, toolsDir } from "./base-images.ts";
import type { Engine } from "./engine.ts";
import { same, type Report } from "./report.ts";
import { find, lastLines, must } from "./shell.ts";
import { SERVICES } from "../services/table.ts";
import { THIRD_PARTY } from "../observability-checks/third-party.ts";

const PROMETHEUS_URL = "http://127.0.0.1:9090";
const SCRAPED_WITHIN_MS = 120_000;

interface Answer {
  readonly data?: {
    readonly result?: readonly { readonly metric: { readonly service?: string } }[];
    readonly groups?: readonly unknown[];
  };
}

/**
 * Profile `obs` as far as its programs are here; there is no Grafana to be had. `imageOf`: as the compose file names
 * it.
 */
export async function checkObservability(
  report: Report,
  engine: Engine,
  imageOf: (name: string) => string,
): Promise<void> {
  const title = "profile obs: Prometheus takes the rules and scrapes every service under its name";
  const program = find("prometheus");
  if (program === undefined) report.skip(title, "needs prometheus");
  else
    await report.check(title, async () => {
      makeImage(engine, imageOf("prom/prometheus"), PROMETHEUS_FILE, { prometheus: program });
      const syntax = ["check", "config", "--syntax-only", "deploy/compose/prometheus.yml"];
      must(find("promtool") ?? "promtool", syntax);
      startOne(engine, "prometheus");
      await untilKnown("every service", async () => {
        const up = asked(engine, "query?query=up==1").data?.result ?? [];
        return new Set(up.flatMap(({ metric }) => metric.service ?? [])).size === SERVICES.length;
      });
      same("there are rules", (asked(engine, "rules").data?.groups ?? []).length > 0, true);
    });
  for (const exporter of EXPORTERS) await checkExporter(report, engine, exporter, imageOf(exporter.image));
}

interface Exporter {
  readonly title: string;
  readonly program: string;
  readonly service: string;
  readonly image: string;
  /** What the list of third-party series calls it. */
  readonly source: string;
}

const EXPORTERS: readonly Exporter[] = [
  {
    title: "profile obs: every series of Postgres that rules and panels go by is there",
    program: "postgres_exporter",
    service: "postgres-exporter",
    image: "prometheuscommunity/postgres-exporter",
    source: "postgres_exporter",
  },
  {
    title: "profile obs: every series of NATS that rules and panels go by is there",
    program: "prometheus-nats-exporter",
    service: "nats-exporter",
    image: "natsio/prometheus-nats-exporter",
    source: "prometheus-nats-exporter -prefix=nats",
  },
];

async function checkExporter(
  report: Report,
  engine: Engine,
  { title, program, service, source }: Exporter,
  image: string,
): Promise<void> {
  const kept = join(toolsDir(), `${service}-${image.split(":v")[1] ?? ""}`);
  const path = [find(program) ?? "", kept].find(existsSync);
  if (path === undefined || find("prometheus") === undefined) return report.skip(title, `needs ${program}`);
  await report.check(title, async () => {
    makeImage(engine, image, exporterFile(program), { [program]: path });
    startOne(engine, service);
    const wanted = Object.keys(THIRD_PARTY).filter((name) => THIRD_PARTY[name] === source);
    const isMissing = (name: string) =>
      (asked(engine, `query?query=${name}{namespace="compose"}`).data?.result ?? []).length === 0;
    await untilKnown(wanted.join(), async () => wanted.every((name) => !isMissing(name)));
  });
}

function startOne(engine: Engine, service: string): void {
  const { code, stderr } = engine.compose(["--profile", "obs", "up", "--detach", "--no-deps", service]);
  same(lastLines(stderr), code, 0);
}

function asked(engine: Engine, path: string): Answer {
  const { stdout } = engine.inside("wget", ["-q", "-O", "-", `${PROMETHEUS_URL}/api/v1/${path}`]);
  return JSON.parse(stdout || "{}");
}

async function untilKnown(what: string, isKnown: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + SCRAPED_WITHIN_MS;
  while (!(await isKnown())) {
    if (performance.now() > end) throw new Error(`Prometheus does not know ${what}`);
    await pause(500);
  }
}

const PROMETHEUS_FILE = `FROM flowlix/debian:bookworm
COPY prometheus /bin/prometheus
RUN install -d -o 65534 -g 65534 /prometheus
ENTRYPOINT ["/bin/prometheus"]
`;
const exporterFile = (program: string) => `FROM flowlix/debian:bookworm
COPY ${program} /bin/${program}
ENTRYPOINT ["/bin/${program}"]
`;

/**
 * Profile `load`: k6's smoke test with its verifier; the platform has been started with the addresses of `LOAD_ENV`.
 */
export async function checkLoad(
  report: Report,
  engine: Engine,
  image: string,
  start: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const title = "profile load: k6's smoke test passes, and its verifier finds the acquirer's book in order";
  const program = [find("k6") ?? "", join(toolsDir(), `k6-${image.split(":")[1]}`)].find(existsSync);
  if (program === undefined) return report.skip(title, "needs k6");
  await report.check(title, async () => {
    makeImage(engine, image, K6_FILE, { k6: program });
    const env = { ...parseEnv(readFileSync(LOAD_ENV, "utf8")), PROFILE: "ci" };
    await start(env);
    const { code, stdout, stderr } = engine.compose(["--profile", "load", "run", "--rm", "-T", "k6"], env);
    if (code !== 0) throw new Error(`k6 ended with ${code}: ${lastLines(stdout + stderr, 40)}`);
  });
}

const LOAD_ENV = "deploy/compose/load.env";

const K6_FILE = `FROM flowlix/debian:bookworm
COPY k6 /usr/bin/k6
ENTRYPOINT ["k6"]
`;
