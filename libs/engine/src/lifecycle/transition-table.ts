import type { Noun } from "../owner/owner-name.ts";

/** Every legal move by status and event; a pair that is not there never happens. */
export type Transitions<Status extends string, EventType extends string> = Readonly<
  Record<Status, Partial<Readonly<Record<EventType, Status>>>>
>;

export class IllegalTransition extends Error {
  constructor(noun: Noun, status: string, event: string) {
    super(`a ${status} ${noun} cannot take "${event}"`);
  }
}

export interface TransitionTable<Status extends string, EventType extends string> {
  /** The status that follows; null where the event is not legal. */
  readonly nextStatus: (status: Status, event: EventType) => Status | null;
  /** Throws `IllegalTransition` where the event is not legal. */
  readonly enter: (status: Status, event: EventType) => Status;
  /** Nothing moves an object from there. */
  readonly isTerminal: (status: Status) => boolean;
}

/** Reads an object's lifecycle table (docs/design/architecture.md#rule-8). */
export function transitionTable<Status extends string, EventType extends string>(
  noun: Noun,
  transitions: Transitions<Status, EventType>,
): TransitionTable<Status, EventType> {
  const nextStatus = (status: Status, event: EventType): Status | null => transitions[status][event] ?? null;
  return {
    nextStatus,
    enter: (status, event) => {
      const next = nextStatus(status, event);
      if (next === null) throw new IllegalTransition(noun, status, event);
      return next;
    },
    isTerminal: (status) => Object.keys(transitions[status]).length === 0,
  };
}
