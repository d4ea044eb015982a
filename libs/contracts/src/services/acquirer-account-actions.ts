import { Type } from "typebox";
import { AcquirerAccount } from "../acquirer-account.ts";
import { AcquirerAccountId } from "../ids.ts";
import { nullable } from "../schema.ts";
import { BusProof } from "./bus-proof.ts";

/** Accounts in one message. */
export const ACCOUNTS_AT_ONCE = 50;

/** Of every service that calls acquirers: its own copy of merchants' accounts there. */
export const acquirerAccountActions = {
  /**
   * Keeps accounts, given in the order of their changes and without a gap after what is kept, and answers the last
   * change that is kept now; 0 where there is none. Without accounts it is a question. An older copy changes nothing.
   * Accounts without a right proof of all of them are refused, and none is kept.
   */
  keepAcquirerAccounts: {
    repeatable: true,
    params: Type.Object({
      accounts: Type.Array(AcquirerAccount, { maxItems: ACCOUNTS_AT_ONCE }),
      proof: BusProof,
    }),
    result: Type.Object({ change: Type.Integer({ minimum: 0 }) }),
  },
  /**
   * What this service can do with an account: which version it has, whether it has the key to its secrets, and, where
   * the service can ask without moving money, whether the acquirer knows us by them. For operators.
   */
  checkAcquirerAccount: {
    params: Type.Object({ account_id: AcquirerAccountId }),
    result: Type.Object({
      /** Null where it has none of that id. */
      version: nullable(Type.Integer({ minimum: 1 })),
      opens: Type.Boolean(),
      /** The acquirer's answer to a question about an order that never was; null where nobody was asked. */
      answered: nullable(Type.String({ maxLength: 64 })),
    }),
  },
} as const;
