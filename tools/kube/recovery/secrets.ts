import { randomBytes } from "node:crypto";
import type { Api, ApiObject } from "./objects.ts";

interface ExternalSecretSpec {
  readonly target: {
    readonly name: string;
    readonly template?: { readonly type?: string; readonly data?: Readonly<Record<string, string>> };
  };
  readonly data: readonly { readonly secretKey: string; readonly remoteRef: { readonly key: string } }[];
}

/** It has other things to do, and a store that answers slowly: what goes on before is to have waited. */
const LAG_MS = 10_000;

/**
 * Stands in for the External Secrets operator and its store. As it does, it reads the store again where an
 * ExternalSecret or an annotation of it has changed, and not before.
 */
export class SecretStore {
  readonly #values = new Map<string, string>();
  readonly #read = new Map<string, string>();
  readonly #changed = new Map<string, number>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  put(key: string, value: string): void {
    this.#values.set(key, value);
  }

  sync(objects: readonly ApiObject[]): void {
    for (const object of objects.filter(({ kind }) => kind === "ExternalSecret")) {
      const { uid, generation, annotations } = object.metadata;
      const version = JSON.stringify([generation, annotations]);
      if (this.#read.get(uid) === version || this.#isLate(uid)) continue;
      this.#make(object);
      this.#read.set(uid, version);
      this.#changed.delete(uid);
    }
  }

  /** The first time there is nothing yet that could be taken for the new one. */
  #isLate(uid: string): boolean {
    const since = this.#changed.get(uid) ?? performance.now();
    this.#changed.set(uid, since);
    return this.#read.has(uid) && performance.now() - since < LAG_MS;
  }

  #make({ metadata: { namespace }, spec }: ApiObject): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked its shape
    const { target, data } = spec as ExternalSecretSpec;
    const values = new Map(data.map(({ secretKey, remoteRef: { key } }) => [secretKey, this.#valueOf(key)]));
    const filled = Object.entries(target.template?.data ?? {}).map(([key, text]) => [
      key,
      text.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) => values.get(name) ?? ""),
    ]);
    this.#api.apply({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: target.name, namespace },
      type: target.template?.type ?? "Opaque",
      stringData: Object.fromEntries(filled.length > 0 ? filled : values),
    });
  }

  #valueOf(key: string): string {
    const value = this.#values.get(key) ?? randomBytes(16).toString("hex");
    this.#values.set(key, value);
    return value;
  }
}
