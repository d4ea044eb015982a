import { currentTrace, newId } from "@flowlix/runtime";

/** An event as the outbox keeps it. */
export interface OutboxEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  /** Of what made it happen, as its webhook will carry it. */
  readonly traceparent?: string | undefined;
}

/** An event of the public API: `created_at` is the Unix second of the change, `data` the object as its GET shows it. */
interface PublicEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: number;
  readonly livemode: boolean;
  readonly data: object;
}

/** Gives an event its id and the trace of what made it happen (docs/design/decisions.md#webhooks). */
export function outboxEvent<Event extends PublicEvent>(content: Omit<Event, "id">): OutboxEvent {
  const event = { id: newId("event"), ...content };
  return {
    id: event.id,
    type: content.type,
    payload: JSON.stringify(event),
    traceparent: currentTrace()?.traceparent,
  };
}
