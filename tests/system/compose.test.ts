import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { chooseEntry } from "../../services/standalone/src/container/entries.ts";
import { secretFiles } from "../../services/standalone/src/container/secret-files.ts";
import { HOST_SETTINGS, SERVICES } from "../../services/standalone/src/services.ts";

interface ComposeService {
  readonly image: string;
  readonly user: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const compose: Compose = parse(text("docker-compose.yml"), { merge: true, maxAliasCount: -1 });
const every = Object.entries(compose.services);

const prometheus: {
  readonly scrape_configs: readonly {
    readonly dns_sd_configs?: readonly { readonly names: readonly string[]; readonly port: number }[];
    readonly static_configs?: readonly {
      readonly targets: readonly string[];
      readonly labels: Readonly<Record<string, string>>;
    }[];
    readonly relabel_configs?: readonly { readonly target_label: string; readonly replacement?: string }[];
  }[];
} = parse(text("deploy/compose/prometheus.yml"));

/** Settings of the image's entries besides those of the services. */
const OF_ENTRIES = [
  "SERVICE",
  "DATABASE_URL",
  "EXPORTER_DATABASE_URL",
  "DATABASE_ADDRESS",
  "NAMESPACE",
  "CONTROL_TOKEN",
];

/** Those of the host that say where spans go. */
const TRACE_SETTINGS: readonly string[] = HOST_SETTINGS.filter((setting) => setting.startsWith("OTEL_"));
const TRACE_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
const PLAIN_TRACE_SETTINGS = TRACE_SETTINGS.filter((setting) => setting !== TRACE_HEADERS);

const groups = secretFiles(
  {
    card_keys: "1",
    payout_card_keys: "2",
    fingerprint_keys: "3",
    return_token_key: "4",
    page_token_key: "5",
    webhook_secret_keys: "6",
    acquirer_secret_keys: "13",
    acquirer_api_key: "7",
    acquirer_callback_secret: "8",
    control_token: "9",
    postgres_password: "10",
    role_password_seed: "11",
    nats_password_seed: "12",
  },
  { databaseAddress: "postgres:5432/flowlix", rolePrefix: "flowlix", namespace: "flowlix" },
);

describe("docker-compose.yml", () => {
  it("runs every service of the platform, each as what it is", () => {
    for (const { name } of SERVICES) {
      expect(compose.services[name]?.environment?.["SERVICE"], name).to.equal(name);
      expect(compose.services[name]?.profiles, name).to.equal(undefined);
    }
    const asked = every.flatMap(([, { environment }]) => environment?.["SERVICE"] ?? []);
    for (const name of asked) expect(chooseEntry([], name).ok, name).to.equal(true);
  });

  for (const { name, module } of SERVICES) {
    it(`gives ${name} settings that it reads, its own secrets by file, and all that it must have`, () => {
      const given = Object.keys(compose.services[name]?.environment ?? {});
      const plain = given.map((setting) => setting.replace(/_FILE$/, ""));
      const known = [...HOST_SETTINGS, ...Object.keys(module.config), "SERVICE"];
      expect(known).to.include.members(plain);
      for (const [setting, spec] of Object.entries(module.config))
        if (!spec.parse(undefined).ok) expect(plain, `${setting} is required`).to.include(setting);
      const files = Object.keys(groups[name] ?? {}).map(
        (file) => `${file.toUpperCase().replaceAll("-", "_")}_FILE`,
      );
      expect(given.filter((setting) => setting.endsWith("_FILE"))).to.have.members(files);
    });
  }

  it("lets .env decide where the spans of each service on the bus go, and what is recorded", () => {
    for (const { name } of SERVICES) {
      const given = compose.services[name]?.environment ?? {};
      const named = TRACE_SETTINGS.filter((setting) => Object.hasOwn(given, setting));
      expect(named, name).to.deep.equal(name === "sandbox-acquirer" ? [] : PLAIN_TRACE_SETTINGS);
    }
  });

  it("can give each of them what a collector asks for, as a file", () => {
    const headers: Pick<Compose, "services"> = parse(text("deploy/compose/collector-headers.yml"), {
      merge: true,
    });
    const traced = SERVICES.map(({ name }) => name).filter((name) => name !== "sandbox-acquirer");
    expect(Object.keys(headers.services)).to.have.members(traced);
    for (const { environment = {}, volumes = [] } of Object.values(headers.services)) {
      const [setting = "", path = ""] = Object.entries(environment)[0] ?? [];
      expect(setting).to.equal(`${TRACE_HEADERS}_FILE`);
      expect(volumes).to.deep.equal([`\${${setting}:?names the file}:${path}:ro`]);
    }
  });

  it("mounts for each container its own folder of secrets, which is read there, and no other", () => {
    for (const [name, { volumes = [], environment = {} }] of every) {
      if (name === "make-secrets") continue;
      const mounted = volumes.filter((volume) => volume.includes("PLATFORM_SECRETS"));
      const group = name === "load-keys" ? "demo-key" : name;
      const own = `\${PLATFORM_SECRETS:-secrets-}${group}:/run/secrets/${group}:ro`;
      expect(mounted, name).to.deep.equal(Object.hasOwn(groups, group) ? [own] : []);
      const named = [...Object.values(environment).map(String), ...(compose.services[name]?.command ?? [])];
      for (const path of named.flatMap((value) => /\/run\/secrets\/(.*)$/.exec(value)?.[1] ?? [])) {
        const [folder = "", file = ""] = path.split("/");
        expect(Object.keys(groups[folder] ?? {}), path).to.include(file);
      }
    }
  });

  it("has a volume, a mount and a folder in the image for every folder of secrets", () => {
    const wanted = ["master", ...Object.keys(groups)].toSorted();
    const mounts = (compose.services["make-secrets"]?.volumes ?? []).map((volume) =>
      volume.split("/").at(-1),
    );
    expect(mounts).to.have.members(wanted);
    const volumes = Object.keys(compose.volumes).filter((name) => name.startsWith("secrets-"));
    expect(volumes.toSorted()).to.deep.equal(wanted.map((name) => `secrets-${name}`));
    const assemble = text("deploy/image/assemble");
    const [, services = ""] = /^services="([^"]+)"$/m.exec(assemble) ?? [];
    const [, inImage = ""] = /for group in ([^;]+);/.exec(assemble) ?? [];
    expect(inImage.replace("$services", services).split(" ")).to.have.members(wanted);
  });

