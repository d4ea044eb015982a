import { hostname } from "node:os";
import { PLATFORM_VERSION } from "@flowlix/contracts";
import { readConfig, type ConfigOf, type ConfigSpec, type Environment } from "./config.ts";
import { LOG_LEVELS } from "./logger.ts";
import { TRACE_CONFIG, type TraceSettings } from "./trace-settings.ts";
import { choice, optional, port, secretText, text } from "./settings.ts";

/** Characters that may stand in a subject of NATS between two dots. */
const SUBJECT_TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

/** What every process of ours reads, whatever it runs. */
export const HOST_CONFIG = {
  LOG_LEVEL: choice(LOG_LEVELS, { default: "info" }),
  /** Where listeners of the process listen. */
  HOST: text({ default: "127.0.0.1", maxLength: 255 }),
  ADMIN_PORT: port({ default: 0 }),
  /** Absent: all services are in this process. */
  NATS_URL: optional(text({ pattern: /^(nats|tls):\/\/[^\s@]+$/, maxLength: 2048 })),
  NATS_USER: optional(text()),
  NATS_PASSWORD: optional(secretText({ minLength: 1 })),
  NAMESPACE: text({ default: "flowlix", pattern: SUBJECT_TOKEN }),
  /** Names a replica; unique per namespace and service. */
  INSTANCE: text({
    default: `${hostname()}-${process.pid}`.replace(/[^A-Za-z0-9_-]/g, "-").slice(-128),
    pattern: SUBJECT_TOKEN,
  }),
  /** What was built, as `build_info` shows it; the image sets both. */
  BUILD_VERSION: text({ default: PLATFORM_VERSION, maxLength: 128 }),
  BUILD_REVISION: text({ default: "unknown", maxLength: 128 }),
  ...TRACE_CONFIG,
} as const;

export type HostConfig = ConfigOf<typeof HOST_CONFIG>;

/** How spans are exported; undefined where they are not. */
export function traceSettingsOf(config: HostConfig): TraceSettings | undefined {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    protocol: config.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    backgroundShare: config.TRACES_BACKGROUND_SHARE,
  };
}

export type AllConfigs =
  | { readonly ok: true; readonly host: HostConfig; readonly configs: readonly unknown[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The host's settings and those of every module at once, so that one start shows every problem. */
export function readAllConfigs(specs: readonly ConfigSpec[], env: Environment): AllConfigs {
  const host = readConfig(HOST_CONFIG, env);
  const results = specs.map((spec) => readConfig(spec, env));
  const configs = results.map((result) => (result.ok ? result.config : undefined));
  // Modules of one process share the environment: a name that several read is reported once.
  const problems = [...new Set([host, ...results].flatMap((result) => (result.ok ? [] : result.problems)))];
  return host.ok && problems.length === 0
    ? { ok: true, host: host.config, configs }
    : { ok: false, problems };
}
