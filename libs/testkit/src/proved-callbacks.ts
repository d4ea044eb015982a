import type { BusProofs } from "@flowlix/provider";

/** What an owner is asked to keep of a request of callbacks under an account, with the gateway's proof of it. */
export const provedCallbacks = <Callback>(
  proofs: Pick<BusProofs, "of">,
  { provider, account, callbacks }: { provider: string; account: string; callbacks: Callback[] },
) => ({
  provider,
  provider_account: account,
  callbacks,
  proof: proofs.of("callbacks", [provider, account, callbacks]) ?? "",
});
