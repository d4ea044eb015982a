/**
 * Where a nats-server is: the file named by `NATS_SERVER`, one on the `PATH`, or the newest that the
 * tools command put into the cache directory. Null where there is none.
 */
export declare function findNatsServer(env?: Readonly<Record<string, string | undefined>>): string | null;
/** Where the tools command keeps what it installs. */
export declare function toolsDir(env?: Readonly<Record<string, string | undefined>>): string;
