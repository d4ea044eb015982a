import type { ActionName, ServiceContract } from "../service-contract.ts";
import type { paymentsContract } from "./payments.ts";
import type { payoutsContract } from "./payouts.ts";

type NameOf<
  Contract extends ServiceContract,
  Action extends ActionName<Contract>,
> = `${Contract["name"]}.${Action}`;

/**
 * What a card may be encrypted for: the actions that carry one. Who encrypts and who opens name the same or no
 * card opens, and an action that is renamed has to be renamed here.
 */
export const ENCRYPTED_FOR = {
  create: "payments.create",
  submitPage: "payments.submitPage",
  createPayout: "payouts.create",
} as const satisfies {
  readonly create: NameOf<typeof paymentsContract, "create">;
  readonly submitPage: NameOf<typeof paymentsContract, "submitPage">;
  readonly createPayout: NameOf<typeof payoutsContract, "create">;
};
export type EncryptedFor = (typeof ENCRYPTED_FOR)[keyof typeof ENCRYPTED_FOR];
