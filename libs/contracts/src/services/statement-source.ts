import { Type } from "typebox";
import { nullable } from "../schema.ts";
import { ProviderName } from "./provider-name.ts";

const AccountId = Type.String({ pattern: "^acq_[A-Za-z0-9]{24}$" });

/**
 * Whose statements are meant: of an acquirer, and of a merchant's account there, or of the installation's own acquirer
 * where `provider_account` is null. Without `provider` no object is left out, as the release before asked.
 */
export const statementSource = {
  provider: Type.Optional(ProviderName),
  provider_account: Type.Optional(nullable(AccountId)),
} as const;

/** An operator's choice of an account; absent or null for the installation's own acquirer. */
export const askedAccount = { provider_account: Type.Optional(nullable(AccountId)) } as const;
