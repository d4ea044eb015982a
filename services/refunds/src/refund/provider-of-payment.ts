import type { AcquirerName } from "@flowlix/provider";

/** What a process of the release before leaves out: the only acquirer that it had. */
const OF_BEFORE: AcquirerName = "sandbox";

/** The acquirer of a Refund's Payment, as the Payment's owner answered it. */
export const providerOfPayment = ({ provider }: { readonly provider?: string | undefined }): string =>
  provider ?? OF_BEFORE;
