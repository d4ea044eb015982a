import type { BillingDetails } from "@flowlix/contracts";

/**
 * An e-mail address as it is stored beside its Payment and as it is searched for: the same text in any
 * case is one (docs/design/decisions.md#list-parameters). JavaScript's own folding at both ends, so that no database's
 * locale has a say.
 */
export const foldEmail = (email: string): string => email.normalize("NFC").toLowerCase();

/** What is stored beside a Payment; null where there is no address, so that its index holds nothing of it. */
export const foldedEmailOf = (details: BillingDetails | null): string | null =>
  details?.email == null ? null : foldEmail(details.email);
