import { withoutTrailingSlashes } from "@flowlix/runtime";

/** How browsers reach the gateway, as PUBLIC_URL says; never what a request claims. */
export interface PublicAddress {
  readonly origin: string;
  /** Before every path of ours; empty, or with a slash in front and none at its end. */
  readonly basePath: string;
  readonly secure: boolean;
}

export function publicAddress(publicUrl: string): PublicAddress {
  const { origin, pathname, protocol } = new URL(publicUrl);
  return { origin, basePath: withoutTrailingSlashes(pathname), secure: protocol === "https:" };
}
