import { brandOf, last4 } from "@flowlix/cards";
import type { FastifyInstance } from "fastify";
import type { Pool } from "../pool.ts";
import { cancelTransfer, type CancelledTransfer } from "../transfers/cancel-transfer.ts";
import type { ExecutePayout } from "../transfers/execute-payout.ts";
import type { ExecuteRefund } from "../transfers/execute-refund.ts";
import type { Executed } from "../transfers/executed.ts";
import type { ReadTransfer } from "../transfers/read-transfer.ts";
import { transferView } from "../transfers/transfer.ts";
import { errorBody } from "./errors.ts";
import { errorAnswer, operation, shownAnswer, type Answer, type OperationDeps } from "./operation.ts";
import {
  CANCEL_BODY,
  CANCEL_REFUND_BODY,
  PAYOUT_BODY,
  REFERENCE_PARAMS,
  REFUND_BODY,
  type CancelBody,
  type CancelRefundBody,
  type PayoutBody,
  type ReferenceParams,
  type RefundBody,
} from "./schemas.ts";

export interface TransferRoutesDeps extends OperationDeps {
  readonly hot: Pool;
  readonly executeRefund: ExecuteRefund;
  readonly executePayout: ExecutePayout;
  readonly readTransfer: ReadTransfer;
}

type ByReference = { Params: ReferenceParams };

const refundNotFound = errorAnswer(
  404,
  errorBody("refund_not_found", "No refund is known under this reference."),
);
const payoutNotFound = errorAnswer(
  404,
  errorBody("payout_not_found", "No payout is known under this reference."),
);
const conflict = errorAnswer(
  409,
  errorBody("reference_conflict", "This reference stands for another amount, currency or charge.", {
    executed: false,
  }),
);

function answerOf(came: Executed | CancelledTransfer): Answer {
  if (came.kind === "transfer") return shownAnswer(transferView(came.row));
  return came.kind === "conflict" ? conflict : { kind: "none" };
}

/** The API of refunds (docs/sandbox-acquirer.md, API reference). */
export function refundRoutes(app: FastifyInstance, deps: TransferRoutesDeps): void {
  app.put<ByReference & { Body: RefundBody }>(
    "/v1/refunds/:reference",
    { schema: { params: REFERENCE_PARAMS, body: REFUND_BODY } },
    operation(deps, "refund", async ({ params, body }) =>
      answerOf(await deps.executeRefund.execute({ ...body, reference: params.reference })),
    ),
  );

  app.get<ByReference>(
    "/v1/refunds/:reference",
    { schema: { params: REFERENCE_PARAMS } },
    operation(deps, "read_refund", async ({ params }) => {
      const row = await deps.readTransfer("refund", params.reference);
      return row === undefined ? refundNotFound : shownAnswer(transferView(row));
    }),
  );

  app.post<ByReference & { Body: CancelRefundBody }>(
    "/v1/refunds/:reference/cancel",
    { schema: { params: REFERENCE_PARAMS, body: CANCEL_REFUND_BODY } },
    operation(deps, "cancel_refund", async ({ params, body }) => {
      const { charge, amount, currency } = body;
      const { reference } = params;
      return answerOf(await cancelTransfer(deps, { kind: "refund", reference, charge, amount, currency }));
    }),
  );
}

/** The API of payouts (docs/sandbox-acquirer.md, API reference). */
export function payoutRoutes(app: FastifyInstance, deps: TransferRoutesDeps): void {
  app.put<ByReference & { Body: PayoutBody }>(
    "/v1/payouts/:reference",
    { schema: { params: REFERENCE_PARAMS, body: PAYOUT_BODY } },
    operation(deps, "payout", async ({ params, body }) => {
      const { amount, currency, card, callback_url } = body;
      const executed = await deps.executePayout.execute({
        reference: params.reference,
        amount,
        currency,
        card_brand: brandOf(card.number),
        card_last4: last4(card.number),
        ...(callback_url === undefined ? {} : { callback_url }),
      });
      return answerOf(executed);
    }),
  );

  app.get<ByReference>(
    "/v1/payouts/:reference",
    { schema: { params: REFERENCE_PARAMS } },
    operation(deps, "read_payout", async ({ params }) => {
      const row = await deps.readTransfer("payout", params.reference);
      return row === undefined ? payoutNotFound : shownAnswer(transferView(row));
    }),
  );

  app.post<ByReference & { Body: CancelBody }>(
    "/v1/payouts/:reference/cancel",
    { schema: { params: REFERENCE_PARAMS, body: CANCEL_BODY } },
    operation(deps, "cancel_payout", async ({ params, body }) => {
      const { amount, currency } = body;
      const { reference } = params;
      return answerOf(
        await cancelTransfer(deps, { kind: "payout", reference, charge: null, amount, currency }),
      );
    }),
  );
}
