import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLERS } from "@flowlix/contracts";
import { readConfig } from "@flowlix/runtime";
import { natsConfigFor } from "@flowlix/runtime/nats-server";
import { expect } from "chai";
import { parse } from "yaml";
import { HOST_SETTINGS, SERVICES } from "../../services/standalone/src/services.ts";
import { CHART, renderChart, ROOT, toolAtHand } from "./support/chart.ts";

interface ChartService {
  readonly database: string;
  readonly bus: boolean;
  readonly connections: number;
  readonly settings: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
}

const chartServices: Readonly<Record<string, ChartService>> = parse(
  readFileSync(join(CHART, "files/services.yaml"), "utf8"),
);
const settingsOf = (service: string): ChartService => {
  const found = chartServices[service];
  if (found === undefined) throw new Error(`the chart knows no ${service}`);
  return found;
};

describe("the platform's chart", () => {
  it("knows every service, and no other", () => {
    expect(Object.keys(chartServices)).to.have.members(SERVICES.map(({ name }) => name));
  });

  for (const { name, module } of SERVICES) {
    it(`gives ${name} every setting that it reads, and none that it does not`, () => {
      const { database, settings, secrets } = settingsOf(name);
      expect([database, ...settings, ...Object.keys(secrets)]).to.have.members(Object.keys(module.config));
    });

    it(`counts the connections of ${name} as its pools are`, () => {
      const { connections } = settingsOf(name);
      expect(connections).to.equal(poolsOf(name));
    });
  }

  it("puts exactly those on the bus that the table of callers names", () => {
    const onBus = Object.entries(chartServices).filter(([, { bus }]) => bus);
    expect(onBus.map(([service]) => service)).to.have.members(Object.keys(CALLERS));
  });

  it("permits on NATS what the table of callers permits", () => {
    const passwords = Object.fromEntries(Object.keys(CALLERS).map((service) => [service, "p"]));
    const users = natsConfigFor(CALLERS, "<namespace>", passwords);
    const file: unknown = JSON.parse(readFileSync(join(CHART, "files/nats-permissions.json"), "utf8"));
    expect(file).to.deep.equal(users.map(({ user, publish, subscribe }) => ({ user, publish, subscribe })));
  });
});

describe("what the platform's chart renders", function () {
  this.timeout(120_000);
  let folder: string;
  let helm: string;
  before(function () {
    helm = toolAtHand("helm");
    if (helm === "") this.skip();
    folder = mkdtempSync(join(tmpdir(), "flowlix-chart-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  for (const values of [
    [],
    ["ci/full-values.yaml"],
    ["ci/external-values.yaml"],
    ["values-production.yaml", "../../k8s/environments/payments-platform-production.yaml"],
  ]) {
    it(`is read without a problem by each service itself, with ${values[0] ?? "values.yaml"} (needs helm)`, () => {
      const deployments = render(helm, folder, values);
      for (const { name, module } of SERVICES) {
        const env = deployments.get(name);
        if (env === undefined) expect(name).to.equal("sandbox-acquirer");
        else expect([name, problemsOf(module.config, readable(env, folder))]).to.deep.equal([name, []]);
      }
    });
  }

  for (const chart of ["payments-platform", "payments-observability"])
    it(`passes its own unit tests: ${chart} (needs helm-unittest)`, function () {
      const unittest = toolAtHand("helm-unittest");
      if (unittest === "") this.skip();
      execFileSync(unittest, ["--strict", join(ROOT, "charts", chart)], { stdio: "pipe" });
    });

  it("can give each service on the bus every setting of a process of ours (needs helm)", () => {
    for (const [service, env] of render(helm, folder, ["ci/full-values.yaml"])) {
      const names = Object.keys(env).map((name) => name.replace(/_FILE$/, ""));
      // The image sets what it was built from.
      const left = HOST_SETTINGS.filter((name) => !names.includes(name) && !name.startsWith("BUILD_"));
      const ofTheBus = /^(NATS|OTEL|TRACES)_/;
      const mayBeLeft = settingsOf(service).bus ? [] : HOST_SETTINGS.filter((name) => ofTheBus.test(name));
      expect([service, left]).to.deep.equal([service, mayBeLeft]);
    }
  });

  it("names no variable that nobody reads (needs helm)", () => {
    const ofTheSystem = ["SERVICE", "NODE_EXTRA_CA_CERTS", "EXTRA"];
    for (const [service, env] of render(helm, folder, ["ci/full-values.yaml"])) {
      const read = SERVICES.find(({ name }) => name === service);
      const known = new Set([...Object.keys(read?.module.config ?? {}), ...HOST_SETTINGS, ...ofTheSystem]);
      const names = Object.keys(env).map((name) => name.replace(/_FILE$/, ""));
      expect(names.filter((name) => !known.has(name))).to.deep.equal([]);
    }
  });
});

/** The numbers that a service declares: pools and pools for lists; and TypeORM's connections and that of readiness. */
function poolsOf(service: string): number {
  const read = (path: string): string => readFileSync(join(ROOT, "services", service, "src", path), "utf8");
  const isOwner = existsSync(join(ROOT, "services", service, "src/owner.ts"));
  const ofGateway = existsSync(join(ROOT, "services", service, "src/store/gateway-pools.ts"));
  const text = read(isOwner ? "owner.ts" : ofGateway ? "store/gateway-pools.ts" : "module.ts");
  const [, hot, reads, background] =
    /(?:POOL(?:_SIZE)?S =|pools:) \{ hot: (\d+), read: (\d+), background: (\d+)/.exec(text) ??
    /HOT_CONNECTIONS = (\d+);\nconst READ_CONNECTIONS = (\d+);\nconst BACKGROUND_CONNECTIONS = (\d+);/.exec(
      text,
    ) ??
    [];
  const lists = /(?:LIST_CONNECTIONS =|CALLBACK_CONNECTIONS =|lists:) (\d+)/.exec(text)?.[1] ?? "0";
  const ofPools = readFileSync(join(ROOT, "libs/persistence/src/pools.ts"), "utf8");
  const typeorm = /DATA_SOURCE_CONNECTIONS = (\d+);/.exec(ofPools)?.[1];
  const probe = /PROBE_CONNECTIONS = (\d+);/.exec(ofPools)?.[1];
  const all = [hot, reads, background, lists, typeorm, probe].map(Number);
  return all.reduce((total, one) => total + one, 0);
}

type Env = Readonly<Record<string, string>>;

function render(helm: string, folder: string, values: readonly string[]): Map<string, Env> {
  const files = values.flatMap((file) => ["--values", join(CHART, file)]);
  const { pods } = renderChart(helm, folder, files);
  return new Map(
    pods.filter(({ kind }) => kind === "Deployment").map(({ container }) => [container.name, container.env]),
  );
}

/** The same environment with files that are there: secrets of the right shape. */
function readable(env: Env, folder: string): Env {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (!name.endsWith("_FILE")) return [name, value];
      const file = join(folder, name);
      writeFileSync(file, secretFor(name.slice(0, -"_FILE".length)));
      return [name, file];
    }),
  );
}

function secretFor(name: string): string {
  if (name.endsWith("_DATABASE_URL")) return "postgres://user:password@host:5432/database";
  if (/_KEYS$|_TOKEN_KEY$/.test(name)) return `k1:${Buffer.alloc(32, 7).toString("base64")}`;
  return "p".repeat(40);
}

function problemsOf(config: Parameters<typeof readConfig>[0], env: Env): readonly string[] {
  const result = readConfig(config, env);
  return result.ok ? [] : result.problems;
}
