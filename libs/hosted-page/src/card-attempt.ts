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

/** Whether the form comes back for another card where the one of this form is declined. */
export const mayTakeAnother = ({ payment, declined }: PageState): boolean =>
  payment.card_attempts !== undefined && declined?.left !== 1;
