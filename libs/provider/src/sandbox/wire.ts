import { BOOK_LINE_KINDS, type BookLineKind } from "@flowlix/contracts";
import type { CallbackKind } from "../evidence.ts";
import { compileShape } from "../http/wire-shape.ts";

const ORDER_STATES = [
  "registered",
  "received",
  "action_required",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type WireState = (typeof ORDER_STATES)[number];

/** An order as the sandbox acquirer shows it. */
export interface WireOrder {
  readonly order_id: string;
  readonly reference: string;
  readonly mode: "sandbox";
  readonly amount: number;
  readonly currency: string;
  readonly state: WireState;
  readonly response_code: string | null;
  readonly action_url: string | null;
  readonly reversed: boolean;
  /** Unix seconds. */
  readonly created_at: number;
  readonly updated_at: number;
}

const TRANSFER_STATES = ["received", "processing", "succeeded", "failed", "cancelled"] as const;

/** A refund or a payout as the sandbox acquirer shows it, as far as both are alike. */
export interface WireTransfer {
  readonly reference: string;
  readonly mode: "sandbox";
  readonly amount: number;
  readonly currency: string;
  readonly state: (typeof TRANSFER_STATES)[number];
  readonly response_code: string | null;
  /** Unix seconds. */
  readonly created_at: number;
  readonly updated_at: number;
}

export interface WireRefund extends WireTransfer {
  readonly refund_id: string;
  /** The reference of the order that was charged. */
  readonly charge: string;
}

export interface WirePayout extends WireTransfer {
  readonly payout_id: string;
}

export interface WireError {
  readonly error: { readonly code: string; readonly executed?: boolean };
}

export interface WireCallback {
  readonly callback_id: string;
  readonly reference: string;
  readonly kind: CallbackKind;
  readonly state: string;
  readonly at: number;
}

/** A line of a statement. */
export interface WireStatementLine {
  readonly kind: BookLineKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  /** Unix seconds. */
  readonly executed_at: number;
}

/** A statement's last line. */
export interface WireStatementEnd {
  readonly kind: "end";
  readonly day: string;
  readonly mode: "sandbox";
  readonly lines: number;
}

/** What is said may be kept: nothing that a database could not hold, such as U+0000 and halves of characters. */
const STORABLE = "^[^\\p{Cc}\\p{Cs}]*$";
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength, pattern: STORABLE });
/** The end of the year 9999, in Unix seconds. */
const LAST_SECOND = 253_402_300_799;
const unixSeconds = { type: "integer", minimum: 0, maximum: LAST_SECOND };

const amount = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const currency = { type: "string", pattern: "^[A-Z]{3}$" };
const mode = { type: "string", const: "sandbox" };

// Properties we do not know are a provider's right to add; those we know are checked to the letter.
function objectSchema(states: readonly string[], more: Readonly<Record<string, object>>) {
  const properties = {
    reference: text(64),
    mode,
    amount,
    currency,
    state: { type: "string", enum: states },
    response_code: { type: ["string", "null"], maxLength: 16, pattern: STORABLE },
    created_at: unixSeconds,
    updated_at: unixSeconds,
    ...more,
  };
  return { type: "object", properties, required: Object.keys(properties) };
}

const orderSchema = objectSchema(ORDER_STATES, {
  order_id: text(128),
  action_url: { type: ["string", "null"], maxLength: 4096, pattern: STORABLE },
  reversed: { type: "boolean" },
});
const refundSchema = objectSchema(TRANSFER_STATES, { refund_id: text(128), charge: text(64) });
const payoutSchema = objectSchema(TRANSFER_STATES, { payout_id: text(128) });

const errorSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { code: text(64), executed: { type: "boolean" } },
      required: ["code"],
    },
  },
  required: ["error"],
};

const callbackSchema = {
  type: "object",
  properties: {
    callback_id: text(128),
    reference: text(64),
    kind: { type: "string", enum: ["order", "refund", "payout"] },
    state: text(64),
    at: unixSeconds,
  },
  required: ["callback_id", "reference", "kind", "state", "at"],
};

const statementLineSchema = {
  type: "object",
  properties: {
    kind: { type: "string", enum: BOOK_LINE_KINDS },
    reference: text(64),
    amount,
    currency,
    executed_at: unixSeconds,
  },
  required: ["kind", "reference", "amount", "currency", "executed_at"],
};

const statementEndSchema = {
  type: "object",
  properties: {
    kind: { type: "string", const: "end" },
    day: text(10),
    mode,
    lines: { type: "integer", minimum: 0 },
  },
  required: ["kind", "day", "mode", "lines"],
};

export interface WireShapes {
  readonly isOrder: (value: unknown) => value is WireOrder;
  readonly isRefund: (value: unknown) => value is WireRefund;
  readonly isPayout: (value: unknown) => value is WirePayout;
  readonly isError: (value: unknown) => value is WireError;
  readonly isCallback: (value: unknown) => value is WireCallback;
  readonly isStatementLine: (value: unknown) => value is WireStatementLine;
  readonly isStatementEnd: (value: unknown) => value is WireStatementEnd;
}

/** For a test alone, which holds them against the schema of schemas. */
export const WIRE_SCHEMAS = [
  orderSchema,
  refundSchema,
  payoutSchema,
  errorSchema,
  callbackSchema,
  statementLineSchema,
  statementEndSchema,
];

let compiled: WireShapes | undefined;

/** The checks of everything the acquirer says, compiled when they are first asked for. */
export const wireShapes = (): WireShapes => (compiled ??= compileWireShapes());

function compileWireShapes(): WireShapes {
  return {
    isOrder: compileShape<WireOrder>(orderSchema),
    isRefund: compileShape<WireRefund>(refundSchema),
    isPayout: compileShape<WirePayout>(payoutSchema),
    isError: compileShape<WireError>(errorSchema),
    isCallback: compileShape<WireCallback>(callbackSchema),
    isStatementLine: compileShape<WireStatementLine>(statementLineSchema),
    isStatementEnd: compileShape<WireStatementEnd>(statementEndSchema),
  };
}
