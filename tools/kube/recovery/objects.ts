import type { Cluster } from "../control-plane.ts";

/** Part of an object of the API as what stands in for operators and kubelets looks at it. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string }[];
    readonly deletionTimestamp?: string;
  };
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
  readonly status?: { readonly phase?: string };
}

/** The API as an administrator asks it; what it refuses is thrown. */
export class Api {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  ask(args: readonly string[], input?: string): string {
    const { code, out, err } = this.#cluster.kubectl(args, input);
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")}:\n${out}${err}`);
    return out;
  }

  list(kinds: string): ApiObject[] {
    const { items }: { items: ApiObject[] } = JSON.parse(
      this.ask(["get", kinds, "--all-namespaces", "--output=json"]),
    );
    return items;
  }

  /** Of a Secret or a ConfigMap, by key. Errors: there is none. */
  data(kind: "secret" | "configmap", namespace: string, name: string): ReadonlyMap<string, string> {
    const text = this.ask(["get", kind, name, `--namespace=${namespace}`, "--output=json"]);
    const { data = {} }: ApiObject = JSON.parse(text);
    const encoding = kind === "secret" ? "base64" : "utf8";
    return new Map(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, encoding).toString()]),
    );
  }

  apply(object: object): void {
    const how = ["apply", "--server-side", "--force-conflicts", "--field-manager=stand-in", "--filename=-"];
    this.ask(how, JSON.stringify(object));
  }

  setStatus(kind: string, { namespace, name }: ApiObject["metadata"], status: object): void {
    const patch = JSON.stringify({ status });
    this.ask([
      "patch",
      kind,
      name,
      `--namespace=${namespace}`,
      "--subresource=status",
      "--type=merge",
      `--patch=${patch}`,
    ]);
  }
}

/** What a condition says, as operators write it. */
export const condition = (type: string, reason: string): object => ({
  type,
  status: "True",
  reason,
  message: "",
  lastTransitionTime: new Date().toISOString(),
});
