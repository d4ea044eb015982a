import { OPERATIONS, type CreateOperation } from "@flowlix/contracts";

/** Of a Direct Payment the way of paying counts as well, the card does not (docs/design/decisions.md#identity). */
const BESIDES: Readonly<Partial<Record<CreateOperation, string>>> = {
  create_payment: "payment_method_data.type",
};

/**
 * Why a key is refused that was used for another request. Of the first request there is a keyed hash alone, so nobody
 * can say which field differs: those that are compared are named.
 */
export function explainReusedKey(operation: CreateOperation): string {
  const compared = Object.values(OPERATIONS).flatMap((one) =>
    "idempotency" in one && one.idempotency.operation === operation ? [...one.idempotency.identity] : [],
  );
  const besides = BESIDES[operation];
  const fields = [...compared, ...(besides === undefined ? [] : [besides])].join(", ");
  return (
    `Idempotency-Key was used before for a request with another body, and nothing was made now. ` +
    `One of these differs, and which one is not kept: ${fields}. ` +
    `To repeat the first request send it exactly as it was; one that was changed needs a new key.`
  );
}
