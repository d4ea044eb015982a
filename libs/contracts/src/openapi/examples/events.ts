import type { EventType, PublicEvent } from "../../event-list.ts";
import { EVENT_VARIANTS, type EventVariant } from "../event-variants.ts";
import type { JsonObject } from "../json.ts";
import { AT, EVENT_ID, PAYMENTS, PAYOUTS, REFUNDS } from "./objects.ts";

const OBJECTS: Readonly<Record<EventVariant["kind"], Readonly<Record<string, object>>>> = {
  payment: PAYMENTS,
  refund: REFUNDS,
  payout: PAYOUTS,
};

/** `payment.succeeded` is `EventPaymentSucceeded`. */
export const eventExampleName = (type: EventType): string =>
  `Event${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

function eventOf(kind: EventVariant["kind"], type: EventType): Omit<PublicEvent, "data"> & { data: object } {
  const object = OBJECTS[kind][type.slice(kind.length + 1).toUpperCase()];
  if (object === undefined) throw new Error(`there is no example of ${type}`);
  return { id: EVENT_ID, type, created_at: AT + 2, livemode: false, data: { [kind]: object } };
}

/** An example of every event, by its name in the document. */
export const EVENT_EXAMPLES: JsonObject = Object.fromEntries(
  EVENT_VARIANTS.flatMap(({ kind, types }) =>
    types.map((type) => [eventExampleName(type), { summary: type, value: eventOf(kind, type) }] as const),
  ),
);

export const SUCCEEDED_EVENT = eventOf("payment", "payment.succeeded");
