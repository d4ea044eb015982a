import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { migrate, MigrationError, roleName, roleUrl, UnfitServerError } from "@flowlix/persistence";
import {
  checkPlaceOfData,
  EmbeddedPostgresError,
  findRunningPostgres,
  restoreCluster,
  startEmbeddedPostgres,
  type ClusterBackup,
  type EmbeddedPostgres,
} from "@flowlix/persistence/embedded";
import { messageOf } from "@flowlix/runtime";
import { EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "./launch-error.ts";
import type { RunningProgram } from "./processes/sidecar.ts";
import type { Secrets } from "./secrets.ts";
import type { RoleUrls } from "./environment.ts";
import type { ServiceName } from "./service-names.ts";
import { SERVICES } from "./services.ts";

/** A database and how its roles are named. */
export interface DatabasePlace {
  /** As its owner reaches it; holds a password. */
  readonly adminUrl: string;
  readonly rolePrefix: string;
}

const EMBEDDED_ROLE_PREFIX = "flowlix";

/** Where the embedded server has its data: nobody but an installation keeps anything in its folder. */
const embeddedData = (folder: string) => ({ dataDir: join(folder, "postgres-18"), ownsParent: true });

/** Errors: LaunchError where the embedded server cannot run on data in this folder, which need not exist. */
export async function checkEmbeddedData(folder: string): Promise<void> {
  await inOperatorsWords(checkPlaceOfData(embeddedData(folder)));
}

/**
 * Address of the embedded server that runs on data in this folder now, no matter who started it; holds its password.
 * Errors: LaunchError.
 */
export async function runningEmbedded(folder: string, password: string): Promise<string | undefined> {
  return await inOperatorsWords(
    findRunningPostgres({ ...embeddedData(folder), superuserPassword: password }),
  );
}

/** Makes the embedded server's data in a folder of a base backup. Errors: LaunchError naming what is damaged. */
export async function restoreEmbedded(folder: string, backup: ClusterBackup): Promise<void> {
  await inOperatorsWords(restoreCluster(embeddedData(folder), backup));
}

/**
 * The embedded server as a program that is kept running: what it was first given, its port above all,
 * it gets again, because the services know it by that.
 */
export function embeddedPostgres(
  folder: string,
  secrets: Secrets,
): { start(): Promise<RunningProgram>; place(): DatabasePlace } {
  let first: EmbeddedPostgres | undefined;
  return {
    async start() {
      const named = first === undefined ? {} : { port: first.port };
      const server = await inOperatorsWords(
        startEmbeddedPostgres({
          ...embeddedData(folder),
          superuserPassword: secrets.postgres_password,
          ...named,
        }),
      );
      first ??= server;
      return server;
    },
    place() {
      if (first === undefined) throw new Error("the embedded server has not been started");
      return { adminUrl: first.socketUrl, rolePrefix: EMBEDDED_ROLE_PREFIX };
    },
  };
}

async function inOperatorsWords<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError)
      throw new LaunchError(error.message, undefined, { cause: error });
    throw error;
  }
}

/** Roles belong to a whole server; named after the database, two installations on one server stay apart. */
export function externalDatabase(adminUrl: string, rolePrefix?: string): DatabasePlace {
  if (rolePrefix !== undefined) return { adminUrl, rolePrefix };
  return { adminUrl, rolePrefix: rolePrefixOf(decodeURIComponent(new URL(adminUrl).pathname.slice(1))) };
}

const ROLE_PREFIX_MAX = 40;

/** A name that is no role prefix as it stands ends in a hash of itself: names that differ stay apart. */
function rolePrefixOf(database: string): string {
  const plain = database.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  if (plain === database && plain.length <= ROLE_PREFIX_MAX) return plain;
  const hash = createHash("sha256").update(database).digest("hex").slice(0, 8);
  return `${plain.slice(0, ROLE_PREFIX_MAX - hash.length - 1)}_${hash}`;
}

/** Brings the database to the state the code needs. Errors: LaunchError in words for the operator. */
export async function migrateAll(
  { adminUrl, rolePrefix }: DatabasePlace,
  secrets: Secrets,
): Promise<string[]> {
  try {
    const done = await migrate({
      adminUrl,
      rolePrefix,
      passwords: Object.fromEntries(SERVICES.map(({ name }) => [name, rolePassword(secrets, name)])),
      specs: SERVICES.map(({ schema }) => schema),
      onWait: (line) => void process.stderr.write(`waiting: ${line}\n`),
      onWarning: (line) => void process.stderr.write(`warning: ${line}\n`),
      onNewer: (line) =>
        void process.stderr.write(`nothing was migrated: ${line}; this release runs on it\n`),
    });
    return done.flatMap(({ service, applied }) => applied.map((name) => `${service}: ${name}`));
  } catch (error) {
    const away = `DATABASE_URL: the database at ${new URL(adminUrl).host} cannot be used`;
    const name = error instanceof MigrationError ? "database" : away;
    const code = error instanceof UnfitServerError ? EXIT_CONFIG : EXIT_FAILURE;
    throw new LaunchError(`${name}: ${messageOf(error)}`, code, { cause: error });
  }
}

/** The database as each service reaches it: its own role, which may touch only its own schema. */
export function roleUrls({ adminUrl, rolePrefix }: DatabasePlace, secrets: Secrets): RoleUrls {
  return (service) => roleUrl(adminUrl, roleName(rolePrefix, service), rolePassword(secrets, service));
}

function rolePassword(secrets: Secrets, service: ServiceName): string {
  return createHmac("sha256", secrets.role_password_seed).update(service).digest("base64url");
}
