import { apiGatewayModule, gatewaySchema } from "@flowlix/api-gateway";
import { idempotencyModule, idempotencySchema } from "@flowlix/idempotency";
import { notifierModule, notifierSchema } from "@flowlix/notifier";
import { paymentsModule, paymentsSchema } from "@flowlix/payments";
import { payoutsModule, payoutsSchema } from "@flowlix/payouts";
import { reconcilerModule, reconcilerSchema } from "@flowlix/reconciler";
import { refundsModule, refundsSchema } from "@flowlix/refunds";
import type { ServiceSchemaSpec } from "@flowlix/persistence";
import { sandboxAcquirerModule, sandboxAcquirerSchema } from "@flowlix/sandbox-acquirer";
import { SERVICE_NAMES, type ServiceName } from "./service-names.ts";

const MODULES = {
  "api-gateway": { module: apiGatewayModule, schema: gatewaySchema },
  idempotency: { module: idempotencyModule, schema: idempotencySchema },
  payments: { module: paymentsModule, schema: paymentsSchema },
  refunds: { module: refundsModule, schema: refundsSchema },
  payouts: { module: payoutsModule, schema: payoutsSchema },
  notifier: { module: notifierModule, schema: notifierSchema },
  reconciler: { module: reconcilerModule, schema: reconcilerSchema },
  "sandbox-acquirer": { module: sandboxAcquirerModule, schema: sandboxAcquirerSchema },
} satisfies Record<ServiceName, { readonly module: object; readonly schema: ServiceSchemaSpec }>;

/** Every service, in the order of `SERVICE_NAMES`. */
export const SERVICES = SERVICE_NAMES.map((name) => ({ name, ...MODULES[name] }));

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
