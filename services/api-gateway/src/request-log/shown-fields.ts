import {
  CARD_BRANDS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  ERROR_CATALOGUE,
  errorDocPath,
  EVENT_TYPES,
  FAILURE_CODES,
  INTEGRATION_TYPES,
  isCurrency,
  isErrorCode,
  NEXT_ACTION_REASONS,
  OPERATIONS,
  PAYMENT_METHOD_TYPES,
  PAYMENT_STATUSES,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
  REFUND_TYPES,
} from "@flowlix/contracts";
import { isPublicId } from "../explain/public-ids.ts";

/** In the place of a value that is not kept. */
export const TAKEN_OUT = "[taken out]";

/** Whether a value may be kept as it is: only of a form that no secret and nobody's name has. */
type IsHarmless = (value: unknown) => boolean;

/** A card number has at least twelve digits, and amounts and times have fewer. */
const NUMBER_MAX = 99_999_999_999;
export const LONG_DIGITS = /[0-9]{12}/;

/** Every word that the contract itself says: no name of a person is one of them. */
const WORDS: ReadonlySet<string> = new Set<string>([
  ...CARD_BRANDS,
  ...DELIVERY_STATUSES,
  ...DISABLED_REASONS,
  ...ENDPOINT_STATUSES,
  ...Object.keys(ERROR_CATALOGUE),
  ...EVENT_TYPES,
  ...FAILURE_CODES,
  ...INTEGRATION_TYPES,
  ...NEXT_ACTION_REASONS,
  ...PAYMENT_METHOD_TYPES,
  ...PAYMENT_STATUSES,
  ...PAYOUT_STATUSES,
  ...REFUND_STATUSES,
  ...REFUND_TYPES,
  "redirect",
  "*",
]);

const word: IsHarmless = (value) => typeof value === "string" && WORDS.has(value);
const number: IsHarmless = (value) =>
  typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= NUMBER_MAX;
const flag: IsHarmless = (value) => typeof value === "boolean";
const id: IsHarmless = (value) => typeof value === "string" && isPublicId(value) && !LONG_DIGITS.test(value);
const currency: IsHarmless = (value) => typeof value === "string" && isCurrency(value.toUpperCase());
const requestId: IsHarmless = (value) =>
  typeof value === "string" && /^req_[A-Za-z0-9]{24}$/.test(value) && !LONG_DIGITS.test(value);

/** The header that an error can be about; every other `param` is a path of fields, or the name of a filter. */
const KEY_HEADER = "Idempotency-Key";
const INDEX = /\[[0-9]{1,4}\]$/;
const param: IsHarmless = (value) =>
  typeof value === "string" &&
  (value === KEY_HEADER ||
    isKnownName(value) ||
    value.split(".").every((part) => isKnownName(part.replace(INDEX, ""))));

/** Where a code is explained, at an address that can hold nothing else. */
const DOC_URL = /^https?:\/\/[A-Za-z0-9.:[\]-]{1,100}(\/docs\/errors#([a-z_]{1,40}))$/;
const docUrl: IsHarmless = (value) => {
  const [, path, code] = (typeof value === "string" && !LONG_DIGITS.test(value) && DOC_URL.exec(value)) || [];
  return code !== undefined && isErrorCode(code) && path === errorDocPath(code);
};

/** What is kept of a body, by the field's own name wherever it stands. Whatever is not here is taken out. */
const SHOWN: ReadonlyMap<string, IsHarmless> = new Map(
  Object.entries({
    id,
    payment_id: id,
    event_id: id,
    starting_after: id,
    ending_before: id,
    request_id: requestId,
    amount: number,
    amount_refunded: number,
    amount_refundable: number,
    total_count: number,
    limit: number,
    created_at: number,
    updated_at: number,
    completed_at: number,
    requires_action_at: number,
    processing_at: number,
    succeeded_at: number,
    failed_at: number,
    expired_at: number,
    attempts: number,
    deliveries: number,
    overlap_seconds: number,
    currency,
    status: word,
    type: word,
    code: word,
    failure_code: word,
    integration_type: word,
    refund_type: word,
    brand: word,
    card_brand: word,
    event_type: word,
    enabled_events: word,
    reason: word,
    disabled_reason: word,
    param,
    doc_url: docUrl,
    livemode: flag,
    has_more: flag,
    deleted: flag,
  }),
);

export const isShown = (name: string, value: unknown): boolean => SHOWN.get(name)?.(value) === true;

/**
 * Names of fields that the contract knows, those of secrets too: that one was sent may be said, but not what it held.
 */
const NAMES: ReadonlySet<string> = new Set([
  ...SHOWN.keys(),
  "error",
  "errors",
  "message",
  ...Object.values(OPERATIONS).flatMap((operation) => [
    ...("query" in operation ? Object.keys(operation.query) : []),
    ...("body" in operation ? namesOf(operation.body) : []),
    ...namesOf(operation.success.body),
  ]),
]);

export const isKnownName = (name: string): boolean => NAMES.has(name);

/** Of every field at any depth. */
function namesOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(namesOf);
  return Object.entries(schema).flatMap(([keyword, inner]) => {
    if (keyword !== "properties" || typeof inner !== "object" || inner === null) return namesOf(inner);
    return Object.entries(inner).flatMap(([name, field]) => [name, ...namesOf(field)]);
  });
}
