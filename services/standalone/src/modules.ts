// Written by `make services`.
import { apiGatewayModule, apiGatewaySchema } from "@flowlix/api-gateway";
import { idempotencyModule, idempotencySchema } from "@flowlix/idempotency";
import { notifierModule, notifierSchema } from "@flowlix/notifier";
import { paymentsModule, paymentsSchema } from "@flowlix/payments";
import { payoutsModule, payoutsSchema } from "@flowlix/payouts";
import { reconcilerModule, reconcilerSchema } from "@flowlix/reconciler";
import { refundsModule, refundsSchema } from "@flowlix/refunds";
import { sandboxAcquirerModule, sandboxAcquirerSchema } from "@flowlix/sandbox-acquirer";

/** What runs each service, and its tables. */
export const MODULES = {
  "api-gateway": { module: apiGatewayModule, schema: apiGatewaySchema },
  idempotency: { module: idempotencyModule, schema: idempotencySchema },
  payments: { module: paymentsModule, schema: paymentsSchema },
  refunds: { module: refundsModule, schema: refundsSchema },
  payouts: { module: payoutsModule, schema: payoutsSchema },
  notifier: { module: notifierModule, schema: notifierSchema },
  reconciler: { module: reconcilerModule, schema: reconcilerSchema },
  "sandbox-acquirer": { module: sandboxAcquirerModule, schema: sandboxAcquirerSchema },
};
