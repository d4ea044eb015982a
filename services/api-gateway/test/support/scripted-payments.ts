import { paymentsContract, type Params, type Payment } from "@flowlix/contracts";
import { DomainError, implement, type Handlers } from "@flowlix/runtime";

export type CreateParams = Params<typeof paymentsContract, "create">;

/** A Payment that succeeded at once, as its create asked for it. */
export function paymentOf(params: CreateParams): Payment {
  const now = 1_700_000_000;
  return {
    id: params.payment_id,
    amount: params.amount,
    currency: params.currency,
    status: "SUCCEEDED",
    integration_type: "DIRECT",
    payment_method: params.payment_method,
    merchant_reference: params.merchant_reference,
    description: params.description,
    billing_details: params.billing_details,
    failure_code: null,
    failure_message: null,
    amount_refunded: 0,
    amount_refundable: params.amount,
    refunds: [],
    status_transitions: {
      requires_action_at: null,
      processing_at: null,
      succeeded_at: now,
      failed_at: null,
      expired_at: null,
    },
    created_at: now,
    livemode: params.scope.livemode,
    next_action: null,
  };
}

export interface ScriptedPayments {
  readonly service: ReturnType<typeof implement>;
  /** What was asked to be made, in order. */
  readonly made: CreateParams[];
}

/** The payments contract in memory; `changes` script what a test is about. */
export function scriptedPayments(changes: Partial<Handlers<typeof paymentsContract>> = {}): ScriptedPayments {
  const made: CreateParams[] = [];
  const handlers: Handlers<typeof paymentsContract> = {
    create: async (params) => {
      made.push(params);
      return paymentOf(params);
    },
    get: async ({ scope, payment_id: id }) => {
      const params = made.find((one) => one.payment_id === id);
      const visible =
        params?.scope.merchant_id === scope.merchant_id && params.scope.livemode === scope.livemode;
      if (params === undefined || !visible) throw new DomainError("object_not_found");
      return paymentOf(params);
    },
    completeAuthentication: async () => {
      throw new DomainError("object_not_found");
    },
    acceptCallback: async () => ({ accepted: true }),
    lookDue: async () => ({ looked: 0, changed: 0, failed: 0 }),
    listAnomalies: async () => ({ anomalies: [] }),
    reverseAnomaly: async () => {
      throw new DomainError("object_not_found");
    },
    noteAnomaly: async () => {
      throw new DomainError("object_not_found");
    },
    listAudit: async () => ({ entries: [] }),
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(paymentsContract, handlers), made };
}
