import type { Manifest } from "./render.ts";

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly runAsUser?: number;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly resources?: {
    readonly requests?: Readonly<Record<string, unknown>>;
    readonly limits?: Readonly<Record<string, unknown>>;
  };
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}
export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type?: string };
  };
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}
export interface Pod {
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

interface WithTemplate {
  readonly template?: {
    readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
  /** A CronJob's. */
  readonly jobTemplate?: { readonly spec: WithTemplate };
}

/** Every pod that the objects make, hooks included. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const owner = `${kind}/${metadata.name}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
    if (kind === "Pod") return [{ owner, labels: metadata.labels ?? {}, spec: spec as PodSpec }];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    const { jobTemplate, template = jobTemplate?.spec.template } = (spec ?? {}) as WithTemplate;
    if (template === undefined || !("spec" in template)) return [];
    return [{ owner, labels: template.metadata.labels ?? {}, spec: template.spec }];
  });
}

/** What a pod lacks of PodSecurity "restricted" and of our own rules beyond it. */
export function podProblems({ owner, spec }: Pod): string[] {
  const of = (problem: string): string => `${owner}: ${problem}`;
  const pod = [
    spec.securityContext?.runAsNonRoot === true ? [] : ["does not say runAsNonRoot"],
    (spec.securityContext?.runAsUser ?? 0) > 0 ? [] : ["runs as root"],
    spec.securityContext?.seccompProfile?.type === "RuntimeDefault" ? [] : ["has no seccomp profile"],
    spec.automountServiceAccountToken === false ? [] : ["mounts a token"],
    spec.enableServiceLinks === false ? [] : ["gets its neighbours' addresses"],
  ].flat();
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return [...pod, ...containers.flatMap(containerProblems)].map(of);
}

function containerProblems(container: Container): string[] {
  const { name, image, env = [], resources, securityContext = {} } = container;
  const names = env.map((one) => one.name);
  const problems = [
    securityContext.allowPrivilegeEscalation === false ? "" : "may gain privileges",
    securityContext.readOnlyRootFilesystem === true ? "" : "has a writable root",
    securityContext.capabilities?.drop?.includes("ALL") === true ? "" : "keeps capabilities",
    securityContext.runAsUser === undefined ? "" : "names a user of its own",
    /@sha256:[0-9a-f]{64}$|:(?!latest$)[^:/]+$/.test(image) ? "" : `image ${image} is not pinned`,
    new Set(names).size === names.length ? "" : "has a variable twice",
    resources?.limits?.["cpu"] === undefined ? "" : "has a CPU limit",
  ];
  return problems.filter((problem) => problem !== "").map((problem) => `${name} ${problem}`);
}
