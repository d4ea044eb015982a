import type { AccountSettings } from "../acquirer.ts";
import { urlsOf, type AccountValues, type ValueProblem } from "./account-values.ts";

/**
 * The first address that leads to the acquirer's other world: a live account's to its test system, where everything is
 * approved and no money moves, or a Sandbox account's to the live one. Null where none does; a host that is not the
 * acquirer's own says nothing.
 */
export function modeProblem(
  declared: AccountSettings,
  values: AccountValues,
  livemode: boolean,
): ValueProblem | null {
  const name = urlsOf(declared).find((each) => {
    const isLive = declared.isLiveHost?.(hostOf(values[each])) ?? null;
    return isLive !== null && isLive !== livemode;
  });
  if (name === undefined) return null;
  const world = livemode ? "test" : "live";
  return {
    name,
    rule: `is of the acquirer's ${world} system, and the account's mode is ${livemode ? "live" : "sandbox"}`,
  };
}

/** In lower case, without the dot of the root. Nothing where it is no address. */
const hostOf = (url: unknown): string =>
  typeof url === "string" ? (URL.parse(url)?.hostname.replace(/\.$/, "") ?? "") : "";

/** For an adapter that is about to be made of stored values. Errors: one that leads to the other world, by its name. */
export function refuseOtherMode(declared: AccountSettings, values: object, livemode: boolean): void {
  const problem = modeProblem(declared, { ...values }, livemode);
  if (problem !== null) throw new Error(`${problem.name} ${problem.rule}`);
}
