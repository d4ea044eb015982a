export interface ServerAddress {
  /** On loopback. */
  readonly port: number;
  /** Where its Unix socket is; undefined for a server without one. */
  readonly socketFolder: string | undefined;
}

/** Of the superuser, database `postgres`. Holds the password: never log it. */
export const urlOf = (port: number, { superuserPassword }: { readonly superuserPassword: string }): string =>
  `postgres://postgres:${encodeURIComponent(superuserPassword)}@127.0.0.1:${port}/postgres`;

/** Of an address over TCP. Both pg and libpq take the parameter `host` before the host of the address. */
export function throughSocket(url: string, folder: string | undefined): string {
  return folder === undefined ? url : `${url}?host=${encodeURIComponent(folder)}`;
}
