import { OPERATIONS, WORKBENCH_OPERATIONS, type Operation } from "@flowlix/contracts";
import { bodyIn, outcomeFor, PAYMENT_ID, type TestRequest } from "@flowlix/workbench";
import { createHostedPayment, type CreateHostedPaymentDeps } from "../handlers/create-hosted-payment.ts";
import { createPayment, type CreatePaymentDeps } from "../handlers/create-payment.ts";
import { createPayout, type CreatePayoutDeps } from "../handlers/create-payout.ts";
import { createRefund, type CreateRefundDeps } from "../handlers/create-refund.ts";
import { requirePermission } from "../http/admit.ts";
import { json, type Answer } from "../http/answer.ts";
import { readJson } from "../http/read-json.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createRequestValidator } from "../validation/validate-request.ts";
import { testCurrencies } from "./test-currencies.ts";

export type TestEventDeps = CreatePaymentDeps & CreateHostedPaymentDeps & CreateRefundDeps & CreatePayoutDeps;

type Create = (deps: TestEventDeps, request: AuthenticatedRequest) => Promise<Answer>;

const CREATES: Readonly<Record<TestRequest["path"], { operation: Operation; create: Create }>> = {
  "/v1/payments": { operation: OPERATIONS.createPayment, create: createPayment },
  "/v1/payments/hpp": { operation: OPERATIONS.createHostedPayment, create: createHostedPayment },
  "/v1/refunds": { operation: OPERATIONS.createRefund, create: createRefund },
  "/v1/payouts": { operation: OPERATIONS.createPayout, create: createPayout },
};

/**
 * POST /workbench/api/test_events: makes the objects whose amounts lead to an event of the type, as a merchant's own
 * requests would. A real event comes of it, to every endpoint that wants it. Errors: those of the creates;
 * actor_forbidden for a key that may not make one of the objects, before any is made.
 */
export function createTestEvent(deps: TestEventDeps) {
  const validate = createRequestValidator(WORKBENCH_OPERATIONS.createTestEvent.body);
  const currencies = testCurrencies(deps);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const { type } = validate(readJson(request.headers["content-type"], request.body));
    const { requests } = outcomeFor(type);
    for (const { path } of requests) requirePermission(request.caller, CREATES[path].operation);
    const made: Record<string, unknown> = { type };
    let paymentId = "";
    for (const one of requests) {
      const { path } = one;
      const asked = JSON.stringify(bodyIn(one, currencies)).replace(PAYMENT_ID, paymentId);
      const answer = await CREATES[path].create(deps, asRequestOf(request, asked));
      const object: { readonly id: string } = JSON.parse(answer.body);
      made[object.id.startsWith("pay_") ? "payment" : object.id.startsWith("ref_") ? "refund" : "payout"] =
        object;
      paymentId = object.id;
    }
    return json(201, made);
  };
}

/** Keys are named by the request's id, which is new for each request: so no other request uses these names. */
const asRequestOf = (request: AuthenticatedRequest, body: string): AuthenticatedRequest => ({
  ...request,
  headers: { ...request.headers, "content-type": "application/json" },
  body: Buffer.from(body),
  idempotencyKey: `workbench-${request.requestId}`,
});
