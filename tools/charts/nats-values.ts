import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CALLERS } from "@flowlix/contracts";
import { BUS_PINGS, natsConfigFor } from "@flowlix/runtime/nats-server";
import { parse, stringify } from "yaml";
import { CHARTS } from "./tools.ts";

const HEADER = `# Written by \`make charts-generated\` from the table of who calls what: change nothing here by hand.
# Values of the NATS project's chart: helm install nats nats/nats -n nats -f k8s/nats/values.yaml
# Three servers in three zones, TLS, and a user for each service, whose password is in the Secret nats-users. Servers
# know each other by a password and by certificates of an authority that signs nothing else (Secret nats-routes-tls):
# what comes by a route is trusted, whatever the users may.
`;

/** As the NATS chart writes what is no text: its own configuration then reads the variable. */
const variable = (name: string): string => `<< $${name} >>`;
const passwordOf = (service: string): string => `NATS_${service.toUpperCase().replaceAll("-", "_")}_PASSWORD`;

const REPLICAS = 3;
const ROUTES_USER = "routes";
const ROUTES_PASSWORD = "NATS_CLUSTER_PASSWORD";
/** Where the NATS chart mounts the Secret of `cluster.tls`. */
const ROUTES_TLS = "/etc/nats-certs/cluster";
const routeVariable = (server: number): string => `NATS_ROUTE_${server}`;
const servers = Array.from({ length: REPLICAS }, (_, server) => server);

/**
 * Who may be a server among ours. The chart's own `routeURLs` would write the password into a ConfigMap, so
 * addresses are variables, in which Kubernetes puts it.
 */
const cluster = {
  enabled: true,
  replicas: REPLICAS,
  tls: {
    enabled: true,
    secretName: "nats-routes-tls",
    merge: { ca_file: `${ROUTES_TLS}/ca.crt`, verify: true },
  },
  merge: {
    authorization: { user: ROUTES_USER, password: variable(ROUTES_PASSWORD) },
    routes: servers.map((server) => variable(routeVariable(server))),
  },
};

/** Kubernetes puts a variable into a later one alone, and the chart sorts them by name. */
const routesEnv: Readonly<Record<string, unknown>> = {
  [ROUTES_PASSWORD]: { valueFrom: { secretKeyRef: { name: "nats-users", key: ROUTES_USER } } },
  ...Object.fromEntries(
    servers.map((server) => [
      routeVariable(server),
      `tls://${ROUTES_USER}:$(${ROUTES_PASSWORD})@nats-${server}.nats-headless:6222`,
    ]),
  ),
};

/** Of the server that our own chart runs: all tests are of that one. */
function embeddedTag(): string {
  const values: { readonly nats: { readonly embedded: { readonly image: { readonly tag: string } } } } =
    parse(readFileSync(join(CHARTS, "payments-platform/values.yaml"), "utf8"));
  return values.nats.embedded.image.tag;
}

/** k8s/nats/values.yaml: the permissions of an installation whose \`nats.namespace\` is \`payments\`. */
export function natsValuesFile(): string {
  const services = Object.keys(CALLERS);
  const passwords = Object.fromEntries(services.map((name) => [name, variable(passwordOf(name))]));
  const users = natsConfigFor(CALLERS, "payments", passwords).map(
    ({ user, password, publish, subscribe }) => ({
      user,
      password,
      permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } },
    }),
  );
  const env = services.map((name) => [
    passwordOf(name),
    { valueFrom: { secretKeyRef: { name: "nats-users", key: name } } },
  ]);
  const restricted = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  };
  const scrapedAsStore = {
    enabled: true,
    merge: { metadata: { labels: { release: "monitoring" } } },
    patch: [
      {
        op: "add",
        path: "/spec/podMetricsEndpoints/0/relabelings",
        value: [{ targetLabel: "payments_platform", replacement: "store" }],
      },
    ],
  };
  const values = {
    config: {
      cluster,
      jetstream: { enabled: false },
      nats: { tls: { enabled: true, secretName: "nats-tls" } },
      monitor: { enabled: true },
      merge: {
        max_payload: "<< 4MB >>",
        ping_interval: `${BUS_PINGS.intervalMs}ms`,
        ping_max: BUS_PINGS.unansweredMax,
        authorization: { users },
      },
    },
    container: {
      image: { tag: embeddedTag() },
      env: { ...Object.fromEntries(env), ...routesEnv },
      merge: {
        securityContext: restricted,
        resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "512Mi" } },
      },
    },
    reloader: { merge: { securityContext: restricted } },
    promExporter: { enabled: true, merge: { securityContext: restricted }, podMonitor: scrapedAsStore },
    podTemplate: {
      topologySpreadConstraints: {
        "topology.kubernetes.io/zone": { maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" },
      },
      merge: {
        spec: {
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            runAsGroup: 1000,
            fsGroup: 1000,
            seccompProfile: { type: "RuntimeDefault" },
          },
        },
      },
    },
    natsBox: { enabled: false },
  };
  return `${HEADER}${stringify(values, { lineWidth: 0 })}`;
}
