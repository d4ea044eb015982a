import { apiGatewayModule, gatewaySchema } from "@flowlix/api-gateway";
import { idempotencyModule, idempotencySchema } from "@flowlix/idempotency";
import { notifierModule, notifierSchema } from "@flowlix/notifier";
import { paymentsModule, paymentsSchema } from "@flowlix/payments";
import { payoutsModule, payoutsSchema } from "@flowlix/payouts";
import { reconcilerModule, reconcilerSchema } from "@flowlix/reconciler";
import { refundsModule, refundsSchema } from "@flowlix/refunds";
import { sandboxAcquirerModule, sandboxAcquirerSchema } from "@flowlix/sandbox-acquirer";

/** Every service of the platform, in the order its admin ports count up. */
export const SERVICES = [
  { name: "api-gateway", module: apiGatewayModule, schema: gatewaySchema },
  { name: "idempotency", module: idempotencyModule, schema: idempotencySchema },
  { name: "payments", module: paymentsModule, schema: paymentsSchema },
  { name: "refunds", module: refundsModule, schema: refundsSchema },
  { name: "payouts", module: payoutsModule, schema: payoutsSchema },
  { name: "notifier", module: notifierModule, schema: notifierSchema },
  { name: "reconciler", module: reconcilerModule, schema: reconcilerSchema },
  { name: "sandbox-acquirer", module: sandboxAcquirerModule, schema: sandboxAcquirerSchema },
] as const;

export type ServiceName = (typeof SERVICES)[number]["name"];

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
