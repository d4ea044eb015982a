import { idempotencyContract, type Caller, type paymentsContract } from "@flowlix/contracts";
import { clientFor, implement, type Client, type ServiceBroker } from "@flowlix/runtime";
import { aCall, heldKey } from "./support.ts";

/** Never run: that each marked line is wrong is what the type checker proves. */
export async function mistakes(
  broker: ServiceBroker,
  payments: Client<"api-gateway", typeof paymentsContract>,
): Promise<void> {
  const idempotency = clientFor(broker, "api-gateway", idempotencyContract);
  const fromPayments = clientFor(broker, "payments", idempotencyContract);
  // @ts-expect-error -- no such action
  await idempotency.delete({}, aCall());
  // @ts-expect-error -- an action of another service
  await idempotency.create({}, aCall());
  // @ts-expect-error -- an action that the gateway may not call
  await payments.haveEnded({ ids: [] }, aCall());
  // @ts-expect-error -- payments may call nobody
  await fromPayments.health({}, aCall());
  // @ts-expect-error -- no such caller
  clientFor(broker, "nobody", idempotencyContract);
  // @ts-expect-error -- a parameter is missing
  await idempotency.hold({ ...heldKey(), token: undefined }, aCall());
  // @ts-expect-error -- a parameter of another type
  await idempotency.hold({ ...heldKey(), idempotency_key: 1 }, aCall());
  // @ts-expect-error -- a value outside of the closed set
  await idempotency.hold({ ...heldKey(), operation: "create_everything" }, aCall());
  // @ts-expect-error -- a call without a request id
  await idempotency.hold(heldKey(), {});
  const { held } = await idempotency.hold(heldKey(), aCall());
  // @ts-expect-error -- a result of another type
  const text: string = held;
  // @ts-expect-error -- handlers are missing
  implement(idempotencyContract, { health: () => Promise.resolve({ database: true, degraded: [] }) });
  implement(idempotencyContract, {
    ...everyHandler,
    // @ts-expect-error -- a handler with another result
    hold: () => Promise.resolve({ held: "yes" }),
  });
  void text;
}

declare const everyHandler: Parameters<typeof implement<typeof idempotencyContract>>[1];
export const callers: readonly Caller[] = ["api-gateway", "idempotency", "payments"];
