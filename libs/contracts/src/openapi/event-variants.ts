import { Type, type TSchema } from "typebox";
import { PAYMENT_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from "../events.ts";
import { PublicEvent, type EventType } from "../event-list.ts";
import { Payment } from "../payment.ts";
import { Payout } from "../payout.ts";
import { Refund } from "../refund.ts";
import { named } from "../schema-name.ts";
import { closed, oneOf } from "../schema.ts";

type Types = Readonly<Record<string, EventType | null>>;

export interface EventVariant {
  readonly name: string;
  readonly kind: "payment" | "refund" | "payout";
  readonly types: readonly EventType[];
  readonly schema: TSchema;
}

function variant(name: string, kind: EventVariant["kind"], object: TSchema, table: Types): EventVariant {
  const types = Object.values(table).filter((type) => type !== null);
  const data = Type.Object(
    { [kind]: object },
    {
      ...closed,
      description: `The ${name.replace("Event", "")} as its GET would have shown it when the change was recorded`,
    },
  );
  const schema = Type.Object(
    { ...PublicEvent.properties, type: oneOf(types, { description: "What changed" }), data },
    { ...closed, description: `That a ${name.replace("Event", "")} changed` },
  );
  named(name, schema);
  return { name, kind, types, schema };
}

/** An event by the kind of its object, so that a reader's types know what `data` holds once they know `type`. */
export const EVENT_VARIANTS: readonly EventVariant[] = [
  variant("PaymentEvent", "payment", Payment, PAYMENT_EVENT_TYPES),
  variant("RefundEvent", "refund", Refund, REFUND_EVENT_TYPES),
  variant("PayoutEvent", "payout", Payout, PAYOUT_EVENT_TYPES),
];
