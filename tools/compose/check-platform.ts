import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { PROGRAMS } from "../../observability/programs.ts";
import { SERVICES } from "../services/table.ts";
import { PROJECT, type Engine } from "./engine.ts";
import { holds, same, type Report } from "./report.ts";
import { checkBackup } from "./check-backup.ts";
import { checkLoad, checkObservability } from "./check-profiles.ts";
import { startOutside } from "./outside.ts";
import { lastLines } from "./shell.ts";

const BASE_URL = "http://127.0.0.1:3000";
const HEALTHY_WITHIN_MS = 300_000;
const ONCE = ["make-secrets", "migrate"];
const EVERY_PROFILE = ["obs", "load", "demo"].flatMap((name) => ["--profile", name]);

/** `docker compose up` and what can then be done and seen. */
export async function checkPlatform(
  report: Report,
  engine: Engine,
  imageOf: (name: string) => string,
): Promise<void> {
  const compose = (...args: readonly string[]) => {
    const { code, stdout, stderr } = engine.compose(args);
    if (code !== 0) throw new Error(`compose ${args.join(" ")} ended with ${code}: ${lastLines(stderr)}`);
    return stdout;
  };
  const up = await report.check("docker compose up reaches healthy", async () => {
    compose("up", "--detach");
    await untilHealthy(engine);
  });
  if (!up) process.stdout.write(engine.compose(["logs", "--no-color", "--tail=20"]).stdout);
  let key = "";
  await report.check("it prints the demo merchant's key, and keeps it out of every log", () => {
    key = compose("run", "--rm", "-T", "demo-key").trim();
    same("the key's length", key.length, 44);
    const again = compose("run", "--rm", "--no-deps", "-T", "demo-key").trim();
    same("the key, the second time", again === key, true);
    holds("the key is in a log", !compose("logs", "--no-color").includes(key));
  });
  const pay = () => {
    const payment = fileURLToPath(new URL("payment.ts", import.meta.url));
    const { stdout, stderr } = engine.inside(process.execPath, [payment, BASE_URL, key]);
    const expected = {
      paid: [201, "SUCCEEDED"],
      same: true,
      refund: 201,
      amountRefunded: 1_200,
      health: "ok",
    };
    same(`a payment ${lastLines(stderr)}`, JSON.parse(stdout || "null"), expected);
  };
  await report.check("it takes a payment and refunds it, once each, through the published port", pay);
  await report.check("the command-line tool runs in the gateway's container", () => {
    const { merchants } = JSON.parse(
      compose("exec", "-T", "api-gateway", "flowlix", "merchant", "list", "--json"),
    );
    same("merchants", merchants.length, 1);
  });
  await checkContainers(report, engine);
  const payments = () => {
    const header = `--header=Authorization: Bearer ${key}`;
    const { stdout } = engine.inside("wget", ["-q", "-O", "-", header, `${BASE_URL}/v1/payments?limit=100`]);
    const { data }: { data: { id: string }[] } = JSON.parse(stdout || '{"data":[]}');
    return data.map(({ id }) => id);
  };
  const kept = payments();
  await checkBackup(report, engine, {
    project: PROJECT,
    after: async () => {
      await untilHealthy(engine);
      holds("there are no Payments to restore", kept.length > 0);
      same("Payments", payments(), kept);
      pay();
    },
  });
  await report.check("the project of before has everything that it had", async () => {
    compose("up", "--detach");
    await untilHealthy(engine);
    same("Payments", payments(), kept);
  });
  await checkObservability(report, engine, imageOf);
  await report.check("a second up changes no container, and secrets stay as they are", async () => {
    const ids = () => [...PROGRAMS, "nats", "postgres"].map((service) => idOf(engine, service));
    const before = { ids: ids(), secrets: secretsOf(engine) };
    compose("up", "--detach");
    same("containers", ids(), before.ids);
    same("secrets", secretsOf(engine) === before.secrets, true);
  });
  await checkLoad(report, engine, imageOf("grafana/k6"), async (env) => {
    const { code, stderr } = engine.compose(["up", "--detach"], env);
    if (code !== 0) throw new Error(lastLines(stderr));
    await untilHealthy(engine);
  });
  await report.check(
    "after Postgres, NATS and owners were killed it comes back by itself, and pays",
    async () => {
      // Not by the engine, which would not start again what it ended itself.
      for (const service of ["nats", "postgres", "payments", "idempotency"])
        killFirstProcess(engine, service);
      await eventually(pay);
      await untilHealthy(engine);
    },
  );
  await report.check("down stops every service in order, and leaves nothing", () => {
    compose(...EVERY_PROFILE, "stop");
    const codes = PROGRAMS.map((service) => `${service} ${stateOf(engine, service).ExitCode}`);
    same(
      "exit codes",
      codes,
      PROGRAMS.map((service) => `${service} 0`),
    );
    compose(...EVERY_PROFILE, "down", "--volumes", "--remove-orphans");
    same("containers", engine.docker(["ps", "--all", "--quiet"]), "");
    same("volumes", engine.docker(["volume", "ls", "--quiet"]), "");
    const networks = engine.docker(["network", "ls", "--format", "{{.Name}}"]).trim().split("\n").toSorted();
    same("networks", networks, ["bridge", "host", "none"]);
  });
}

