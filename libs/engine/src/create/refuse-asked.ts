import { canTake, type Asked, type Capabilities, type Refusal, type WantedField } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";

type ErrorParts = ConstructorParameters<typeof DomainError>;

/**
 * Why a new object is refused by what its acquirer takes, in the words of the contract; null where it is taken
 * (docs/design/decisions.md#acquirers-take). Asked before anything is inserted: the key is free for another request.
 */
export function refuseAsked(capabilities: Capabilities, asked: Asked): DomainError | null {
  const refusal = canTake(capabilities, asked);
  return refusal === null ? null : errorOf(refusal, asked);
}

function errorOf(refusal: Refusal, asked: Asked): DomainError {
  const refuse = (type: ErrorParts[0], details: ErrorParts[1]) =>
    new DomainError(type, { ...details, key: "release" });
  const what = asked.kind === "payout" ? "Payouts" : "Payments";
  const currency = "currency" in asked ? asked.currency : "";
  switch (refusal.why) {
    case "method":
      return refuse("parameter_invalid", {
        param: "payment_method_data.type",
        explanation: "The acquirer of this account does not take this way of paying. Send another one.",
      });
    case "page":
      return refuse("payment_acceptance_unavailable", {
        explanation: "The acquirer of this account takes no Payments of the hosted page.",
      });
    case "currency":
      return refuse("currency_not_supported", {
        param: "currency",
        explanation: `The acquirer of this account takes no ${what} in ${currency}.`,
      });
    case "payouts":
      return refuse("payout_submission_unavailable", {
        explanation: "The acquirer of this account makes no Payouts.",
      });
    case "network":
      return refuse("unsupported_card", {
        param: "destination.card_number",
        explanation: "The acquirer of this account pays out to no card of this brand.",
      });
    case "refunds":
      return refuse("payment_not_refundable", {
        param: "payment_id",
        explanation: "The acquirer that has the Payment gives no money back.",
      });
    case "fields":
      return refuse(refusal.fields[0].isMissing ? "request_body_invalid" : "parameter_invalid", {
        param: refusal.fields[0].path,
        explanation: explainFields(refusal.fields),
      });
  }
}

/** Names alone: what a field holds may be a person's. */
function explainFields([first, ...others]: readonly [WantedField, ...WantedField[]]): string {
  const why = first.isMissing
    ? `${first.path} is missing. It is optional elsewhere, and the acquirer of this account needs it.`
    : `${first.path} is not as the acquirer of this account takes it: it may be too short, or have a character that is not taken there.`;
  const names = others.map(({ path }) => path);
  return names.length === 0 ? why : `${why} It needs ${names.join(", ")} as well.`;
}
