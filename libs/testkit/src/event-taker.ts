import {
  defineService,
  notifierContract,
  type OutboxRow,
  type Params,
  type Result,
} from "@flowlix/contracts";
import { implement } from "@flowlix/runtime";

/** The part of the notifier that owners call. */
const TAKING = defineService("notifier", { accept: notifierContract.actions.accept });

type Accept = Params<typeof notifierContract, "accept">;
type Accepted = Result<typeof notifierContract, "accept">;

/** A notifier that only accepts events, each once, and notifies no merchant. */
export interface EventTaker {
  readonly service: ReturnType<typeof implement>;
  /** Stored events in the order they were stored in. */
  readonly events: OutboxRow[];
  /** Runs before events are stored; what it throws is the answer. */
  before: (events: readonly OutboxRow[]) => unknown;
}

export function eventTaker(): EventTaker {
  const events: OutboxRow[] = [];
  const accept = async (params: Accept): Promise<Accepted> => {
    await taker.before(params.events);
    for (const event of params.events)
      if (!events.some(({ event_id }) => event_id === event.event_id)) events.push(event);
    return { refused: [] };
  };
  const taker: EventTaker = {
    service: implement(TAKING, { accept }),
    events,
    before: () => undefined,
  };
  return taker;
}
