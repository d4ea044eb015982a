import {
  createExporterRole,
  migrate,
  MigrationError,
  roleName,
  UnfitServerError,
  type AppliedMigrations,
} from "@flowlix/persistence";
import { databaseUrl, duration, type Environment, messageOf, optional, readConfig } from "@flowlix/runtime";
import { EXIT_CONFIG, EXIT_FAILURE, LaunchError } from "../launch-error.ts";
import { runCommand } from "./run-command.ts";
import { everyDatabase, type ServiceDatabase } from "./service-databases.ts";

/** Another Job's, or what is left of one that was killed: it may be building a large index. */
const LOCK_WAIT_MS = 1_800_000;

/**
 * Migrates every service's schema once, as the owner in `DATABASE_URL`, and gives each service's role the name and the
 * password that are in that service's own URL: one place says both. A database that a newer release has migrated is
 * left alone where this one runs on it: a rollback runs this. `EXPORTER_DATABASE_URL` names one more role, which reads
 * the server's statistics alone. A server that is starting is waited for, up to `WAIT_TIMEOUT`. While it waits,
 * standard error says for what.
 */
async function migrateOnce(env: Environment): Promise<string> {
  const { adminUrl, databases, exporterUrl, serverWaitMs } = settings(env);
  const rolePrefix = commonPrefix(databases);
  const options = {
    adminUrl,
    rolePrefix,
    passwords: Object.fromEntries(
      databases.map(({ service, url }) => [service, decodeURIComponent(new URL(url).password)]),
    ),
    specs: databases.map(({ schema }) => schema),
    serverWaitMs,
    lockWaitMs: LOCK_WAIT_MS,
    onWait: (line: string) => void process.stderr.write(`waiting: ${line}\n`),
    onWarning: (line: string) => void process.stderr.write(`warning: ${line}\n`),
  };
  let newer: string | undefined;
  const done = await migrated({ ...options, onNewer: (line) => void (newer = line) }, exporterUrl);
  if (newer !== undefined) return `nothing was migrated: ${newer}; this release runs on it`;
  const lines = done.flatMap(({ service, applied }) => applied.map((name) => `migrated ${service}: ${name}`));
  return lines.length === 0 ? "the database is up to date" : lines.join("\n");
}

interface Settings {
  readonly adminUrl: string;
  readonly databases: readonly ServiceDatabase[];
  readonly exporterUrl: string | undefined;
  readonly serverWaitMs: number;
}

/** Every problem at once: of the owner's URL and of the services'. */
function settings(env: Environment): Settings {
  const owner = readConfig(
    {
      DATABASE_URL: databaseUrl(),
      EXPORTER_DATABASE_URL: optional(databaseUrl()),
      WAIT_TIMEOUT: duration({ default: "5m", minMs: 0, maxMs: 86_400_000 }),
    },
    env,
  );
  const databases = attempt(() => everyDatabase(env));
  const problems = [...(owner.ok ? [] : owner.problems), ...(databases.ok ? [] : databases.problems)];
  if (!owner.ok || !databases.ok) throw new LaunchError(problems, EXIT_CONFIG);
  return {
    adminUrl: owner.config.DATABASE_URL,
    databases: databases.value,
    exporterUrl: owner.config.EXPORTER_DATABASE_URL,
    serverWaitMs: owner.config.WAIT_TIMEOUT,
  };
}

type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof LaunchError) return { ok: false, problems: error.lines };
    throw error;
  }
}

/** Roles are `<prefix>_<service>`, as in every installation; the prefix keeps two on one server apart. */
function commonPrefix(databases: readonly ServiceDatabase[]): string {
  const users = databases.map(({ url }) => decodeURIComponent(new URL(url).username));
  const [first] = databases;
  const suffix = first === undefined ? "" : roleName("", first.service);
  const prefix = (users[0] ?? "").slice(0, -suffix.length);
  if (first !== undefined && !/^[a-z][a-z0-9_]{0,39}$/.test(prefix)) {
    throw new LaunchError(`${first.setting}: its user must be a name and ${suffix}`, EXIT_CONFIG);
  }
  const wrong = databases.flatMap(({ service, setting, url }, index) => {
    const role = roleName(prefix, service);
    if (users[index] !== role) return [`${setting}: its user must be ${role}`];
    return new URL(url).password === "" ? [`${setting}: must have a password`] : [];
  });
  if (wrong.length > 0) throw new LaunchError(wrong, EXIT_CONFIG);
  return prefix;
}

async function migrated(
  options: Parameters<typeof migrate>[0],
  exporterUrl: string | undefined,
): Promise<AppliedMigrations[]> {
  try {
    const done = await migrate(options);
    if (exporterUrl !== undefined) await createExporterRole(exporterRole(options.adminUrl, exporterUrl));
    return done;
  } catch (error) {
    const away = `DATABASE_URL: the database at ${new URL(options.adminUrl).host} cannot be used`;
    const name = error instanceof MigrationError ? "database" : away;
    const code = error instanceof UnfitServerError ? EXIT_CONFIG : EXIT_FAILURE;
    throw new LaunchError(`${name}: ${messageOf(error)}`, code, { cause: error });
  }
}

function exporterRole(adminUrl: string, exporterUrl: string): Parameters<typeof createExporterRole>[0] {
  const { username, password } = new URL(exporterUrl);
  return { adminUrl, role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

await runCommand(() => migrateOnce(process.env));
