import {
  choice,
  databaseUrl,
  duration,
  httpUrl,
  LOG_LEVELS,
  optional,
  port,
  readConfig,
  text,
  type ConfigOf,
  type ConfigSpec,
  type Environment,
} from "@flowlix/runtime";
import { EXIT_CONFIG, LaunchError } from "./launch-error.ts";
import { SERVICES } from "./services.ts";

/** The settings of an installation; what is not set is chosen or generated. */
export const launchConfig = {
  HOST: text({ default: "127.0.0.1", maxLength: 255 }),
  PORT: optional(port()),
  ADMIN_PORT: optional(port()),
  CONTROL_PORT: optional(port()),
  DATA_DIR: text({ default: ".data", maxLength: 4096 }),
  DATABASE_URL: optional(databaseUrl()),
  NATS_URL: optional(text({ maxLength: 2048, pattern: /^(nats|tls):\/\/[^\s@]+$/ })),
  NATS_USER: optional(text()),
  NATS_PASSWORD: optional(text()),
  NAMESPACE: optional(text({ pattern: /^[A-Za-z0-9_-]{1,64}$/ })),
  PUBLIC_URL: optional(httpUrl()),
  REPLICAS: optional(text()),
  /** Longer than any pause of a process that works; who stops one in a debugger sets it to hours. */
  HUNG_AFTER: duration({ default: "10s", minMs: 3_000, maxMs: 86_400_000 }),
  /** Of the roles in the database named by DATABASE_URL; made from its name unless named. */
  ROLE_PREFIX: optional(text({ pattern: /^[a-z][a-z0-9_]{0,39}$/ })),
  LOG_LEVEL: choice(LOG_LEVELS, { default: "info" }),
  /**
   * On unless it is turned off: who tries the platform has their receiver beside it
   * (docs/design/decisions.md#webhook-urls).
   */
  WEBHOOK_LOOPBACK: choice(["true", "false"], { default: "true" }),
  /** Whether accounts at acquirers may lead to this machine: for stand-ins of acquirers. */
  ACQUIRER_LOOPBACK: choice(["true", "false"], { default: "false" }),
  ACQUIRER_PORT: optional(port()),
  ACQUIRER_ADMIN_PORT: optional(port()),
  ACQUIRER_PUBLIC_URL: optional(httpUrl()),
};

export type LaunchConfig = ConfigOf<typeof launchConfig>;

export const DEFAULT_PORT = 3000;
export const DEFAULT_ADMIN_PORT = 9400;
/** The control API and the acquirer are never reachable from another machine. */
export const LOOPBACK = "127.0.0.1";

/** What the launcher makes itself and gives to the services, whatever is named outside. */
const MADE_HERE = /(_URL|_KEYS?|_SECRET|_TOKEN|_PASSWORD|_REPLICAS)$/;

/**
 * The launcher's settings, checked together with those of every service, so that one start shows every
 * problem and none is found after something was begun. Errors: LaunchError with one line for each.
 */
export function readLaunchConfig(env: Environment): LaunchConfig {
  const result = readConfig(launchConfig, env);
  const ofServices = readConfig(serviceSettings(env), env);
  const problems = [...(result.ok ? [] : result.problems), ...(ofServices.ok ? [] : ofServices.problems)];
  if (!result.ok || problems.length > 0) throw new LaunchError(problems, EXIT_CONFIG);
  return result.config;
}

/** The services' own settings that are named outside. */
function serviceSettings(env: Environment): ConfigSpec {
  const named = SERVICES.flatMap(({ module }) => Object.entries<ConfigSpec[string]>(module.config)).filter(
    ([name]) =>
      !(name in launchConfig) &&
      !MADE_HERE.test(name) &&
      (env[name] !== undefined || env[`${name}_FILE`] !== undefined),
  );
  return Object.fromEntries(named);
}
