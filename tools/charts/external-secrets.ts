import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestsOf } from "./render.ts";
import { ROOT } from "./tools.ts";

interface ExternalSecret {
  readonly target: { readonly template?: { readonly data?: Readonly<Record<string, string>> } };
  readonly data: readonly { readonly secretKey: string }[];
}

/** What the Secrets hold that k8s/external-secrets makes in a namespace, as `name/key`. */
export function secretKeys(namespace: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, "k8s/external-secrets/secrets.yaml"), "utf8");
  return new Set(
    manifestsOf(text)
      .filter(({ kind, metadata }) => kind === "ExternalSecret" && metadata.namespace === namespace)
      .flatMap(({ metadata, spec }) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kubeconform checks its shape
        const { target, data } = spec as ExternalSecret;
        const keys = Object.keys(target.template?.data ?? {});
        const own = keys.length > 0 ? keys : data.map(({ secretKey }) => secretKey);
        return own.map((key) => `${metadata.name}/${key}`);
      }),
  );
}
