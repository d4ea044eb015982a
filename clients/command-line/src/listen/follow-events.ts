import { setTimeout as pause } from "node:timers/promises";
import type { Event, Page } from "@flowlix/client";
import { EXIT, Failure, type ErrorFacts } from "../failure.ts";

const PAGE = 100;
const POLL_MS = 1_000;
const TROUBLE_MS_MAX = 30_000;
/** A page before an event ends two seconds ago; what begins it has to be older (docs/site/webhooks.md#events). */
const SETTLED_S = 5;

/** The newest event of a page that is old enough for the pages before it. */
export const settledOf = ({ data, atS }: EventPage): Event | undefined =>
  data.find((event) => event.created_at <= atS - SETTLED_S);

export interface EventQuery {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
}

/** With the moment of the answer by the platform's clock, in seconds since 1970. */
export interface EventPage extends Page<Event> {
  readonly atS: number;
}

export interface FollowOptions {
  /** Asks for a page of events. Errors: Failure. */
  readonly ask: (query: EventQuery) => Promise<EventPage>;
  /** The event to begin behind; without it everything from now on. */
  readonly after?: string;
  readonly signal: AbortSignal;
  /** The platform has been looked at once: what happens from now on is shown. */
  readonly onReady?: () => void;
  /** The platform is away since just now, and is asked again until it is back. */
  readonly onAway: (failure: Failure) => void;
  /** It is back, after so many milliseconds; by the clock on the wall, so that a laptop's sleep counts. */
  readonly onBack: (awayMs: number) => void;
  /** How long after a page without more the next is asked for. */
  readonly pollMs?: number;
}

/**
 * Each event once, in the order in which they came in, until the signal. Errors: Failure, where asking again cannot
 * help.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<Event> {
  const { signal, after, pollMs = POLL_MS } = options;
  const ask: FollowOptions["ask"] = (query) =>
    patiently(options, async () => options.ask({ limit: PAGE, ...query }));
  /** Those that were there before, or were shown before there was an event that is old enough to go by. */
  const seen = new Set<string>();
  let cursor = after;
  for (let first = true; ; first = false) {
    if (cursor === undefined) {
      const { events, settled } = await newest(ask);
      const unseen = events.filter(({ id }) => !seen.has(id)).toReversed();
      for (const { id } of unseen) seen.add(id);
      cursor = settled;
      if (first) options.onReady?.();
      else yield* unseen;
    } else {
      const { data, has_more: more } = await ask({ ending_before: cursor }).catch((error: unknown) => {
        throw cursor === after ? aboutAfter(error) : error;
      });
      if (first) options.onReady?.();
      yield* data.filter(({ id }) => !seen.delete(id)).toReversed();
      cursor = data[0]?.id ?? cursor;
      if (more) continue;
    }
    await pause(pollMs, undefined, { signal });
  }
}

/** The platform names the parameter that it was asked with; the user wrote --after. */
function aboutAfter(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const facts: ErrorFacts = JSON.parse(asAfter(JSON.stringify(error.facts)));
  return new Failure(error.exitCode, asAfter(error.message), facts, error.retryAfterS);
}

const asAfter = (text: string): string => text.replaceAll("ending_before", "--after");

/** The newest events, as far back as the first one that is old enough to go by, where there is one. */
async function newest(ask: FollowOptions["ask"]): Promise<{ events: Event[]; settled: string | undefined }> {
  const events: Event[] = [];
  for (;;) {
    const last = events.at(-1)?.id;
    const page = await ask(last === undefined ? {} : { starting_after: last });
    events.push(...page.data);
    const settled = settledOf(page)?.id;
    if (settled !== undefined || !page.has_more) return { events, settled };
  }
}

async function patiently<T>(
  { signal, onAway, onBack, pollMs = POLL_MS }: FollowOptions,
  ask: () => Promise<T>,
): Promise<T> {
  let awaySince: number | undefined;
  for (let waitMs = pollMs; ; waitMs = Math.min(waitMs * 2, TROUBLE_MS_MAX)) {
    try {
      const answer = await ask();
      if (awaySince !== undefined) onBack(Date.now() - awaySince);
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== EXIT.unavailable) throw error;
      if (awaySince === undefined) onAway(error);
      awaySince ??= Date.now();
      await pause(waitMs, undefined, { signal });
    }
  }
}
