import type { Provider } from "@flowlix/provider";

/** The acquirers that an owner calls, each with circuit breakers of its own; `P` is what the owner calls of one. */
export interface Acquirers<P extends Pick<Provider, "name" | "livemode"> = Provider> {
  readonly all: readonly P[];
  /** Where a new object of a mode goes; null where no acquirer has that mode. */
  ofMode(livemode: boolean): P | null;
  /**
   * Where an object went, by the name in its row. Throws where this process does not have that acquirer: another one
   * would answer that it does not know the object, which ends what may have moved money.
   */
  of(row: { readonly provider: string }): P;
}

export function acquirersOf<P extends Pick<Provider, "name" | "livemode">>(all: readonly P[]): Acquirers<P> {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  return {
    all,
    ofMode: (livemode) => all.find((provider) => provider.livemode === livemode) ?? null,
    of: ({ provider: name }) => {
      const provider = byName.get(name);
      if (provider === undefined) throw new Error(`this process has no acquirer "${name}"`);
      return provider;
    },
  };
}