  it("names no setting that nothing reads", () => {
    const known = new Set([
      ...SERVICES.flatMap(({ module }) => Object.keys(module.config)),
      ...HOST_SETTINGS,
      ...OF_ENTRIES,
    ]);
    for (const [name, { image, environment = {} }] of every) {
      if (!image.startsWith("payments-platform:") || name === "k6-witness") continue;
      for (const setting of Object.keys(environment))
        expect(known.has(setting.replace(/_FILE$/, "")), `${name}: ${setting}`).to.equal(true);
    }
  });

  it("lets no container be root, have a capability or write its root", () => {
    for (const [name, service] of every) {
      expect(service.user, name).to.match(
        /^([1-9][0-9]*:[1-9][0-9]*|\$\{PLATFORM_SECRETS_USER:-65532:65532\})$/,
      );
      expect(service, name).to.deep.include({ read_only: true, cap_drop: ["ALL"] });
      expect(service.security_opt, name).to.deep.equal(["no-new-privileges:true"]);
      expect(service, name).not.to.have.any.keys("cap_add", "privileged", "pid", "ipc");
      expect((service.volumes ?? []).join(), name).not.to.include("docker.sock");
    }
  });

  it("has everybody wait for what runs once, so that waiting for health ends", () => {
    const once = every.filter(([, { restart, profiles }]) => restart === undefined && profiles === undefined);
    expect(once.map(([name]) => name)).to.have.members(["make-secrets", "migrate"]);
    const waitedFor = every.flatMap(([, { depends_on: on = {} }]) =>
      Object.entries(on).flatMap(([name, { condition }]) =>
        condition === "service_completed_successfully" ? [name] : [],
      ),
    );
    expect(waitedFor).to.include.members(["make-secrets", "migrate"]);
    for (const { name } of SERVICES) {
      const on = compose.services[name]?.depends_on ?? {};
      expect(on["migrate"]?.condition, name).to.equal("service_completed_successfully");
      expect(on["postgres"]?.condition, name).to.equal("service_healthy");
    }
  });

