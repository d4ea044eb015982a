import { compileShape } from "../http/wire-shape.ts";

/** A payment or a payout as Checkout.com shows it: in the answer to its request, in a list, or by its id. */
export interface WirePayment {
  readonly id: string;
  readonly status: string;
  readonly reference?: string;
  /** Minor units. Absent from the answer to a request that still waits for something. */
  readonly amount?: number;
  readonly currency?: string;
  readonly approved?: boolean;
  readonly response_code?: string;
  readonly requested_on?: string;
  readonly _links?: {
    readonly self?: { readonly href?: string };
    readonly redirect?: { readonly href?: string };
  };
}

/** The payments of a reference, the newest first. */
export interface WireList {
  readonly total_count: number;
  readonly data: readonly WirePayment[];
}

/** What was done with a payment. `approved` is absent while that is not decided. */
export interface WireAction {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly approved?: boolean;
  readonly response_code?: string;
  readonly reference?: string;
}

/** That a refund or a reversal was accepted; it is not done by that. */
export interface WireAccepted {
  readonly action_id: string;
  readonly reference?: string;
}

export interface WireError {
  readonly error_type: string;
  readonly error_codes?: readonly string[];
}

export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly created_on: string;
  readonly data: {
    readonly id?: string;
    readonly action_id?: string;
    readonly reference?: string;
  };
}

export interface WireReports {
  readonly data: readonly WireReport[];
  readonly _links?: { readonly next?: { readonly href?: string } };
}

export interface WireReport {
  readonly id: string;
  readonly type: string;
  /** RFC 3339; from when (inclusive) to when (exclusive) it reports. */
  readonly from: string;
  readonly to: string;
  readonly files: readonly { readonly id: string; readonly filename: string; readonly format?: string }[];
}

/** What is said may be kept: nothing that a database could not hold, such as U+0000 and halves of characters. */
const STORABLE = "^[^\\p{Cc}\\p{Cs}]*$";
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength, pattern: STORABLE });
/** An id of theirs, as it may stand in a path of a later request. */
const id = { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" };
const amount = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const currency = { type: "string", pattern: "^[A-Z]{3}$" };
const href = { type: "object", properties: { href: text(4096) } };
/** Whether it is a moment is looked at where it is one. */
const time = text(40);

// Properties that we do not know are an acquirer's right to add, and so are statuses; what we know is checked.
const paymentSchema = {
  type: "object",
  properties: {
    id,
    status: text(64),
    reference: text(80),
    amount,
    currency,
    approved: { type: "boolean" },
    response_code: text(16),
    requested_on: time,
    _links: { type: "object", properties: { self: href, redirect: href } },
  },
  required: ["id", "status"],
};

const listSchema = {
  type: "object",
  properties: {
    total_count: { type: "integer", minimum: 0 },
    data: { type: "array", maxItems: 100, items: paymentSchema },
  },
  required: ["total_count", "data"],
};

const actionsSchema = {
  type: "array",
  maxItems: 1_000,
  items: {
    type: "object",
    properties: {
      id,
      type: text(64),
      amount,
      approved: { type: "boolean" },
      response_code: text(16),
      reference: text(80),
    },
    required: ["id", "type", "amount"],
  },
};

const acceptedSchema = {
  type: "object",
  properties: { action_id: id, reference: text(80) },
  required: ["action_id"],
};

const errorSchema = {
  type: "object",
  properties: {
    error_type: text(80),
    error_codes: { type: "array", maxItems: 100, items: text(120) },
  },
  required: ["error_type"],
};

const eventSchema = {
  type: "object",
  properties: {
    id: text(128),
    type: text(64),
    created_on: time,
    data: {
      type: "object",
      properties: { id: text(64), action_id: text(64), reference: text(80) },
    },
  },
  required: ["id", "type", "created_on", "data"],
};

const reportsSchema = {
  type: "object",
  properties: {
    data: {
      type: "array",
      maxItems: 500,
      items: {
        type: "object",
        properties: {
          id,
          type: text(64),
          from: time,
          to: time,
          files: {
            type: "array",
            maxItems: 1_000,
            items: {
              type: "object",
              properties: { id, filename: text(300), format: text(16) },
              required: ["id", "filename"],
            },
          },
        },
        required: ["id", "type", "from", "to", "files"],
      },
    },
    _links: { type: "object", properties: { next: href } },
  },
  required: ["data"],
};

export interface WireShapes {
  readonly isPayment: (value: unknown) => value is WirePayment;
  readonly isList: (value: unknown) => value is WireList;
  readonly isActions: (value: unknown) => value is readonly WireAction[];
  readonly isAccepted: (value: unknown) => value is WireAccepted;
  readonly isError: (value: unknown) => value is WireError;
  readonly isEvent: (value: unknown) => value is WireEvent;
  readonly isReports: (value: unknown) => value is WireReports;
}

/** For a test alone, which holds them against the schema of schemas. */
export const WIRE_SCHEMAS = [
  paymentSchema,
  listSchema,
  actionsSchema,
  acceptedSchema,
  errorSchema,
  eventSchema,
  reportsSchema,
];

let compiled: WireShapes | undefined;

/** The checks of everything that Checkout.com says, compiled when they are first asked for. */
export const wireShapes = (): WireShapes => (compiled ??= compileWireShapes());

function compileWireShapes(): WireShapes {
  return {
    isPayment: compileShape<WirePayment>(paymentSchema),
    isList: compileShape<WireList>(listSchema),
    isActions: compileShape<readonly WireAction[]>(actionsSchema),
    isAccepted: compileShape<WireAccepted>(acceptedSchema),
    isError: compileShape<WireError>(errorSchema),
    isEvent: compileShape<WireEvent>(eventSchema),
    isReports: compileShape<WireReports>(reportsSchema),
  };
}
