import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { MODULES } from "./modules.ts";
import { SERVICE_NAMES, type ServiceName } from "./service-names.ts";

/** A service without its module does not compile. */
const KNOWN = MODULES satisfies Record<
  ServiceName,
  { readonly module: object; readonly schema: ServiceSchemaSpec }
>;

/** Every service, in the order of `SERVICE_NAMES`. */
export const SERVICES = SERVICE_NAMES.map((name) => ({ name, ...KNOWN[name] }));

/** What the host of every process reads besides its services' own settings. */
export const HOST_SETTINGS = [
  "LOG_LEVEL",
  "HOST",
  "ADMIN_PORT",
  "NATS_URL",
  "NATS_USER",
  "NATS_PASSWORD",
  "NAMESPACE",
  "INSTANCE",
  "BUILD_VERSION",
  "BUILD_REVISION",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
  "TRACES_BACKGROUND_SHARE",
] as const;
