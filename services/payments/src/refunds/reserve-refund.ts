import { refuseAnotherRequest, refuseAsked, shownAmount, type ObjectsAcquirer } from "@flowlix/engine";
import type { Provider } from "@flowlix/provider";
import { DomainError, isDomainError } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { reservedOf, type Reservation, type Reserved, type ReserveRefund } from "./reservation.ts";

type Deps = Pick<PaymentsDeps, "reservations" | "exceptions" | "settings" | "refundQueue"> & {
  readonly acquirers: { of(row: ObjectsAcquirer): Pick<Provider, "capabilities"> };
};

/** Another Refund of the Payment may end between the refusal and the search for its reason. */
const TRIES_MAX = 3;

const ANOTHER_REQUEST = "a reservation named this refund's id with another scope, payment or amount";

/**
 * Takes the money of a Refund out of what can still be refunded, once per refund id. An existing
 * reservation is answered before any rule, so that an exact retry outlives a withdrawn currency
 * (docs/design/architecture.md#refund). Refunds of one Payment queue here, where they would else wait for its row.
 * Errors: as the contract's `reserveRefund` lists them.
 */
export async function reserveRefund(deps: Deps, request: ReserveRefund): Promise<Reserved> {
  let begun = false;
  try {
    return await deps.refundQueue.run(request.payment_id, () => {
      begun = true;
      return reserve(deps, request);
    });
  } catch (error) {
    if (begun || !isDomainError(error)) throw error;
    // The queue refused it: this request reserved nothing, and there is no Refund yet.
    throw nothingReserved(error);
  }
}

const nothingReserved = (cause?: DomainError) =>
  new DomainError("service_unavailable", { key: "release", retryAfterS: cause?.retryAfterS ?? 1, cause });

async function reserve(deps: Deps, request: ReserveRefund): Promise<Reserved> {
  const { paymentCurrencies, reservationSweepMs } = deps.settings;
  const [existing, acquirer] = await Promise.all([
    ownReservation(deps, request),
    deps.reservations.acquirerOf(request.scope, request.payment_id),
  ]);
  if (existing !== null) return reservedOf(existing);
  if (acquirer !== null) {
    const notTaken = refuseAsked(deps.acquirers.of(acquirer).capabilities, { kind: "refund" });
    if (notTaken !== null) throw notTaken;
    refuseWhileOpen(request, acquirer);
  }
  for (let tryNo = 0; tryNo < TRIES_MAX; tryNo += 1) {
    const reserved = await deps.reservations.reserve(request, paymentCurrencies, reservationSweepMs);
    if (reserved !== null) return reservedOf(reserved);
    const refusal = await refusalOf(deps, request);
    // What stands in its way may be its own money: the commit went through and its answer was lost.
    const own = await ownReservation(deps, request);
    if (own !== null) return reservedOf(own);
    if (refusal !== null) throw refusal;
  }
  throw nothingReserved();
}

/**
 * Before anything is reserved, so that no Payment shows a Refund that nobody can send
 * (docs/design/decisions.md#breaker-open).
 */
function refuseWhileOpen({ refusing = [] }: ReserveRefund, acquirer: ObjectsAcquirer): void {
  const open = refusing.find(
    ({ provider, provider_account }) =>
      provider === acquirer.provider && (provider_account ?? null) === (acquirer.provider_account ?? null),
  );
  if (open === undefined) return;
  throw new DomainError("service_unavailable", { key: "release", retryAfterS: open.retry_after_s });
}

async function ownReservation(deps: Deps, request: ReserveRefund): Promise<Reservation | null> {
  const { scope, payment_id, amount } = request;
  const existing = await deps.reservations.find(request.refund_id);
  if (existing === null) return null;
  await refuseAnotherRequest(deps, existing, {
    scope,
    asked: { payment_id, amount },
    detail: ANOTHER_REQUEST,
  });
  return existing;
}

/** The first rule that does not hold, in the order of the catalogue; null where all of them hold by now. */
async function refusalOf(deps: Deps, request: ReserveRefund): Promise<DomainError | null> {
  const { scope, payment_id, start_before, amount } = request;
  const standing = await deps.reservations.standing(scope, payment_id, start_before);
  const refusal = (
    type: "object_not_found" | "currency_not_supported" | "payment_not_refundable",
    explanation?: string,
  ) =>
    new DomainError(type, {
      param: "payment_id",
      key: "release",
      ...(explanation === undefined ? {} : { explanation }),
    });
  if (standing === null)
    return refusal(
      "object_not_found",
      `This merchant has no Payment ${payment_id} in this mode: the id is mistyped, of the other mode, or of another merchant.`,
    );
  if (!deps.settings.paymentCurrencies.includes(standing.currency))
    return refusal(
      "currency_not_supported",
      `The Payment is in ${standing.currency}, in which none is refunded now.`,
    );
  if (standing.status !== "SUCCEEDED")
    return refusal(
      "payment_not_refundable",
      `The Payment is ${standing.status}. Only one that is SUCCEEDED can be refunded.`,
    );
  if (amount > standing.refundable) {
    const explanation = `amount is ${shownAmount(amount)}, and at most ${standing.refundable} of the Payment can still be refunded, in minor units of ${standing.currency}.`;
    return new DomainError("amount_exceeds_refundable", { param: "amount", explanation, key: "release" });
  }
  // Nobody can start under this attempt any more; the key's record decides who may try again.
  if (standing.late) return new DomainError("service_unavailable", { retryAfterS: 1 });
  return null;
}
