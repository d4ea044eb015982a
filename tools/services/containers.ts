import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, parseDocument } from "yaml";
import { folders } from "./code.ts";
import { fileWithRegions, withRegions } from "./regions.ts";
import { namesOf, ON_BUS, ROOT, SERVICES, type TableService } from "./table.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const names = namesOf(SERVICES).toSorted();

/** What names every service of the image and of Compose. */
export const containerFiles: Readonly<Record<string, () => string>> = {
  Dockerfile: () =>
    fileWithRegions("Dockerfile", {
      manifests: folders.map((name) => `COPY services/${name}/package.json services/${name}/`),
    }),
  "deploy/image/assemble": () =>
    fileWithRegions("deploy/image/assemble", { groups: [`services="${names.join(" ")}"`] }),
  "deploy/compose/prometheus.yml": () =>
    fileWithRegions("deploy/compose/prometheus.yml", { names: names.map((name) => `- ${name}`) }),
  "deploy/compose/collector-headers.yml": () =>
    fileWithRegions("deploy/compose/collector-headers.yml", {
      traced: namesOf(ON_BUS)
        .toSorted()
        .map((name) => `${name}: *headers`),
    }),
  "docker-compose.yml": compose,
};

function compose(): string {
  const text = read("docker-compose.yml");
  const settings = settingsOf(text);
  // What listens for others stands in the file itself: each of those is different.
  const plain = SERVICES.filter(({ listens }) => listens === undefined);
  const blocks = plain
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((service) => ["", ...blockOf(service, settings)]);
  return withRegions("docker-compose.yml", text, {
    mounts: names.map((name) => `- "\${PLATFORM_SECRETS:-secrets-}${name}:/secrets/${name}"`),
    databases: SERVICES.map(({ database }) => fileOf(database, "migrate")).toSorted(),
    containers: blocks.slice(1),
    volumes: names.map((name) => `secrets-${name}: {}`),
  });
}

/** Of these alone: what is written below may name what is not there any more. */
function settingsOf(text: string): Readonly<Record<string, string>> {
  const settings = parseDocument(text).get("x-settings");
  if (!isMap(settings)) throw new Error("docker-compose.yml has no x-settings");
  return settings.toJSON();
}

/** The setting by which a file of the folder is read. */
const fileOf = (setting: string, folder: string): string =>
  `${setting}_FILE: /run/secrets/${folder}/${setting.toLowerCase().replaceAll("_", "-")}`;

function blockOf(service: TableService, settings: Readonly<Record<string, string>>): string[] {
  const { name, database, secrets, provider, internet } = service;
  const networks = [
    "data",
    "bus",
    ...(provider ? ["provider"] : []),
    "metrics",
    ...(internet ? ["egress"] : []),
  ];
  const files = ["NATS_PASSWORD", ...[database, ...Object.keys(secrets)].toSorted()];
  const environment = [
    "<<: *bus",
    `SERVICE: ${name}`,
    ...service.settings.map((setting) => {
      const value = settings[setting];
      if (value === undefined)
        throw new Error(`docker-compose.yml: x-settings has no ${setting}, which ${name} reads`);
      return `${setting}: ${value}`;
    }),
    `NATS_USER: ${name}`,
    ...files.map((setting) => fileOf(setting, name)),
  ];
  return [
    `${name}:`,
    "  <<: *service",
    "  environment:",
    ...environment.map((line) => `    ${line}`),
    `  volumes: ["\${PLATFORM_SECRETS:-secrets-}${name}:/run/secrets/${name}:ro"]`,
    `  networks: [${networks.join(", ")}]`,
    "  depends_on: *waits",
  ];
}
