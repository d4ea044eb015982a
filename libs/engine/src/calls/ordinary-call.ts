import type { CallObservation } from "@flowlix/provider";

/** What submits an object; every other operation asks about one, closes it, finishes it or gives it back. */
export const SUBMISSIONS = ["register", "authorise", "refund", "payout"] as const;

/** What an order was decided by, or where its payer has the next word. */
const DECIDED: ReadonlySet<string> = new Set(["succeeded", "failed", "action_required", "registered"]);
const SLOW_FROM_S = 1;

const isSubmission = (operation: string): boolean => SUBMISSIONS.some((one) => one === operation);

/**
 * Whether a call adds nothing to what its object shows: a first submission, at the first try, decided within a
 * second. Every other call is of interest.
 */
export const isOrdinary = ({ operation, outcome, seconds, tried = 1, isRepeat }: CallObservation): boolean =>
  isSubmission(operation) &&
  isRepeat === false &&
  tried === 1 &&
  DECIDED.has(outcome) &&
  seconds < SLOW_FROM_S;
