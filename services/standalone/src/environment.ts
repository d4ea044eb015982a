import type { Environment } from "@flowlix/runtime";
import type { Addresses } from "./addresses.ts";
import { LOOPBACK, type LaunchConfig } from "./config.ts";
import type { Secrets } from "./secrets.ts";
import { databaseSetting, SERVICE_NAMES, type ServiceName } from "./service-names.ts";

export type Values = Readonly<Record<string, string>>;

/** The database as a service's own role reaches it. */
export type RoleUrls = (service: ServiceName) => string;

export interface Installation {
  readonly config: LaunchConfig;
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly roleUrls: RoleUrls;
}

/** Every secret that a service of ours reads, under the name it reads it by. */
export function secretValues(secrets: Secrets, roleUrls: RoleUrls): Values {
  return {
    CONTROL_TOKEN: secrets.control_token,
    CARD_KEYS: secrets.card_keys,
    PAYOUT_CARD_KEYS: secrets.payout_card_keys,
    FINGERPRINT_KEYS: secrets.fingerprint_keys,
    RETURN_TOKEN_KEY: secrets.return_token_key,
    PAGE_TOKEN_KEY: secrets.page_token_key,
    WEBHOOK_SECRET_KEYS: secrets.webhook_secret_keys,
    ACQUIRER_SECRET_KEYS: secrets.acquirer_secret_keys,
    ...Object.fromEntries(SERVICE_NAMES.map((name) => [databaseSetting(name), roleUrls(name)])),
    ACQUIRER_API_KEY: secrets.acquirer_api_key,
    ACQUIRER_CALLBACK_SECRET: secrets.acquirer_callback_secret,
  };
}

/** Every setting that the launcher decides, for all its readers. */
export function launcherValues({ config, addresses, secrets, roleUrls }: Installation): Values {
  return {
    ...secretValues(secrets, roleUrls),
    HOST: config.HOST,
    LOG_LEVEL: config.LOG_LEVEL,
    PORT: String(addresses.port),
    CONTROL_PORT: String(addresses.controlPort),
    PUBLIC_URL: addresses.publicUrl,
    WEBHOOK_LOOPBACK: config.WEBHOOK_LOOPBACK,
    ACQUIRER_LOOPBACK: config.ACQUIRER_LOOPBACK,
    ACQUIRER_URL: addresses.acquirerUrl,
    ACQUIRER_PUBLIC_URL: addresses.acquirerPublicUrl,
    ACQUIRER_HOST: LOOPBACK,
    ACQUIRER_PORT: String(addresses.acquirerPort),
    ACQUIRER_ADMIN_PORT: String(addresses.acquirerAdminPort),
  };
}

/**
 * The settings a process may know: of the launcher's values and of what was named from outside,
 * exactly those that its own configuration reads. Nothing else reaches it, another's secret least of all.
 */
export function settingsFor(names: readonly string[], values: Values, outside: Environment): Values {
  const settings: Record<string, string> = {};
  for (const name of names) {
    const decided = values[name];
    if (decided !== undefined) {
      settings[name] = decided;
      continue;
    }
    for (const variant of [name, `${name}_FILE`]) {
      const given = outside[variant];
      if (given !== undefined && given !== "") settings[variant] = given;
    }
  }
  return settings;
}

/** What any program needs from the system it runs on, and nothing that configures ours. */
const OF_THE_SYSTEM = [
  "PATH",
  "HOME",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "USER",
  "LOGNAME",
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "NODE_V8_COVERAGE",
  "NODE_COMPILE_CACHE",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "XDG_CACHE_HOME",
];

export function systemEnvironment(outside: Environment): Values {
  return settingsFor(OF_THE_SYSTEM, {}, outside);
}
