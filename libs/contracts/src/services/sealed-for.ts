import type { ActionName, ServiceContract } from "../service-contract.ts";
import type { paymentsContract } from "./payments.ts";
import type { payoutsContract } from "./payouts.ts";

type NameOf<
  Contract extends ServiceContract,
  Action extends ActionName<Contract>,
> = `${Contract["name"]}.${Action}`;

/**
 * What a card may be sealed for: the actions that carry one. Who seals and who opens name the same or no
 * card opens, and an action that is renamed has to be renamed here.
 */
export const SEALED_FOR = {
  create: "payments.create",
  submitPage: "payments.submitPage",
  createPayout: "payouts.create",
} as const satisfies {
  readonly create: NameOf<typeof paymentsContract, "create">;
  readonly submitPage: NameOf<typeof paymentsContract, "submitPage">;
  readonly createPayout: NameOf<typeof payoutsContract, "create">;
};
export type SealedFor = (typeof SEALED_FOR)[keyof typeof SEALED_FOR];
