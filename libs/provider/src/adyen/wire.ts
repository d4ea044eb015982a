import { compileShape } from "../http/wire-shape.ts";

export interface WireAmount {
  readonly currency: string;
  readonly value: number;
}

/** What `POST /payments` and `POST /payments/details` answer, as far as it is read. */
export interface WirePayment {
  readonly resultCode: string;
  readonly pspReference?: string;
  readonly merchantReference?: string;
  readonly amount?: WireAmount;
  readonly refusalReasonCode?: string;
  readonly action?: { readonly type: string; readonly method?: string; readonly url?: string };
}

/** What a cancellation, a reversal or a refund answers: received, and no more. */
export interface WireReceived {
  readonly status: string;
  readonly merchantAccount: string;
  readonly pspReference: string;
  readonly reference?: string;
  readonly paymentReference?: string;
  readonly paymentPspReference?: string;
  readonly amount?: WireAmount;
}

export interface WireTransfer {
  readonly id?: string;
  readonly status: string;
  readonly reason?: string;
  readonly reference?: string;
  readonly amount: WireAmount;
  readonly category: string;
  readonly balanceAccount?: { readonly id?: string };
  readonly tracking?: WireTracking;
  readonly events?: readonly { readonly trackingData?: WireTracking; readonly status?: string }[];
}

export interface WireTracking {
  readonly type: string;
  readonly status?: string;
}

export interface WireTransferList {
  readonly data?: readonly WireTransfer[];
  readonly _links?: { readonly next?: { readonly href?: string } };
}

/** An error of the API; `errorCode` is all that is read of it. */
export interface WireError {
  readonly errorCode?: string;
}

/** An item of a standard webhook. All but `additionalData.hmacSignature` is signed by it. */
export interface WireItem {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: WireAmount;
  readonly eventCode: string;
  readonly success: "true" | "false";
  readonly additionalData: { readonly hmacSignature: string };
}

export interface WireNotification {
  readonly live: "true" | "false";
  readonly notificationItems: readonly { readonly NotificationRequestItem: WireItem }[];
}

/** `balancePlatform.transfer.created` and `.updated`, signed as a whole. */
export interface WireTransferNotification {
  readonly environment: string;
  readonly type: string;
  readonly data: WireTransfer & { readonly eventId?: string; readonly sequenceNumber?: number };
}

/** What is said may be kept: nothing that a database could not hold, such as U+0000 and halves of characters. */
const STORABLE = "^[^\\p{Cc}\\p{Cs}]*$";
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength, pattern: STORABLE });
const optionalText = (maxLength: number) => ({ type: "string", maxLength, pattern: STORABLE });
const money = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const amount = {
  type: "object",
  properties: { currency: { type: "string", pattern: "^[A-Z]{3}$" }, value: money },
  required: ["currency", "value"],
};
/** It is stored and sent back as part of a path. */
const PSP_REFERENCE = { type: "string", minLength: 1, maxLength: 64, pattern: "^[!-~]+$" };
const REFERENCE = text(80);

// Properties we do not know are the vendor's right to add; those we know are checked to the letter.
const object = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
});

const payment = object(
  {
    resultCode: text(64),
    pspReference: PSP_REFERENCE,
    merchantReference: REFERENCE,
    amount,
    refusalReasonCode: optionalText(16),
    action: object({ type: text(32), method: text(8), url: text(4096) }, ["type"]),
  },
  ["resultCode"],
);

const received = object(
  {
    status: text(32),
    merchantAccount: text(128),
    pspReference: PSP_REFERENCE,
    reference: REFERENCE,
    paymentReference: REFERENCE,
    paymentPspReference: PSP_REFERENCE,
    amount,
  },
  ["status", "merchantAccount", "pspReference"],
);

const tracking = object({ type: text(64), status: text(64) }, ["type"]);
const transferProperties = {
  id: text(128),
  status: text(64),
  reason: text(128),
  reference: REFERENCE,
  amount,
  category: text(64),
  balanceAccount: object({ id: text(128) }, []),
  tracking,
  events: { type: "array", maxItems: 200, items: object({ trackingData: tracking, status: text(64) }, []) },
};
const TRANSFER_REQUIRED = ["status", "amount", "category"];
const transfer = object(transferProperties, TRANSFER_REQUIRED);

const list = object(
  {
    data: { type: "array", maxItems: 100, items: transfer },
    _links: object({ next: object({ href: text(4096) }, []) }, []),
  },
  [],
);

const error = object({ errorCode: optionalText(64) }, []);

const FLAG = { type: "string", enum: ["true", "false"] };

const item = object(
  {
    pspReference: PSP_REFERENCE,
    originalReference: optionalText(64),
    merchantAccountCode: text(128),
    merchantReference: optionalText(80),
    amount,
    eventCode: text(48),
    success: FLAG,
    additionalData: object({ hmacSignature: { type: "string", minLength: 1, maxLength: 128 } }, [
      "hmacSignature",
    ]),
  },
  [
    "pspReference",
    "merchantAccountCode",
    "merchantReference",
    "amount",
    "eventCode",
    "success",
    "additionalData",
  ],
);

/** Adyen sends few items at once; what is verified of one request is bounded. */
const ITEMS_MAX = 100;

const notification = object(
  {
    live: FLAG,
    notificationItems: {
      type: "array",
      minItems: 1,
      maxItems: ITEMS_MAX,
      items: object({ NotificationRequestItem: item }, ["NotificationRequestItem"]),
    },
  },
  ["live", "notificationItems"],
);

const transferNotification = object(
  {
    environment: text(16),
    type: text(64),
    data: object(
      {
        ...transferProperties,
        eventId: text(128),
        sequenceNumber: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      },
      TRANSFER_REQUIRED,
    ),
  },
  ["environment", "type", "data"],
);

export type Shape<T> = (value: unknown) => value is T;

export interface WireShapes {
  readonly isPayment: Shape<WirePayment>;
  readonly isReceived: Shape<WireReceived>;
  readonly isTransfer: Shape<WireTransfer>;
  readonly isTransferList: Shape<WireTransferList>;
  readonly isError: Shape<WireError>;
  readonly isNotification: Shape<WireNotification>;
  readonly isTransferNotification: Shape<WireTransferNotification>;
}

/** For a test alone, which holds them against the schema of schemas. */
export const WIRE_SCHEMAS = [payment, received, transfer, list, error, notification, transferNotification];

let compiled: WireShapes | undefined;

/** The checks of everything that is read of Adyen, compiled when they are first asked for. */
export const wireShapes = (): WireShapes => (compiled ??= compileWireShapes());

function compileWireShapes(): WireShapes {
  return {
    isPayment: compileShape<WirePayment>(payment),
    isReceived: compileShape<WireReceived>(received),
    isTransfer: compileShape<WireTransfer>(transfer),
    isTransferList: compileShape<WireTransferList>(list),
    isError: compileShape<WireError>(error),
    isNotification: compileShape<WireNotification>(notification),
    isTransferNotification: compileShape<WireTransferNotification>(transferNotification),
  };
}
