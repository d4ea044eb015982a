import { databaseUrl, optional, readConfig, type Environment } from "@flowlix/runtime";
import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { EXIT_CONFIG, LaunchError } from "../launch-error.ts";
import type { ServiceName } from "../service-names.ts";
import { SERVICES } from "../services.ts";

/** A service's schema, and the database as its own role reaches it. */
export interface ServiceDatabase {
  readonly service: ServiceName;
  readonly schema: ServiceSchemaSpec;
  /** The setting the URL came from. */
  readonly setting: string;
  /** Holds a password. */
  readonly url: string;
}

interface Wanted {
  readonly service: ServiceName;
  readonly schema: ServiceSchemaSpec;
  readonly setting: string;
}

/** By what its own configuration calls it: each service reads exactly one database. */
const DATABASES: readonly Wanted[] = SERVICES.map(({ name, module, schema }) => ({
  service: name,
  schema,
  setting: Object.keys(module.config).find((setting) => setting.endsWith("_DATABASE_URL")) ?? "",
}));

/** A platform without the simulated acquirer is whole. */
const MAY_BE_LEFT_OUT: ReadonlySet<ServiceName> = new Set(["sandbox-acquirer"]);

/**
 * The databases of all services by the settings that the services themselves read.
 * Errors: LaunchError naming each that is missing or wrong.
 */
export function everyDatabase(env: Environment): ServiceDatabase[] {
  return read(env, DATABASES, ({ service }) => MAY_BE_LEFT_OUT.has(service));
}

/**
 * The database of one service, or, where none is named, of every service that is configured.
 * Errors: LaunchError.
 */
export function databasesOf(env: Environment, service: string | undefined): ServiceDatabase[] {
  if (service === undefined) {
    const found = read(env, DATABASES, () => true);
    if (found.length > 0) return found;
    const names = DATABASES.map(({ setting }) => setting).join(", ");
    throw new LaunchError(`name WAIT_FOR_SERVICE or at least one of ${names}`, EXIT_CONFIG);
  }
  const wanted = DATABASES.filter((one) => one.service === service);
  if (wanted.length === 0) {
    const names = DATABASES.map((one) => one.service).join(", ");
    throw new LaunchError(
      `WAIT_FOR_SERVICE: there is no ${service}; it must be one of ${names}`,
      EXIT_CONFIG,
    );
  }
  return read(env, wanted, () => false);
}

function read(
  env: Environment,
  wanted: readonly Wanted[],
  mayMiss: (one: Wanted) => boolean,
): ServiceDatabase[] {
  const result = readConfig(
    Object.fromEntries(
      wanted.map((one) => [one.setting, mayMiss(one) ? optional(databaseUrl()) : databaseUrl()]),
    ),
    env,
  );
  if (!result.ok) throw new LaunchError(result.problems, EXIT_CONFIG);
  return wanted.flatMap((one) => {
    const url = result.config[one.setting];
    return url === undefined ? [] : [{ ...one, url }];
  });
}
