import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileWithRegions } from "./regions.ts";
import { namesOf, ON_BUS, ROOT, SERVICES } from "./table.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const SCHEMA = "charts/payments-platform/values.schema.json";
const PRODUCTION = "charts/payments-platform/values-production.yaml";
const TESTS = "charts/payments-platform/tests";
const SECRETS = "k8s/external-secrets/secrets.yaml";

const all = namesOf(SERVICES);
const onBus = namesOf(ON_BUS);

/** Secrets that a release makes: each value, each service's role and user, the demo merchant's. */
const ofRelease =
  new Set(SERVICES.flatMap(({ secrets }) => Object.values(secrets))).size + all.length + onBus.length + 1;

const documents = (count: number): string[] => [`- hasDocuments: { count: ${count} }`];

const chartTest = (name: string, regions: Readonly<Record<string, readonly string[]>>) => () =>
  fileWithRegions(`${TESTS}/${name}`, regions);

/** What names or counts every service of the chart and of what stands around it. */
export const clusterFiles: Readonly<Record<string, () => string>> = {
  [SCHEMA]: schema,
  [PRODUCTION]: () =>
    fileWithRegions(PRODUCTION, {
      databases: all.map((name) => `${name}: { name: payments-db-${name} }`),
      users: onBus.map((name) => `${name}: { name: payments-nats-${name} }`),
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
      databases: all.flatMap(databaseSecret),
      users: onBus.flatMap((name) => [
        ...secretHead(`nats-${name}`),
        ...secretData("password", `nats-${name}`),
      ]),
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

const secretHead = (name: string): string[] => [
  "---",
  "apiVersion: external-secrets.io/v1",
  "kind: ExternalSecret",
  "metadata:",
  `  name: payments-${name}`,
  "  namespace: payments",
  "spec:",
  "  refreshInterval: 1h",
  "  secretStoreRef: { kind: ClusterSecretStore, name: payments }",
  "  target:",
  `    name: payments-${name}`,
];

const secretItem = (key: string, stored: string): string[] => [
  `- secretKey: ${key}`,
  `  remoteRef: { key: payments/${stored}, property: value }`,
];

const secretData = (key: string, stored: string): string[] => [
  "  data:",
  ...secretItem(key, stored).map((line) => `    ${line}`),
];

function databaseSecret(name: string): string[] {
  const role = `flowlix_${name.replaceAll("-", "_")}`;
  const place = "payments-db-rw.postgresql.svc:5432/flowlix";
  const query = "sslmode=verify-full&sslrootcert=/run/secrets/postgres-ca/ca.crt";
  return [
    ...secretHead(`db-${name}`),
    "    template:",
    "      data:",
    `        url: postgres://${role}:{{ .password }}@${place}?${query}`,
    ...secretData("password", `db-${name}`),
  ];
}
