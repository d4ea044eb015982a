import { paymentsContract, type Params, type Payment } from "@flowlix/contracts";
import { DomainError, implement, type Handlers } from "@flowlix/runtime";
import { scriptedAccounts } from "./scripted-accounts.ts";
import { scriptedJournal } from "./scripted-journal.ts";
import { scriptedTrace } from "./scripted-trace.ts";

export type CreateParams = Params<typeof paymentsContract, "create">;
export type HostedParams = Params<typeof paymentsContract, "createHosted">;

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

/** A hosted Payment as it begins. */
export function hostedPaymentOf(params: HostedParams): Payment {
  const initial = paymentOf({
    ...params,
    payment_method: { type: "card", card: { brand: "visa", last4: "1111", exp_month: 1, exp_year: 2030 } },
    sealed_instrument: "",
    customer_ip_address: "",
  });
  return {
    ...initial,
    status: "REQUIRES_ACTION",
    integration_type: "HOSTED_PAYMENT_PAGE",
    payment_method: null,
    amount_refundable: 0,
    status_transitions: {
      ...initial.status_transitions,
      requires_action_at: initial.created_at,
      succeeded_at: null,
    },
    next_action: { type: "redirect", reason: "hosted_payment_page", redirect_url: params.page_url },
  };
}

export interface ScriptedPayments {
  readonly service: ReturnType<typeof implement>;
  /** What was asked to be made, in order. */
  readonly made: CreateParams[];
  /** What was asked to be made for the hosted page, in order. */
  readonly hosted: HostedParams[];
}

/** The payments contract in memory; `changes` script what a test is about. */
export function scriptedPayments(changes: Partial<Handlers<typeof paymentsContract>> = {}): ScriptedPayments {
  const made: CreateParams[] = [];
  const hosted: HostedParams[] = [];
  const handlers: Handlers<typeof paymentsContract> = {
    create: async (params) => {
      made.push(params);
      return paymentOf(params);
    },
    createHosted: async (params) => {
      hosted.push(params);
      return hostedPaymentOf(params);
    },
    readPage: async () => {
      throw new DomainError("object_not_found");
    },
    submitPage: async () => ({ result: "settled" }),
    refusePage: async () => ({ form_closed_until_ms: null }),
    get: async ({ scope, payment_id: id }) => {
      const page = hosted.find((one) => one.payment_id === id);
      if (page !== undefined) return hostedPaymentOf(page);
      const params = made.find((one) => one.payment_id === id);
      const visible =
        params?.scope.merchant_id === scope.merchant_id && params.scope.livemode === scope.livemode;
      if (params === undefined || !visible) throw new DomainError("object_not_found");
      return paymentOf(params);
    },
    list: async () => ({ data: [], has_more: false }),
    completeAuthentication: async () => {
      throw new DomainError("object_not_found");
    },
    reserveRefund: async () => {
      throw new DomainError("object_not_found");
    },
    applyRefund: async () => ({ applied: false }),
    acceptCallback: async () => ({ accepted: true }),
    acceptCallbacks: async () => ({ accepted: true }),
    ...scriptedAccounts().actions,
    listJobs: async () => ({ tasks: [] }),
    haveEnded: async () => ({ ended: [] }),
    verifyEnds: async () => ({ due: 0 }),
    listOpen: async () => ({ objects: [], has_more: false, all_read: true }),
    ...scriptedTrace,
    listAnomalies: async () => ({ anomalies: [] }),
    reverseAnomaly: async () => {
      throw new DomainError("object_not_found");
    },
    noteAnomaly: async () => {
      throw new DomainError("object_not_found");
    },
    listAudit: async () => ({ entries: [] }),
    ...scriptedJournal,
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return { service: implement(paymentsContract, handlers), made, hosted };
}
