import { acceptedLanguage } from "@flowlix/hosted-page/languages";
import type { FastifyInstance } from "fastify";
import type { Authorised } from "../orders/authorisation.ts";
import type { AuthoriseNewOrder } from "../orders/authorise-new-order.ts";
import type { AuthoriseOrder } from "../orders/authorise-order.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { orderView, type ActionUrlOf, type OrderRow } from "../orders/order.ts";
import type { ReadOrder } from "../orders/read-order.ts";
import type { Registered, RegisterOrder } from "../orders/register-order.ts";
import { reverseOrder } from "../orders/reverse-order.ts";
import type { Pool } from "../pool.ts";
import { errorBody } from "./errors.ts";
import {
  errorAnswer,
  answered,
  operation,
  shownAnswer,
  throttledBody,
  unavailableBody,
  type Answer,
  type OperationDeps,
} from "./operation.ts";
import {
  AUTHORISE_BODY,
  CANCEL_BODY,
  REFERENCE_PARAMS,
  REGISTER_BODY,
  type CancelBody,
  type ReferenceParams,
  type RegisterBody,
} from "./schemas.ts";

export interface OrderRoutesDeps extends OperationDeps {
  readonly hot: Pool;
  readonly registerOrder: RegisterOrder;
  readonly authoriseOrder: AuthoriseOrder;
  readonly authoriseNewOrder: AuthoriseNewOrder;
  readonly readOrder: ReadOrder;
  readonly actionUrlOf: ActionUrlOf;
}

type ByReference = { Params: ReferenceParams };

const notFound = errorAnswer(
  404,
  errorBody("order_not_found", "No order is registered under this reference."),
);
const conflict = errorAnswer(
  409,
  errorBody("reference_conflict", "This reference stands for another amount or currency.", {
    executed: false,
  }),
);
const notCharged = errorAnswer(
  409,
  errorBody("not_charged", "Only a succeeded order can be reversed.", { executed: false }),
);

const refunded = errorAnswer(
  409,
  errorBody("already_refunded", "Refunds took part of this charge; what is left can be refunded.", {
    executed: false,
  }),
);

/** The API of one order (docs/sandbox-acquirer.md, API reference). */
export function orderRoutes(app: FastifyInstance, deps: OrderRoutesDeps): void {
  const show = (row: OrderRow): Answer => shownAnswer(orderView(row, deps.actionUrlOf));

  function answerOf(came: Registered | Authorised): Answer {
    if (came.kind === "order") return show(came.order);
    if (came.kind === "unknown") return notFound;
    if (came.kind === "conflict") return conflict;
    if (came.kind === "lost") return { kind: "none" };
    if (came.kind === "garbled") return { kind: "garbage", chosen: true };
    return came.cause === "throttled"
      ? errorAnswer(429, throttledBody, { chosen: true })
      : errorAnswer(503, unavailableBody, { chosen: true });
  }

  app.put<ByReference & { Body: RegisterBody }>(
    "/v1/orders/:reference",
    { schema: { params: REFERENCE_PARAMS, body: REGISTER_BODY } },
    (request, reply) => {
      const subject = request.params.reference;
      const { authorisation, ...order } = request.body;
      const browserLanguage = authorisation?.browser_information?.language;
      const registration = {
        ...order,
        reference: subject,
        ...(browserLanguage === undefined ? {} : { language: acceptedLanguage(browserLanguage) }),
      };
      if (authorisation === undefined)
        return answered(deps, { name: "register", subject, reply }, async () =>
          answerOf(await deps.registerOrder.register(registration)),
        );
      return answered(deps, { name: "authorise", also: "register", subject, reply }, async () =>
        answerOf(await deps.authoriseNewOrder.authorise(registration)),
      );
    },
  );

  app.post<ByReference>(
    "/v1/orders/:reference/authorise",
    { schema: { params: REFERENCE_PARAMS, body: AUTHORISE_BODY } },
    operation(deps, "authorise", async (request) =>
      answerOf(await deps.authoriseOrder.authorise(request.params.reference)),
    ),
  );

  app.get<ByReference>(
    "/v1/orders/:reference",
    { schema: { params: REFERENCE_PARAMS } },
    operation(deps, "read", async (request) => {
      const order = await deps.readOrder(request.params.reference);
      return order === undefined ? notFound : show(order);
    }),
  );

  app.post<ByReference & { Body: CancelBody }>(
    "/v1/orders/:reference/cancel",
    { schema: { params: REFERENCE_PARAMS, body: CANCEL_BODY } },
    operation(deps, "cancel", async (request) => {
      const { amount, currency } = request.body;
      const cancelled = await cancelOrder(deps, { reference: request.params.reference, amount, currency });
      return cancelled.kind === "order" ? show(cancelled.order) : conflict;
    }),
  );

  app.post<ByReference>(
    "/v1/orders/:reference/reverse",
    { schema: { params: REFERENCE_PARAMS } },
    operation(deps, "reverse", async (request) => {
      const reversed = await reverseOrder(deps, request.params.reference);
      if (reversed.kind === "order") return show(reversed.order);
      if (reversed.kind === "unknown") return notFound;
      return reversed.kind === "refunded" ? refunded : notCharged;
    }),
  );
}
