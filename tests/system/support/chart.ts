import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const CHART = join(ROOT, "charts/payments-platform");

export type Values = Readonly<Record<string, string>>;

/** What of a container says how its process runs. */
export interface ChartContainer {
  readonly name: string;
  /** Without what only a pod knows; those that come from a Secret hold its value. */
  readonly env: Values;
}
export interface ChartPod {
  readonly kind: string;
  readonly component: string;
  readonly initContainers: readonly ChartContainer[];
  readonly container: ChartContainer;
  /** Contents of what is mounted from Secrets of the release itself, by path in the container. */
  readonly files: Values;
}
export interface Rendered {
  readonly pods: readonly ChartPod[];
  readonly natsConfig: string;
}

/** Where a tool is, empty where there is none: tests bring none. */
export function toolAtHand(name: string): string {
  const env = { ...process.env, FIND_ONLY: "1" };
  return execFileSync(join(ROOT, "tools/install/ops-tool"), [name], { env, encoding: "utf8" }).trim();
}

/** The chart with these values, as pods. `folder` is Helm's to keep nothing in. */
export function renderChart(helm: string, folder: string, args: readonly string[]): Rendered {
  const own = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
  const text = execFileSync(
    helm,
    ["template", "pay", CHART, "--api-versions", "monitoring.coreos.com/v1", ...args],
    {
      encoding: "utf8",
      env: { ...process.env, ...own },
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1_048_576,
    },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Helm rendered, of kinds that we know
  const objects = parseAllDocuments(text).flatMap((document) => (document.toJS() ?? []) as KubeObject);
  const secrets = new Map(
    objects
      .filter(({ kind }) => kind === "Secret")
      .map(({ metadata, data = {} }) => [metadata.name, decoded(data)]),
  );
  const pods = objects.flatMap((object) => podOf(object, secrets));
  const config = objects.find(({ kind, data }) => kind === "ConfigMap" && data?.["nats.conf"] !== undefined);
  return { pods, natsConfig: config?.data?.["nats.conf"] ?? "" };
}

interface KubeContainer {
  readonly name: string;
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
  }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}
interface KubeVolume {
  readonly name: string;
  readonly secret?: {
    readonly secretName: string;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
  readonly projected?: {
    readonly sources: readonly {
      readonly secret: {
        readonly name: string;
        readonly items: readonly { readonly key: string; readonly path: string }[];
      };
    }[];
  };
}
interface KubePod {
  readonly initContainers?: readonly KubeContainer[];
  readonly containers: readonly KubeContainer[];
  readonly volumes?: readonly KubeVolume[];
}
interface KubeObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Values };
  readonly data?: Values;
  readonly spec?: KubePod & { readonly template?: { readonly spec: KubePod } };
}

const decoded = (data: Values): Values =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
  );

function podOf(
  { kind, metadata, spec }: KubeObject,
  secrets: ReadonlyMap<string, Values>,
): readonly ChartPod[] {
  const pod = kind === "Pod" ? spec : spec?.template?.spec;
  const [container] = pod?.containers ?? [];
  if (pod === undefined || container === undefined) return [];
  const component = metadata.labels["app.kubernetes.io/component"] ?? "";
  return [
    {
      kind,
      component,
      initContainers: (pod.initContainers ?? []).map((one) => containerOf(one, secrets)),
      container: containerOf(container, secrets),
      files: filesOf(pod, container, secrets),
    },
  ];
}

function containerOf(
  { name, env = [] }: KubeContainer,
  secrets: ReadonlyMap<string, Values>,
): ChartContainer {
  const values = env.map((one): [string, string] => {
    const ref = one.valueFrom?.secretKeyRef;
    return [
      one.name,
      one.value ?? (ref === undefined ? "pod-name" : (secrets.get(ref.name)?.[ref.key] ?? "")),
    ];
  });
  return { name, env: Object.fromEntries(values) };
}

function filesOf(pod: KubePod, container: KubeContainer, secrets: ReadonlyMap<string, Values>): Values {
  return Object.fromEntries(
    (pod.volumes ?? []).flatMap((volume) => {
      const mount = container.volumeMounts?.find(({ name }) => name === volume.name);
      return contentsOf(volume, secrets).map(([path, value]) => [`${mount?.mountPath ?? ""}/${path}`, value]);
    }),
  );
}

/** Of what comes from Secrets: path within the volume and content. */
function contentsOf(
  { projected, secret }: KubeVolume,
  secrets: ReadonlyMap<string, Values>,
): [string, string][] {
  const sources = [
    ...(projected?.sources ?? []).map((source) => source.secret),
    ...(secret === undefined ? [] : [{ name: secret.secretName, items: secret.items }]),
  ];
  return sources.flatMap(({ name, items }) => {
    const values = secrets.get(name) ?? {};
    const all = Object.keys(values).map((key) => ({ key, path: key }));
    return (items ?? all).map(({ key, path }): [string, string] => [path, values[key] ?? ""]);
  });
}
