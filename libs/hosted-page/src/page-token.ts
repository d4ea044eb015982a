import {
  createPageTokens as tokensOf,
  type PageTokens as LinkTokens,
  type TokenKeys,
} from "@flowlix/page-links";

/**
 * What opens a hosted Payment's page, and what its form has to carry. The page's token goes where its link
 * goes; the form's is known to the gateway alone.
 */
export interface PageTokens extends LinkTokens {
  formTokenFor(paymentId: string): string;
  formTokenMatches(paymentId: string, token: string): boolean;
}

export function createPageTokens(keys: TokenKeys): PageTokens {
  const form = tokensOf(keys, "form");
  return {
    ...tokensOf(keys, "page"),
    formTokenFor: (paymentId) => form.tokenFor(paymentId),
    formTokenMatches: (paymentId, token) => form.matches(paymentId, token),
  };
}