async function checkContainers(report: Report, engine: Engine): Promise<void> {
  const running = [...PROGRAMS, "nats", "postgres"];
  await report.check("no container is root, has a capability or can write its root; each ends", () => {
    for (const service of [...running, ...ONCE]) {
      const { Config: config, HostConfig: host } = inspectOf(engine, service);
      holds(`${service} runs as ${config.User}`, /^[1-9][0-9]*:[1-9][0-9]*$/.test(config.User));
      same(`${service}: capabilities`, [host.CapDrop, host.CapAdd ?? []], [["ALL"], []]);
      same(`${service}: security`, host.SecurityOpt, ["no-new-privileges:true"]);
      same(`${service}: read-only, privileged`, [host.ReadonlyRootfs, host.Privileged], [true, false]);
    }
  });
  await report.check("only loopback is published: the API and the acquirer's pages", () => {
    const published = running.flatMap((service) =>
      Object.values(inspectOf(engine, service).HostConfig.PortBindings ?? {}).flatMap((bindings) =>
        bindings.map(({ HostIp: ip, HostPort: port }) => `${ip}:${port}`),
      ),
    );
    same("published", published.toSorted(), ["127.0.0.1:3000", "127.0.0.1:3001"]);
  });
  await report.check("each service sees its own secrets only, and none in its environment", () => {
    for (const service of PROGRAMS) {
      const listed = execNode(
        engine,
        service,
        'console.log(require("fs").readdirSync("/run/secrets").join())',
      );
      same(`${service} sees`, listed.trim(), service);
      const named = inspectOf(engine, service).Config.Env.filter((line) =>
        /(PASSWORD|_KEYS?|_TOKEN|_SECRET|DATABASE_URL)=./.test(line),
      );
      same(`${service}: environment`, named, []);
    }
  });
  await report.check("the acquirer does not find the bus", () => {
    same("the acquirer finds nats", execNode(engine, "sandbox-acquirer", LOOK_UP_NATS).trim(), "ENOTFOUND");
  });
  await report.check("the notifier has a way out, the owners and the acquirer's callers have none", () => {
    const outside = startOutside(engine);
    try {
      const reaches = (service: string) => execNode(engine, service, askOutside(outside.url)).trim();
      same("the notifier", reaches("notifier"), "reached");
      const shut = SERVICES.filter(({ internet, listens }) => !internet && listens === undefined);
      for (const { name } of shut) same(name, reaches(name), "not reached");
    } finally {
      outside.stop();
    }
  });
}

const LOOK_UP_NATS = `require("dns").lookup("nats", (error) => console.log(error ? error.code.replace("EAI_AGAIN", "ENOTFOUND") : "found"))`;
const askOutside = (url: string) =>
  `fetch("${url}", { signal: AbortSignal.timeout(3000) }).then(() => console.log("reached"), () => console.log("not reached"))`;

function execNode(engine: Engine, service: string, program: string): string {
  return engine.docker(["exec", idOf(engine, service), "node", "--eval", program]);
}

interface Container {
  readonly State: {
    readonly Status: string;
    readonly Pid: number;
    readonly ExitCode: number;
    readonly Health?: { readonly Status: string };
  };
  readonly Config: { readonly User: string; readonly Env: readonly string[] };
  readonly HostConfig: {
    readonly CapDrop: readonly string[] | null;
    readonly CapAdd: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
    readonly ReadonlyRootfs: boolean;
    readonly Privileged: boolean;
    readonly PortBindings: Readonly<Record<string, readonly { HostIp: string; HostPort: string }[]>> | null;
  };
}

function idOf(engine: Engine, service: string): string {
  const filters = [`label=com.docker.compose.service=${service}`, "label=com.docker.compose.oneoff=False"];
  const [id = ""] = engine
    .docker(["ps", "--all", "--quiet", ...filters.flatMap((one) => ["--filter", one])])
    .trim()
    .split("\n");
  if (id === "") throw new Error(`there is no container of ${service}`);
  return id;
}

function inspectOf(engine: Engine, service: string): Container {
  const [container]: Container[] = JSON.parse(engine.docker(["inspect", idOf(engine, service)]));
  if (container === undefined) throw new Error(`there is no container of ${service}`);
  return container;
}

function killFirstProcess(engine: Engine, service: string): void {
  const { Pid: pid } = stateOf(engine, service);
  // 0, of a container that does not run, would be ourselves.
  if (pid <= 1) throw new Error(`${service} does not run`);
  process.kill(pid, "SIGKILL");
}

const stateOf = (engine: Engine, service: string) => inspectOf(engine, service).State;

/** Errors: the last one, when it has not come off in time. */
async function eventually(work: () => void): Promise<void> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(1_000);
    }
  }
}

/** As `up --wait` of Compose v2 waits. Errors: what is not healthy. */
async function untilHealthy(engine: Engine): Promise<void> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const states = PROGRAMS.map(
      (service) => `${service} ${stateOf(engine, service).Health?.Status ?? "none"}`,
    );
    const unhealthy = states.filter((state) => !state.endsWith(" healthy"));
    if (unhealthy.length === 0) return;
    if (performance.now() > end) throw new Error(`not healthy: ${unhealthy.join(", ")}`);
    await pause(1_000);
  }
}

/** Of a service's folder, as one text. */
function secretsOf(engine: Engine): string {
  const program = `const fs=require("fs"),f="/run/secrets/api-gateway/";console.log(fs.readdirSync(f).map((n)=>n+fs.readFileSync(f+n)).join())`;
  return execNode(engine, "api-gateway", program);
}
