/** Which currencies are taken instead of one that is not. All are canonical codes. */
export const explainCurrency = (what: string, currency: string, accepted: ReadonlySet<string>): string =>
  `${what} in ${currency} are not accepted. Accepted are ${[...accepted].toSorted().join(", ")}.`;
