import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileWithRegions } from "./regions.ts";
import { namesOf, ON_BUS, ROOT, SERVICES, type TableService } from "./table.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const SCHEMA = "charts/payments-platform/values.schema.json";
const PRODUCTION = "charts/payments-platform/values-production.yaml";
const TESTS = "charts/payments-platform/tests";
const SECRETS = "k8s/external-secrets/secrets.yaml";

const all = namesOf(SERVICES);
const onBus = namesOf(ON_BUS);

/** Values that more than one service reads. */
const readings = SERVICES.flatMap(({ secrets }) => Object.values(secrets));
const shared = new Set(readings.filter((value, index) => readings.indexOf(value) !== index));

/** Secrets that a release makes: one for each service, each value that several read, the demo merchant's. */
const ofRelease = all.length + shared.size + 1;

const documents = (count: number): string[] => [`- hasDocuments: { count: ${count} }`];

const chartTest = (name: string, regions: Readonly<Record<string, readonly string[]>>) => () =>
  fileWithRegions(`${TESTS}/${name}`, regions);

/** What names or counts every service of the chart and of what stands around it. */
export const clusterFiles: Readonly<Record<string, () => string>> = {
  [SCHEMA]: schema,
  [PRODUCTION]: () =>
    fileWithRegions(PRODUCTION, {
      databases: all.map((name) => `${name}: { name: payments-service-${name} }`),
      users: onBus.map((name) => `${name}: { name: payments-service-${name}, key: nats-password }`),
    }),
  [`${TESTS}/availability_test.yaml`]: chartTest("availability_test.yaml", {
    budgets: documents(onBus.length),
  }),
  [`${TESTS}/secrets_test.yaml`]: chartTest("secrets_test.yaml", {
    secrets: documents(ofRelease),
    "secrets but one": documents(ofRelease - 1),
  }),
  [`${TESTS}/workloads_test.yaml`]: chartTest("workloads_test.yaml", {
    deployments: documents(all.length),
    "deployments but the acquirer": documents(all.length - 1),
  }),
  [SECRETS]: () =>
    fileWithRegions(SECRETS, {
      own: SERVICES.flatMap(ownSecret),
      passwords: onBus.flatMap((name) => secretItem(name, `nats-${name}`)),
    }),
};

interface ServiceMaps {
  readonly properties: {
    readonly services: ByName;
    readonly postgresql: {
      readonly properties: { readonly roles: { readonly properties: { existingSecrets: ByName } } };
    };
    readonly nats: {
      readonly properties: {
        readonly users: { readonly properties: { names: ByName; existingSecrets: ByName } };
      };
    };
  };
}

interface ByName {
  properties: Record<string, object>;
}

/** Nothing but a service's name is taken where one is expected: a misspelt one is refused. */
function schema(): string {
  const whole: ServiceMaps = JSON.parse(read(SCHEMA));
  const { services, postgresql, nats } = whole.properties;
  const { names, existingSecrets } = nats.properties.users.properties;
  const each = (of: readonly string[], shape: object) => Object.fromEntries(of.map((name) => [name, shape]));
  services.properties = each(all, { $ref: "#/definitions/service" });
  postgresql.properties.roles.properties.existingSecrets.properties = each(all, {
    $ref: "#/definitions/namedSecret",
  });
  names.properties = each(onBus, { type: "string", minLength: 1 });
  existingSecrets.properties = each(onBus, { $ref: "#/definitions/namedSecret" });
  return JSON.stringify(whole, null, 2);
}

const secretItem = (key: string, stored: string): string[] => [
  `- secretKey: ${key}`,
  `  remoteRef: { key: payments/${stored}, property: value }`,
];

const dashed = (value: string): string => value.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * What a service reads alone: the password of its role, in its address, that of its user on NATS, and its own values.
 */
function ownSecret({ name, bus, secrets }: TableService): string[] {
  const role = `flowlix_${name.replaceAll("-", "_")}`;
  const place = "payments-db-rw.postgresql.svc:5432/flowlix";
  const query = "sslmode=verify-full&sslrootcert=/run/secrets/postgres-ca/ca.crt";
  const values = Object.values(secrets).filter((value) => !shared.has(value));
  return [
    "---",
    "apiVersion: external-secrets.io/v1",
    "kind: ExternalSecret",
    "metadata:",
    `  name: payments-service-${name}`,
    "  namespace: payments",
    "spec:",
    "  refreshInterval: 1h",
    "  secretStoreRef: { kind: ClusterSecretStore, name: payments }",
    "  target:",
    `    name: payments-service-${name}`,
    "    template:",
    "      data:",
    `        url: postgres://${role}:{{ .database }}@${place}?${query}`,
    ...(bus ? ['        nats-password: "{{ .nats }}"'] : []),
    ...values.map((value) => `        ${dashed(value)}: "{{ .${value} }}"`),
    "  data:",
    ...[
      ...secretItem("database", `db-${name}`),
      ...(bus ? secretItem("nats", `nats-${name}`) : []),
      ...values.flatMap((value) => secretItem(value, dashed(value))),
    ].map((line) => `    ${line}`),
  ];
}
