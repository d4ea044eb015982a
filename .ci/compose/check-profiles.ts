import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { makeImage, toolsDir } from "./base-images.ts";
import type { Engine } from "./engine.ts";
import { same, type Report } from "./report.ts";
import { find, lastLines, must } from "./shell.ts";

const PROMETHEUS_URL = "http://127.0.0.1:9090";
const SCRAPED_WITHIN_MS = 120_000;

interface Query {
  readonly data?: { readonly result?: readonly { readonly metric: { readonly service?: string } }[] };
}

/** Profile `obs` as far as there is a Prometheus here; there is no Grafana to be had. */
export async function checkObservability(report: Report, engine: Engine, image: string): Promise<void> {
  const title = "profile obs: Prometheus takes the rules and scrapes every service under its name";
  const program = find("prometheus");
  if (program === undefined) return report.skip(title, "needs prometheus");
  await report.check(title, async () => {
    makeImage(engine, image, PROMETHEUS_FILE, { prometheus: program });
    must(find("promtool") ?? "promtool", [
      "check",
      "config",
      "--syntax-only",
      "deploy/compose/prometheus.yml",
    ]);
    const { code, stderr } = engine.compose([
      "--profile",
      "obs",
      "up",
      "--detach",
      "--no-deps",
      "prometheus",
    ]);
    same(lastLines(stderr), code, 0);
    const end = performance.now() + SCRAPED_WITHIN_MS;
    for (let up: string[] = []; up.length < 8;) {
      const { stdout } = engine.inside("wget", [
        "-q",
        "-O",
        "-",
        `${PROMETHEUS_URL}/api/v1/query?query=up==1`,
      ]);
      const { data }: Query = JSON.parse(stdout || "{}");
      up = [...new Set((data?.result ?? []).flatMap(({ metric }) => metric.service ?? []))];
      if (performance.now() > end) throw new Error(`scraped: ${up.join(", ")}`);
    }
    const { stdout } = engine.inside("wget", ["-q", "-O", "-", `${PROMETHEUS_URL}/api/v1/rules`]);
    const { data }: { data: { groups: unknown[] } } = JSON.parse(stdout);
    same("there are rules", data.groups.length > 0, true);
  });
}

const PROMETHEUS_FILE = `FROM flowlix/debian:bookworm
COPY prometheus /bin/prometheus
RUN install -d -o 65534 -g 65534 /prometheus
ENTRYPOINT ["/bin/prometheus"]
`;

/** Profile `load`: k6's smoke test with its witness; the platform has been started with the addresses of `LOAD_ENV`. */
export async function checkLoad(
  report: Report,
  engine: Engine,
  image: string,
  start: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const title = "profile load: k6's smoke test passes, and its witness finds the acquirer's book in order";
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
