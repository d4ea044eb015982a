import { setTimeout as timer } from "node:timers/promises";
import { TIME_LADDER, type Loop } from "@flowlix/runtime";
import { deadlineIn, type Deadline } from "@flowlix/provider";

/** What a create does with its key at its end. */
export type FinalisationStep = "complete" | "hold" | "release";

/** A step to be done with a key, and the call that does it; it may be made more than once. */
export interface Finishing<T> {
  readonly step: FinalisationStep;
  readonly requestId: string;
  readonly deadline: Deadline;
  readonly call: (timeoutMs: number) => Promise<T>;
}

/** What is left to do of a key once its create is decided. It never changes the answer. */
export interface Finalisation {
  /**
   * What the call answers, or null where its first try failed: the answer goes out then, and the tries go on behind
   * it until the key's lease is over. Never rejects; waits for no longer than is left of the request's time, and 10 s.
   */
  finish<T>(finishing: Finishing<T>): Promise<T | null>;
  /** No further try is made; resolves at once. */
  stop(): void;
}

export interface FinalisationDeps {
  /** Where tries report how they end. */
  readonly loop: Loop;
  /** Called for a key whose step never succeeded; its lease ends by itself. */
  readonly onGivenUp: (step: FinalisationStep, error: unknown, requestId: string) => void;
  /** Rejects when it is broken off. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The first try gets this much time even if the request has none left: it ends the key. */
const FIRST_TRY_MIN_MS = 250;
/** Longer than a statement waits for a lock. */
const TRY_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const PAUSE_MAX_MS = 2_000;
/** With their pauses they take as long as a key's lease at most. */
const TRIES_MAX = 24;
/** Each keeps an answer in memory. */
const KEYS_AT_ONCE_MAX = 1_000;

const pauseFor = (ms: number, signal: AbortSignal) => timer(ms, undefined, { signal });

/** Finalisation of one process. */
export function createFinalisation({ loop, onGivenUp, pause = pauseFor }: FinalisationDeps): Finalisation {
  const stopping = new AbortController();
  const { signal } = stopping;
  let keys = 0;

  /** Undefined once a try succeeded, else why the last one failed. */
  async function failureOfAll({ deadline, call }: Finishing<unknown>, first: unknown): Promise<unknown> {
    const lease = deadlineIn(Math.max(0, deadline.remainingMs()) + TIME_LADDER.leaseExtraMs);
    let failure = first;
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 1; tries < TRIES_MAX && lease.remainingMs() > pauseMs; tries += 1) {
      try {
        await pause(pauseMs, signal);
        await loop.run(() => call(Math.min(TRY_MS, lease.remainingMs())));
        return undefined;
      } catch (error) {
        if (signal.aborted) break;
        failure = error;
      }
      pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
    }
    return failure;
  }

  async function goOn(finishing: Finishing<unknown>, first: unknown): Promise<void> {
    const { step, requestId } = finishing;
    if (keys >= KEYS_AT_ONCE_MAX) return onGivenUp(step, first, requestId);
    keys += 1;
    const failure = await failureOfAll(finishing, first);
    keys -= 1;
    if (failure !== undefined) onGivenUp(step, failure, requestId);
  }

  return {
    async finish(finishing) {
      try {
        const leftMs = Math.max(FIRST_TRY_MIN_MS, finishing.deadline.remainingMs());
        const timeoutMs = Math.min(leftMs, TIME_LADDER.keyStepMs);
        return await loop.run(() => finishing.call(timeoutMs));
      } catch (error) {
        void goOn(finishing, error ?? new Error("no reason was given"));
        return null;
      }
    },
    stop: () => stopping.abort(),
  };
}
