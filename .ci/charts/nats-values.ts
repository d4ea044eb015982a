import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CALLERS } from "@flowlix/contracts";
import { natsConfigFor } from "@flowlix/runtime/nats-server";
import { parse, stringify } from "yaml";
import { CHARTS } from "./tools.ts";

const HEADER = `# Written by \`make charts-generated\` from the table of who calls what: change nothing here by hand.
# Values of the NATS project's chart: helm install nats nats/nats -n nats -f k8s/nats/values.yaml
# Three servers in three zones, TLS, and a user for each service, whose password is in the Secret nats-users.
`;

/** As the NATS chart writes what is no text: its own configuration then reads the variable. */
const variable = (name: string): string => `<< $${name} >>`;
const passwordOf = (service: string): string => `NATS_${service.toUpperCase().replaceAll("-", "_")}_PASSWORD`;

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
      cluster: { enabled: true, replicas: 3 },
      jetstream: { enabled: false },
      nats: { tls: { enabled: true, secretName: "nats-tls" } },
      monitor: { enabled: true },
      merge: { max_payload: "<< 4MB >>", authorization: { users } },
    },
    container: {
      image: { tag: embeddedTag() },
      env: Object.fromEntries(env),
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
