import {
  accountAcquirer,
  ACCOUNT_ACQUIRERS,
  modeProblem,
  urlsOf,
  valueProblem,
  type AccountSecrets,
  type AccountSettings,
  type SecretOwner,
} from "@flowlix/provider";
import type { AcquirerAccount } from "@flowlix/contracts";
import { Refusal } from "../store/refusal.ts";
import type { GivenValues } from "./account-args.ts";
import type { CheckAcquirerUrl } from "./acquirer-url.ts";

/** What an acquirer wants to know of an account. Errors: Refusal, naming those that there are. */
export function settingsOfAcquirer(name: string): AccountSettings {
  const declared = accountAcquirer(name)?.settingsSchema;
  if (declared !== undefined) return declared;
  const known = Object.keys(ACCOUNT_ACQUIRERS).join(", ");
  throw new Refusal(
    "invalid_argument",
    `acquirer must be one that merchants have accounts at${known === "" ? "; this release has none" : `: ${known}`}`,
    "acquirer",
  );
}

export interface ValueChecks {
  readonly secrets: AccountSecrets;
  readonly checkUrl: CheckAcquirerUrl;
}

/** An account's values as they are kept. */
export type KeptValues = Pick<AcquirerAccount, "settings" | "secrets">;

const NOTHING: KeptValues = { settings: {}, secrets: {} };

const merged = (before: GivenValues, given: GivenValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null));

/**
 * The values that an account has with those that an act names: all of them checked by the acquirer's own schema, its
 * addresses by where they may lead, and new secrets encrypted. What says which account at the acquirer it is stays as
 * it was first set. A change of another address needs the secrets anew, or an operator could have the old ones sent to
 * that address. Errors: Refusal, naming the value and never holding it.
 */
export async function changedValues(
  { secrets: box, checkUrl }: ValueChecks,
  owner: SecretOwner,
  given: { readonly settings: GivenValues; readonly secrets: GivenValues },
  before: (KeptValues & SecretOwner) | null,
): Promise<KeptValues> {
  const declared = settingsOfAcquirer(owner.provider);
  placeValues(declared, given);
  const kept = before ?? NOTHING;
  const settings = merged(kept.settings, given.settings);
  keepIdentity(declared, kept, settings);
  const moved = urlsOf(declared).filter((name) => settings[name] !== kept.settings[name]);
  if (before !== null) needAnew(kept, given.secrets, moved);
  const opened = before === null ? {} : openOrRefuse(box, before, given.secrets);
  const clear = merged(opened, given.secrets);
  const problem =
    valueProblem(declared, { ...settings, ...clear }) ?? modeProblem(declared, settings, owner.livemode);
  if (problem !== null)
    throw new Refusal("invalid_argument", `${problem.name} ${problem.rule}`, problem.name);
  for (const name of moved) {
    const url = settings[name];
    if (url !== undefined) await checkUrl(name, typeof url === "string" ? url : "");
  }
  const encrypted = Object.entries(clear).map(([name, secret]) => {
    const old = kept.secrets[name];
    const isNew = given.secrets[name] !== undefined || old === undefined;
    return [name, isNew ? box.encrypt(owner, name, String(secret)) : old] as const;
  });
  return { settings, secrets: Object.fromEntries(encrypted) };
}

/** A secret among the settings would be shown; a setting among the secrets could not be. */
function placeValues(
  { secrets }: AccountSettings,
  given: { readonly settings: GivenValues; readonly secrets: GivenValues },
): void {
  const open = Object.keys(given.settings).find((name) => secrets.includes(name));
  if (open !== undefined) throw new Refusal("invalid_argument", `${open} is a secret`, open);
  const hidden = Object.keys(given.secrets).find((name) => !secrets.includes(name));
  if (hidden !== undefined)
    throw new Refusal("invalid_argument", `${hidden} is no secret of this acquirer`, hidden);
}

/** Objects that are open would be looked for at another account, which truthfully does not know them. */
function keepIdentity(
  { identity }: AccountSettings,
  { settings: before }: KeptValues,
  next: GivenValues,
): void {
  const changed = identity.find((name) => before[name] !== undefined && next[name] !== before[name]);
  if (changed === undefined) return;
  throw new Refusal(
    "refused",
    `${changed} says which account at the acquirer this is and never changes; add a new account and disable this one`,
    changed,
  );
}

function needAnew(kept: KeptValues, given: GivenValues, moved: readonly string[]): void {
  if (moved.length === 0) return;
  const missing = Object.keys(kept.secrets).filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  throw new Refusal(
    "refused",
    `${moved.join(", ")} changes, so the account's secrets have to be given again: ${missing.join(", ")}`,
    missing[0],
  );
}

/** Those that stay; where all are given anew none has to be opened. */
function openOrRefuse(
  box: AccountSecrets,
  before: KeptValues & SecretOwner,
  given: GivenValues,
): GivenValues {
  const staying = Object.entries(before.secrets).filter(([name]) => given[name] === undefined);
  try {
    return box.open({ ...before, secrets: Object.fromEntries(staying) });
  } catch {
    throw new Refusal(
      "refused",
      "no key of ACQUIRER_SECRET_KEYS opens this account's secrets; give all of them again",
      "secrets",
    );
  }
}
