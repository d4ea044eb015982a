import {
  createPageTokens as tokensOf,
  type PageTokens as LinkTokens,
  type TokenKeys,
} from "@flowlix/page-links";

/**
 * The token that opens a hosted Payment's page, and the token that its form carries. The page's token goes where its
 * link goes. Only the gateway makes form tokens. The notifier has the key and makes page tokens alone.
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
