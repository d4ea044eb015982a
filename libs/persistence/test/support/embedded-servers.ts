import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "@flowlix/persistence/embedded";
import { guardedFolder } from "@flowlix/testkit";

export const PASSWORD = "a long pass'word";
const SETTINGS = { shared_buffers: "16MB", max_wal_size: "64MB" };

/** What a parent process said. */
export interface Said {
  readonly pid?: number;
  readonly port?: number;
  readonly url?: string;
  readonly adopted?: boolean;
  readonly failed?: string;
}

export interface ParentProcess {
  readonly process: ChildProcess;
  readonly said: Promise<Said>;
  /** Lets it end by itself, without a call of `stop`. */
  finish(): Promise<void>;
  kill(): Promise<void>;
}

/** A folder for clusters; whatever runs in it is ended when it is removed. */
export function embeddedServers() {
  const folder = guardedFolder("embedded");
  const dataDir = join(folder.path, "postgres-18");
  const started: EmbeddedPostgres[] = [];
  return {
    folder: folder.path,
    dataDir,
    isRunning: () => existsSync(join(dataDir, "postmaster.pid")),
    start: async (options: Partial<EmbeddedPostgresOptions> = {}) => {
      const server = await startEmbeddedPostgres({
        dataDir,
        superuserPassword: PASSWORD,
        settings: SETTINGS,
        ...options,
      });
      started.push(server);
      return server;
    },
    stop: async () => {
      for (const server of started.splice(0)) await server.stop();
    },
    parent: (options: ParentOptions = {}) => startParent({ dataDir, ...options }),
    remove: async () => {
      for (const server of started) await server.stop();
      await folder.remove();
    },
  };
}

interface ParentOptions {
  readonly dataDir?: string;
  readonly uid?: number;
  /** A program and arguments that the process is started by. */
  readonly by?: readonly string[];
  readonly ownsParent?: boolean;
}

function startParent({
  dataDir,
  uid,
  by = [],
  ownsParent = false,
}: ParentOptions & { readonly dataDir: string }): ParentProcess {
  const file = fileURLToPath(new URL("./embedded-parent.ts", import.meta.url));
  const user = uid === undefined ? {} : { uid, gid: uid };
  const [program, ...args] = [...by, process.execPath, file, dataDir, PASSWORD, String(ownsParent)];
  const child = spawn(program, args, { ...user, stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const said = once(createInterface({ input: child.stdout }), "line").then(([line]): Said =>
    JSON.parse(String(line)),
  );
  // Nobody may be listening when it is killed before it has said anything.
  said.catch(() => undefined);
  return {
    process: child,
    said,
    finish: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
