import type { Instrument } from "@flowlix/cards";
import type { DirectPaymentRequest } from "@flowlix/contracts";

type Method = DirectPaymentRequest["payment_method_data"];

/**
 * What distinguishes ways of paying in a request's identity (docs/design/decisions.md#wallet-identity): method,
 * format and Google's `auth_method`, and nothing of the credentials.
 */
export function methodIdentityOf(method: Method): string {
  switch (method.type) {
    case "card":
      return "card";
    case "apple_pay":
      return `apple_pay/${method.apple_pay.format}`;
    case "google_pay":
      return `google_pay/${method.google_pay.format}/${method.google_pay.data.auth_method}`;
    default:
      return method satisfies never;
  }
}

/** The instrument of a validated request, as it is encrypted: everything as it was sent but names, trimmed. */
export function instrumentOf(body: DirectPaymentRequest): Instrument {
  const { payment_method_data: method, browser_information } = body;
  switch (method.type) {
    case "card": {
      const { card } = method;
      return { kind: "card", card: { ...card, holder_name: card.holder_name.trim() }, browser_information };
    }
    case "apple_pay": {
      const { card, cryptogram, eci } = method.apple_pay.data;
      return { kind: "apple_pay", card: named(card), cryptogram, eci, browser_information };
    }
    case "google_pay": {
      const { data } = method.google_pay;
      return { ...data, kind: "google_pay", card: named(data.card), browser_information };
    }
    default:
      return method satisfies never;
  }
}

function named<Card extends { holder_name?: string }>(card: Card): Card {
  return card.holder_name === undefined ? card : { ...card, holder_name: card.holder_name.trim() };
}
