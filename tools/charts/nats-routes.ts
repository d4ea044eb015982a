import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { freePort } from "../../services/standalone/src/free-port.ts";
import { MissingTool, ROOT, run, scratch } from "./tools.ts";

/** What of k8s/nats/values.yaml says who may be a route. */
interface Values {
  readonly config: {
    readonly cluster: {
      readonly tls?: { readonly enabled: boolean; readonly merge?: Readonly<Record<string, unknown>> };
      readonly merge?: Readonly<Record<string, unknown>>;
    };
    readonly merge: Readonly<Record<string, unknown>>;
  };
  readonly container: { readonly env: Readonly<Record<string, unknown>> };
}

const PASSWORD = "p4ssw0rdOfTheRoutes";

/**
 * Lets a server of the delivered configuration meet others: one that has all it takes must be let in, every other
 * one must not. Both are real; certificates are made for the run.
 */
export async function routeProblems(binary: string): Promise<string[]> {
  const folder = scratch("nats-routes");
  mkdirSync(folder, { recursive: true });
  certificates(folder);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by nats-values.ts
  const values = parse(readFileSync(join(ROOT, "k8s/nats/values.yaml"), "utf8")) as Values;
  const ports = { client: await freePort(), route: await freePort(), monitor: await freePort() };
  const server = start(binary, join(folder, "ours"), {
    env: environment(values, ports.route),
    config: delivered(values, ports, folder),
  });
  try {
    await reached("the delivered server", server, async () => (await routes(ports.monitor)) !== undefined);
    const problems: string[] = [];
    for (const [who, { url, tls }] of Object.entries(callers(folder, ports.route))) {
      const isLetIn = await tried(binary, { folder, who, ours: ports.monitor, url, tls });
      if (isLetIn !== (who === ENTITLED))
        problems.push(`${who} ${isLetIn ? "is" : "is not"} let in as a route`);
    }
    return problems;
  } finally {
    await server.stop();
  }
}

type Tls = Readonly<Record<string, unknown>> | undefined;

const ENTITLED = "a server with the password and a certificate";

/** Each with all that it could know without being one of the servers. */
function callers(folder: string, port: number): Readonly<Record<string, { url: string; tls: Tls }>> {
  const open = `127.0.0.1:${port}`;
  const known = `tls://routes:${PASSWORD}@${open}`;
  const own = tlsOf(folder, "routes");
  return {
    "somebody in plain text": { url: `nats://${open}`, tls: undefined },
    "somebody with the password in plain text": { url: `nats://routes:${PASSWORD}@${open}`, tls: undefined },
    "somebody with the password and another authority's certificate": {
      url: known,
      tls: { ...tlsOf(folder, "stranger"), ca_file: join(folder, "routes-ca.crt") },
    },
    "somebody with a certificate and no password": { url: `tls://${open}`, tls: own },
    "somebody with a certificate and a wrong password": { url: `tls://routes:wrong@${open}`, tls: own },
    [ENTITLED]: { url: known, tls: own },
  };
}

interface Attempt {
  readonly folder: string;
  readonly who: string;
  /** The monitoring port of the server that is asked. */
  readonly ours: number;
  readonly url: string;
  readonly tls: Tls;
}

/** Whether such a server becomes a route: it knows when it is refused, and ours when it is not. */
async function tried(binary: string, { folder, who, ours, url, tls }: Attempt): Promise<boolean> {
  const [client, route] = [await freePort(), await freePort()];
  const cluster = {
    name: "nats",
    listen: `127.0.0.1:${route}`,
    no_advertise: true,
    routes: [url],
    ...(tls === undefined ? {} : { tls }),
  };
  const config = { listen: `127.0.0.1:${client}`, cluster };
  const before = (await routes(ours)) ?? 0;
  if (before > 0) throw new Error(`${before} routes are left of the one before ${who}`);
  const server = start(binary, join(folder, who.replaceAll(" ", "-")), {
    env: {},
    config: JSON.stringify(config),
  });
  let isLetIn = false;
  try {
    await reached(who, server, async () => {
      isLetIn = ((await routes(ours)) ?? 0) > 0;
      return isLetIn || REFUSED.test(server.log());
    });
  } finally {
    await server.stop();
  }
  await reached(`the end of ${who}`, server, async () => ((await routes(ours)) ?? 0) === 0);
  return isLetIn;
}

