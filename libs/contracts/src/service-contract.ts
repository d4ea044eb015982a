import type { Static, TSchema } from "typebox";

/** One action of a service: what it is given and what it answers. */
export interface ActionContract {
  readonly params: TSchema;
  readonly result: TSchema;
  /**
   * A second call with the same parameters does nothing that the first has not done, and answers the same, also when
   * the first runs after it. A client asks again where no answer came. Money never moves by such an action alone.
   */
  readonly repeatable?: true;
  /** The services that may call it; the gateway alone where it names none. */
  readonly callers?: readonly string[];
}

const GATEWAY = ["api-gateway"] as const;

/** Who may call an action. */
export const callersOf = ({ callers = GATEWAY }: ActionContract): readonly string[] => callers;
export type CallersOf<A extends ActionContract> = A extends { readonly callers: readonly (infer From)[] }
  ? From
  : (typeof GATEWAY)[number];

export interface ServiceContract<
  Name extends string = string,
  Actions extends Record<string, ActionContract> = Record<string, ActionContract>,
> {
  readonly name: Name;
  readonly actions: Actions;
}

/**
 * Declares a service's actions. The only place where an action is described (docs/design/architecture.md#typed-calls).
 */
export function defineService<
  const Name extends string,
  const Actions extends Record<string, ActionContract>,
>(name: Name, actions: Actions): ServiceContract<Name, Actions> {
  return { name, actions };
}

export type ActionName<C extends ServiceContract> = keyof C["actions"] & string;
export type Params<C extends ServiceContract, A extends ActionName<C>> = Static<C["actions"][A]["params"]>;
export type Result<C extends ServiceContract, A extends ActionName<C>> = Static<C["actions"][A]["result"]>;