  it("publishes on loopback alone, and neither Postgres nor NATS", () => {
    for (const [name, { ports = [] }] of every)
      for (const port of ports) expect(port, name).to.match(/^127\.0\.0\.1:\$\{[A-Z_]+:-[0-9]+\}:[0-9]+$/);
    const publishing = every.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    expect(publishing).to.have.members(["api-gateway", "sandbox-acquirer", "prometheus", "grafana"]);
  });

  it("keeps Postgres, the bus and the owners in networks that lead nowhere", () => {
    const leadsOut = (network: string) => compose.networks[network]?.internal !== true;
    const out = every.filter(([, { networks = [] }]) => networks.some(leadsOut)).map(([name]) => name);
    expect(out).to.have.members(["api-gateway", "notifier", "sandbox-acquirer", "prometheus", "grafana"]);
    expect(compose.services["sandbox-acquirer"]?.networks).not.to.include("bus");
  });

  it("has its own variables, all of them and with their defaults, in .env.example", () => {
    const used = [...text("docker-compose.yml").matchAll(/\$\{([A-Z0-9_]+):-([^}]*)\}/g)];
    const defaults = Object.fromEntries(used.map(([, name = "", value = ""]) => [name, value]));
    const lines = text(".env.example")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(example).to.deep.equal(defaults);
    expect(text(".gitignore").split("\n")).to.include.members([".env", ".secrets/"]);
  });

  it("scrapes every service's admin port under the service's name", () => {
    const [discovery] = prometheus.scrape_configs[0]?.dns_sd_configs ?? [];
    expect(discovery?.names).to.have.members(SERVICES.map(({ name }) => name));
    expect(discovery?.port).to.equal(Number(/ADMIN_PORT=([0-9]+)/.exec(text("Dockerfile"))?.[1]));
    for (const { name } of SERVICES) expect(compose.services[name]?.networks, name).to.include("metrics");
  });

  it("scrapes the stores' exporters where Prometheus reaches them, one in the network of NATS", () => {
    const targets = prometheus.scrape_configs.flatMap(({ static_configs: all = [] }) =>
      all.flatMap((one) => one.targets),
    );
    expect(targets).to.have.members(["postgres-exporter:9187", "nats:7777"]);
    const reached = compose.services["prometheus"]?.networks ?? [];
    for (const target of targets) {
      const networks = compose.services[target.split(":")[0] ?? ""]?.networks ?? [];
      expect(
        networks.filter((network) => reached.includes(network)),
        target,
      ).to.deep.equal(["exporters"]);
    }
    expect(compose.services["nats-exporter"]?.network_mode).to.equal("service:nats");
  });

  it("has what Prometheus scrapes marked as ours, processes and stores apart, which rules and dashboards go by", () => {
    const marks = prometheus.scrape_configs.map(
      ({ relabel_configs: relabelled = [], static_configs = [] }) => [
        ...relabelled.flatMap((one) => (one.target_label === "payments_platform" ? one.replacement : [])),
        ...static_configs.map(({ labels }) => labels["payments_platform"]),
      ],
    );
    expect(marks).to.deep.equal([["service"], ["store"], ["store"]]);
  });

  it("waits longer for a service to end than the service itself takes at most", () => {
    for (const { name } of SERVICES) expect(compose.services[name]?.stop_grace_period, name).to.equal("60s");
  });
});
