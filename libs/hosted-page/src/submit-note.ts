import type { SubmitResult } from "@flowlix/contracts";
import { isDomainError, isTransportError } from "@flowlix/runtime";
import { failureClassOf } from "./failure-classes.ts";
import type { PageState } from "./page-data.ts";
import type { PageVisit } from "./visit.ts";

/**
 * What the form shows if a submit leads back to it. `unsent`: nothing of it was
 * sent off, unless the Payment says otherwise. `again`: nobody knows how far it came.
 */
export type SubmitNote = "unsent" | "again";

const NAME = "note";

/** Null where a card is in: the form can only return with a Payment that knows of it. */
export const noteOfResult = (result: SubmitResult): SubmitNote | null =>
  result === "settled" || result === "checking" ? null : "unsent";

/** Who answered has done with it; a call without an answer may have arrived all the same. */
export const noteOfFailure = (error: unknown): SubmitNote =>
  isDomainError(error) || (isTransportError(error) && !error.mayHaveRun) ? "unsent" : "again";

/** As values of a link. */
export const noteValues = (note: SubmitNote | null): Readonly<Record<string, string>> =>
  note === null ? {} : { [NAME]: note };

/** The note that a visit brought, for the link to where it goes on. */
export const keptNote = (visit: PageVisit): Readonly<Record<string, string>> => noteValues(noteOf(visit));

/** What a form says of an earlier try. Once a card was sent off, a note that nothing was is worth nothing. */
export function noticeOf(visit: PageVisit, { card_tried: tried, declined }: PageState): string | null {
  const { notices, failures } = visit.texts;
  // An order that is known to have failed, and no other one sent.
  if (!tried && noteOf(visit) === null && declined !== undefined && declined !== null)
    return `${failures[failureClassOf(declined.failure_code)]} ${notices.declined}`;
  const note = tried ? "again" : noteOf(visit);
  return note === null ? null : notices[note];
}

function noteOf({ query }: PageVisit): SubmitNote | null {
  const note = query.get(NAME);
  return note === "unsent" || note === "again" ? note : null;
}
