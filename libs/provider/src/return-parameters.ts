import { REDIRECT_RESULT } from "./adyen/adyen-orders.ts";

/**
 * What any adapter wants of a payer's return (`ProviderAdapter.returnParameters`), for the process that payers come
 * back to: nothing else of a query is passed on.
 */
export const RETURN_PARAMETERS: readonly string[] = [REDIRECT_RESULT];
