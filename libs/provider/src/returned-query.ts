/** What the payer came back with from the acquirer's page, by the names of `ProviderAdapter.returnParameters`. */
export type ReturnedQuery = Readonly<Record<string, string>>;

/** More characters than any acquirer's parameter has. */
export const RETURNED_VALUE_MAX = 4096;

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Whether a value of a return can be passed on: 1 to 4096 printable ASCII characters. */
export const isReturnedValue = (value: string): boolean =>
  value.length <= RETURNED_VALUE_MAX && PRINTABLE.test(value);

/**
 * What of a return an adapter wants: the parameters of its list whose value can be passed on. Null where there is none,
 * so that nothing can be completed.
 */
export function returnedQueryOf(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
): ReturnedQuery | null {
  const taken = names.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof value === "string" && isReturnedValue(value) ? [[name, value] as const] : [];
  });
  return taken.length === 0 ? null : Object.fromEntries(taken);
}
