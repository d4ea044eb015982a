import { BrowserInformation, CardInput, Cryptogram, Eci, WalletCardInput } from "@flowlix/contracts";
import { DELAY_MAX_MS, FAULTS, OPERATIONS, RULES_MAX } from "../faults/fault-rule.ts";

/*
 * Request shapes as JSON Schema, compiled once at start. Open to properties they do not name, as
 * acquirers are: a newer client may send more than this release reads. The admin listener is closed.
 */

const amount = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const currency = { type: "string", pattern: "^[A-Z]{3}$" };
const url = { type: "string", maxLength: 2048, pattern: "^https?://", format: "uri" };

export const REFERENCE_PATTERN = "^[A-Za-z0-9_-]{1,64}$";
const reference = { type: "string", pattern: REFERENCE_PATTERN };

export const REFERENCE_PARAMS = { type: "object", required: ["reference"], properties: { reference } };
export interface ReferenceParams {
  readonly reference: string;
}

const withCryptogram = { card: WalletCardInput, cryptogram: Cryptogram, eci: Eci };

const CARD = { type: "object", required: ["card"], properties: { kind: { const: "card" }, card: CardInput } };
const APPLE_PAY = {
  type: "object",
  required: ["card", "cryptogram"],
  properties: { kind: { const: "apple_pay" }, ...withCryptogram },
};
const GOOGLE_PAY = {
  type: "object",
  required: ["auth_method", "card"],
  properties: {
    kind: { const: "google_pay" },
    auth_method: { type: "string", enum: ["CRYPTOGRAM_3DS", "PAN_ONLY"] },
    ...withCryptogram,
  },
  if: { required: ["auth_method"], properties: { auth_method: { const: "PAN_ONLY" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's keyword
  then: { properties: { cryptogram: false, eci: false } },
  else: { required: ["cryptogram"] },
};

/** Checked and forgotten: the outcome is chosen by the amount, so nothing of the instrument is needed. */
export const AUTHORISE_BODY = {
  type: "object",
  required: ["instrument"],
  properties: {
    instrument: {
      type: "object",
      required: ["kind"],
      discriminator: { propertyName: "kind" },
      oneOf: [CARD, APPLE_PAY, GOOGLE_PAY],
    },
    browser_information: BrowserInformation,
  },
};

export const REGISTER_BODY = {
  type: "object",
  required: ["amount", "currency", "return_url"],
  properties: {
    amount,
    currency,
    return_url: url,
    callback_url: url,
    customer_ip_address: { type: "string", maxLength: 45 },
    merchant_name: { type: "string", minLength: 1, maxLength: 255 },
    authorisation: AUTHORISE_BODY,
  },
};
export interface RegisterBody {
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly callback_url?: string;
  readonly merchant_name?: string;
  /** Present where the order is to be authorised at once. */
  readonly authorisation?: { readonly browser_information?: { readonly language: string } };
}

export const CANCEL_BODY = {
  type: "object",
  required: ["amount", "currency"],
  properties: { amount, currency },
};
export interface CancelBody {
  readonly amount: number;
  readonly currency: string;
}

export const REFUND_BODY = {
  type: "object",
  required: ["charge", "amount", "currency"],
  properties: { charge: reference, amount, currency, callback_url: url },
};
export interface RefundBody {
  readonly charge: string;
  readonly amount: number;
  readonly currency: string;
  readonly callback_url?: string;
}

export const CANCEL_REFUND_BODY = {
  type: "object",
  required: ["charge", "amount", "currency"],
  properties: { charge: reference, amount, currency },
};
export type CancelRefundBody = CancelBody & { readonly charge: string };

const name = { type: "string", minLength: 1, maxLength: 255 };

/** Of the card brand and last four are kept, of recipient and address nothing. */
export const PAYOUT_BODY = {
  type: "object",
  required: ["amount", "currency", "card", "recipient", "initiator_ip_address"],
  properties: {
    amount,
    currency,
    card: {
      type: "object",
      required: ["number"],
      properties: { number: { type: "string", pattern: "^[0-9]{12,19}$" } },
    },
    recipient: {
      type: "object",
      required: ["first_name", "last_name", "country"],
      properties: {
        first_name: name,
        last_name: name,
        country: { type: "string", pattern: "^[A-Z]{2}$" },
      },
    },
    initiator_ip_address: { type: "string", maxLength: 45 },
    callback_url: url,
  },
};
export interface PayoutBody {
  readonly amount: number;
  readonly currency: string;
  readonly card: { readonly number: string };
  readonly callback_url?: string;
}

export const BOOK_QUERY = { type: "object", additionalProperties: false, properties: { charge: reference } };
export interface BookQuery {
  readonly charge?: string;
}

export const DAY_PARAMS = {
  type: "object",
  required: ["day"],
  properties: { day: { type: "string", format: "date" } },
};
export interface DayParams {
  readonly day: string;
}

export const FAULTS_BODY = {
  type: "object",
  required: ["rules"],
  additionalProperties: false,
  properties: {
    rules: {
      type: "array",
      maxItems: RULES_MAX,
      items: {
        type: "object",
        required: ["operation", "fault"],
        additionalProperties: false,
        properties: {
          operation: { type: "string", enum: [...OPERATIONS, "any"] },
          fault: { type: "string", enum: [...FAULTS] },
          delay_ms: { type: "integer", minimum: 0, maximum: DELAY_MAX_MS },
          times: { type: "integer", minimum: 1, maximum: 1_000_000 },
          reference,
        },
      },
    },
  },
};

const lineKind = { type: "string", enum: ["charge", "reversal", "refund", "payout"] };
const day = { type: "string", format: "date" };
const ofLine = (fault: object, more: Readonly<Record<string, object>> = {}) => {
  const properties = { fault, kind: lineKind, reference, ...more };
  return { type: "object", required: Object.keys(properties), additionalProperties: false, properties };
};

const STATEMENT_LINE = {
  type: "object",
  required: ["kind", "reference", "amount", "currency", "executed_at"],
  additionalProperties: false,
  properties: {
    kind: lineKind,
    reference,
    charge: reference,
    amount,
    currency,
    executed_at: { type: "integer", minimum: 0, maximum: 253_402_300_799 },
  },
};

export const STATEMENT_FAULTS_BODY = {
  type: "object",
  required: ["rules"],
  additionalProperties: false,
  properties: {
    rules: {
      type: "array",
      maxItems: RULES_MAX,
      items: {
        type: "object",
        required: ["fault"],
        discriminator: { propertyName: "fault" },
        oneOf: [
          ofLine({ type: "string", enum: ["omit", "duplicate", "late"] }),
          ofLine({ const: "amount" }, { amount }),
          ofLine({ const: "currency" }, { currency }),
          {
            type: "object",
            required: ["fault", "line"],
            additionalProperties: false,
            properties: { fault: { const: "add" }, line: STATEMENT_LINE },
          },
          {
            type: "object",
            required: ["fault"],
            additionalProperties: false,
            properties: { fault: { type: "string", enum: ["garble", "cut"] }, day },
          },
        ],
      },
    },
  },
};
