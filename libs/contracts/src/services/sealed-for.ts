import type { ActionName } from "../service-contract.ts";
import type { paymentsContract } from "./payments.ts";

type Payments = typeof paymentsContract;
type NameOf<Action extends ActionName<Payments>> = `${Payments["name"]}.${Action}`;

/**
 * What a card may be sealed for: the actions that carry one. Who seals and who opens name the same or no
 * card opens, and an action that is renamed has to be renamed here.
 */
export const SEALED_FOR = {
  create: "payments.create",
  submitPage: "payments.submitPage",
} as const satisfies { readonly [Action in "create" | "submitPage"]: NameOf<Action> };
export type SealedFor = (typeof SEALED_FOR)[keyof typeof SEALED_FOR];
