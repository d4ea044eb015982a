import type { ERROR_CODES } from "./openapi-values.ts";
import type { components, operations } from "./openapi.ts";

type Schemas = components["schemas"];

/** What the OpenAPI document calls this. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];
/** Of what a client sends; webhooks are what the platform sends. */
export type OperationId = Exclude<keyof operations, `on${string}`>;

export type PaymentCreate = Schemas["PaymentCreate"];
export type HostedPaymentCreate = Schemas["HostedPaymentCreate"];
export type Payment = Schemas["Payment"];
export type RefundCreate = Schemas["RefundCreate"];
export type Refund = Schemas["Refund"];
export type PayoutCreate = Schemas["PayoutCreate"];
export type Payout = Schemas["Payout"];
export type WebhookEndpointCreate = Schemas["WebhookEndpointCreate"];
export type WebhookEndpointUpdate = Schemas["WebhookEndpointUpdate"];
export type WebhookEndpoint = Schemas["WebhookEndpoint"];
export type WebhookEndpointWithSecret = Schemas["WebhookEndpointWithSecret"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookEndpointDeleted = Schemas["WebhookEndpointDeleted"];
export type WebhookSecretRoll = Schemas["WebhookSecretRoll"];
export type Health = Schemas["Health"];
/** Codes of the API as this version knows them; the API may add others. */
export type ErrorCode = (typeof ERROR_CODES)[number];

export type EventType = Schemas["Event"]["type"];
interface EventOf<Type extends string, Data> extends Omit<Schemas["Event"], "type" | "data"> {
  readonly type: Type;
  readonly data: Data;
}
/** `type` says what `data` holds: the object as its GET would have shown it when the change was recorded. */
export type Event =
  | EventOf<Extract<EventType, `payment.${string}`>, { payment: Payment }>
  | EventOf<Extract<EventType, `refund.${string}`>, { refund: Refund }>
  | EventOf<Extract<EventType, `payout.${string}`>, { payout: Payout }>;
export type ResentEvent = Event & Pick<Schemas["ResentEvent"], "deliveries">;

/** One page of a list, newest first. `has_more` means more in the direction that was asked for. */
export interface Page<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
}

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]["parameters"]["query"]>;
type Bounds<Query, Name extends string> = {
  [Key in keyof Query as Key extends `${Name}[${infer Bound}]` ? Bound : never]?: Query[Key];
};
/** The document's parameters, but `{ created: { gte: … } }` for `created[gte]`. */
export type ListQuery<Id extends OperationId> = {
  [Key in keyof QueryOf<Id> as Key extends `${string}[${string}]` ? never : Key]: QueryOf<Id>[Key];
} & {
  [Key in keyof QueryOf<Id> as Key extends `${infer Name}[${string}]` ? Name : never]?: Bounds<
    QueryOf<Id>,
    Key extends `${infer Name}[${string}]` ? Name : never
  >;
};