const REFUSED = /Authorization Violation|TLS (?:route )?handshake error|tls: |Router connection closed/i;

/** The configuration as the NATS chart writes it, on loopback ports and with this run's certificates. */
function delivered(
  { config }: Values,
  ports: { client: number; route: number; monitor: number },
  folder: string,
): string {
  const { tls, merge } = config.cluster;
  const cluster = {
    name: "nats",
    listen: `127.0.0.1:${ports.route}`,
    no_advertise: true,
    ...(tls?.enabled === true
      ? { tls: { cert_file: "tls.crt", key_file: "tls.key", ...tls.merge, ...tlsOf(folder, "routes") } }
      : {}),
    ...merge,
  };
  const whole = {
    listen: `127.0.0.1:${ports.client}`,
    http: `127.0.0.1:${ports.monitor}`,
    cluster,
    ...config.merge,
  };
  return JSON.stringify(whole, null, 2).replaceAll(/"<<\s+(.*)\s+>>"/g, "$1");
}

/** What Kubernetes makes of the variables; all servers' addresses are its own here, which it then leaves out. */
function environment({ container }: Values, port: number): Record<string, string> {
  const known: Record<string, string> = {};
  for (const name of Object.keys(container.env).toSorted()) {
    const given = container.env[name];
    known[name] =
      typeof given === "string"
        ? given
            .replaceAll(/\$\((\w+)\)/g, (unknown, other: string) => known[other] ?? unknown)
            .replace(/@.*$/, `@127.0.0.1:${port}`)
        : name === "NATS_CLUSTER_PASSWORD"
          ? PASSWORD
          : `p${name}`;
  }
  return known;
}

const tlsOf = (folder: string, name: string): Readonly<Record<string, string>> => ({
  cert_file: join(folder, `${name}.crt`),
  key_file: join(folder, `${name}.key`),
  ca_file: join(folder, `${name}-ca.crt`),
});

/** An authority and one certificate of it, for the servers and for a stranger. */
function certificates(folder: string): void {
  for (const name of ["routes", "stranger"]) {
    const file = (end: string): string => join(folder, `${name}${end}`);
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    const subject = ["-subj", `/CN=${name}`];
    openssl(["req", "-x509", ...made, ...subject, "-keyout", file("-ca.key"), "-out", file("-ca.crt")]);
    const signed = ["-CA", file("-ca.crt"), "-CAkey", file("-ca.key"), "-subj", "/CN=nats"];
    const about = ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:false"];
    openssl(["req", "-x509", ...made, ...signed, ...about, "-keyout", file(".key"), "-out", file(".crt")]);
  }
}

function openssl(args: readonly string[]): void {
  if (run("sh", ["-c", "command -v openssl"]).code !== 0) throw new MissingTool("openssl");
  const { code, err } = run("openssl", args);
  if (code !== 0) throw new Error(`openssl ${args[0]}: ${err}`);
}

interface Server {
  readonly log: () => string;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
}

function start(
  binary: string,
  path: string,
  { env, config }: { env: Readonly<Record<string, string>>; config: string },
): Server {
  writeFileSync(`${path}.conf`, config);
  const child = spawn(binary, ["--config", `${path}.conf`], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve()).once("error", () => resolve());
  return {
    log: () => log,
    hasEnded: () => child.exitCode !== null,
    stop: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

const WITHIN_MS = 20_000;

async function reached(what: string, server: Server, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    if (server.hasEnded() || performance.now() > deadline)
      throw new Error(`${what} came to no end:\n${server.log()}`);
    await pause(50);
  }
}

/** How many routes a server has; undefined while it does not answer. */
async function routes(monitor: number): Promise<number | undefined> {
  try {
    const answer: unknown = await (await fetch(`http://127.0.0.1:${monitor}/routez`)).json();
    const has = typeof answer === "object" && answer !== null && "num_routes" in answer;
    return has && typeof answer.num_routes === "number" ? answer.num_routes : undefined;
  } catch {
    return undefined;
  }
}
