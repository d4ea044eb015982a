import type { FormInput } from "./form-input.ts";
import type { PageState } from "./page-data.ts";

export const CARD_ATTEMPT = "card-attempt";

/** Which card of the Payment its page awaits, counted from 1. */
export const cardAttemptOf = ({ declined }: PageState): number => declined?.attempt ?? 1;

/**
 * Whether a form is that of the card that the page awaits. It is not where it was sent twice, or left open in another
 * tab or in the browser's memory, while its card was declined (docs/design/decisions.md#card-attempts).
 */
export const isOfThisCard = (state: PageState, form: FormInput): boolean =>
  (form.get(CARD_ATTEMPT) || "1") === String(cardAttemptOf(state));
