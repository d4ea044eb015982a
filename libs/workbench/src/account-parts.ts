import type { AcquirerAccount } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { accountLink, badge, factOf, merchantLink, moment, money, partLink } from "./format.ts";
import { actButton, factsOf, listOf, missed, part, type Column, type Guard, type Lacking } from "./parts.ts";
import type { ServiceState } from "./service-state.ts";

/** An account as the control API shows it: of a secret only that it is set, and its fingerprint. */
export interface ShownAccount extends Omit<
  AcquirerAccount,
  "livemode" | "provider" | "secrets" | "secrets_changed_at" | "change"
> {
  readonly mode: string;
  readonly acquirer: string;
  readonly secrets: Readonly<Record<string, { readonly set: boolean; readonly fingerprint: string | null }>>;
  /** Unix seconds. */
  readonly created_at: number;
  readonly changed_at: number;
  readonly callback_url: string;
}

/** What one service can do with an account, and what the acquirer answered it. */
export interface CheckedAccount {
  readonly service: string;
  readonly current: boolean;
  readonly opens: boolean;
  readonly answered: string | null;
}

const ALL = "all";
/** They call acquirers to move money, each with breakers of its own. */
const CALLERS = new Set(["payments", "refunds", "payouts"]);

const limitsOf = ({ limits }: Pick<ShownAccount, "limits">): string =>
  Object.entries(limits)
    .map(([currency, { min, max }]) => {
      if (min === undefined) return max === undefined ? `any ${currency}` : `up to ${money(max, currency)}`;
      if (max === undefined) return `from ${money(min, currency)}`;
      return `${money(min, currency).replace(` ${currency}`, "")} to ${money(max, currency)}`;
    })
    .join(", ") || "none";

const weightOf = (weight: number): string => (weight === 0 ? "0, in reserve" : String(weight));

/** Breakers count for every account of an acquirer: it is open where it is open at one of them. */
function healthOf(acquirer: string, services: readonly ServiceState[]): Markup {
  const open = services.filter(({ degraded }) => degraded.includes(acquirer)).map(({ service }) => service);
  return open.length === 0
    ? badge("ok")
    : markup`<span class="badge bad">breaker open</span> ${open.join(", ")}`;
}

const columnsOf = (
  services: readonly ServiceState[],
  merchant: string | null,
): readonly Column<ShownAccount>[] => [
  { name: "Account", cell: ({ id, label }) => markup`<strong>${label}</strong> ${accountLink(id)}` },
  ...(merchant === null
    ? [{ name: "Merchant", cell: ({ merchant_id: id }: ShownAccount) => merchantLink(id) }]
    : []),
  { name: "Mode", cell: ({ mode }) => mode },
  { name: "Acquirer", cell: ({ acquirer }) => acquirer },
  { name: "Status", cell: ({ status }) => badge(status) },
  { name: "Currencies", cell: ({ currencies }) => currencies?.join(", ") ?? ALL },
  { name: "Methods", cell: ({ methods }) => methods?.join(", ") ?? ALL },
  { name: "Weight", cell: ({ weight }) => weightOf(weight) },
  { name: "Limits", cell: limitsOf },
  { name: "Breakers", cell: ({ acquirer }) => healthOf(acquirer, services) },
];

const silent = (services: readonly ServiceState[]): readonly string[] =>
  services
    .filter(({ service, database }) => CALLERS.has(service) && database === null)
    .map(({ service }) => service);

/** Accounts at acquirers, of every merchant or of one. */
export function accountsPart(
  { data, has_more: hasMore }: { readonly data: readonly ShownAccount[]; readonly has_more: boolean },
  services: readonly ServiceState[],
  merchant: string | null,
): Markup {
  const of = merchant === null ? "" : `merchant=${merchant}&`;
  const last = data.at(-1);
  return part(
    "Accounts",
    markup`${
      merchant === null
        ? null
        : markup`<p class="hint">Only accounts of ${merchant}. ${partLink("accounts", "Show those of every merchant", "more")}</p>`
    }${missed({ missing: silent(services) })}${listOf(
      "Merchants' accounts at acquirers, newest first; a breaker that is open at one account is shown at every account of that acquirer",
      data,
      columnsOf(services, merchant),
      "No merchant has an account: the installation's own acquirer has everything.",
    )}${
      hasMore && last !== undefined
        ? markup`<p class="pages">${partLink(`accounts?${of}starting_after=${last.id}`, "Older", "more")}</p>`
        : null
    }`,
  );
}

const DISABLE: Guard = {
  question: "Type disable to give it no new objects; those that it has still go there.",
  typed: "disable",
};
const ACTIVATE: Guard = { question: "Type activate to give it new objects again.", typed: "activate" };

export function accountPart(account: ShownAccount, services: readonly ServiceState[]): Markup {
  const { id, status, version } = account;
  const act =
    status === "active"
      ? actButton("Disable", [{ method: "POST", path: `/acquirers/${id}/disable` }], DISABLE)
      : actButton(
          "Activate",
          // An operator who looks at an older version is told so, and activates nothing that somebody else changed.
          [{ method: "PATCH", path: `/acquirers/${id}`, body: { active: true, version } }],
          ACTIVATE,
        );
  return part(
    `Account ${account.label}`,
    markup`<section class="summary">${missed({ missing: silent(services) })}${factsOf({
      Account: markup`<span class="id">${id}</span>`,
      Merchant: merchantLink(account.merchant_id),
      Mode: account.mode,
      Acquirer: account.acquirer,
      Status: badge(status),
      Breakers: healthOf(account.acquirer, services),
      Currencies: account.currencies?.join(", ") ?? ALL,
      Methods: account.methods?.join(", ") ?? ALL,
      Weight: weightOf(account.weight),
      Limits: limitsOf(account),
      Version: version,
      Created: moment(account.created_at * 1_000),
      Changed: moment(account.changed_at * 1_000),
      "Callbacks to": markup`<span class="url">${account.callback_url}</span>`,
    })}<p class="acts">${act}</p><p>${partLink(`checks/${id}`, "Check it now", "more")}</p></section>
<h2>Settings</h2>${factsOf(Object.fromEntries(Object.entries(account.settings).map(([name, value]) => [name, settingText(value)])))}
<h2>Secrets</h2>${factsOf(
      Object.fromEntries(
        Object.entries(account.secrets).map(([name, { fingerprint }]) => [
          name,
          fingerprint === null ? "set, but no key opens it" : `set (${fingerprint})`,
        ]),
      ),
    )}`,
  );
}

const settingText = (value: unknown): string => String(factOf(value));

/** It has asked the acquirer, so it is not asked for again by itself. */
export const accountCheckPart = ({
  id,
  services,
  ...lacking
}: { readonly id: string; readonly services: readonly CheckedAccount[] } & Lacking): Markup =>
  part(
    "Account check",
    markup`<p class="hint">${accountLink(id)} was asked for an order that never was, which moves no money. Reload the page to ask again.</p>${missed(lacking)}${listOf<CheckedAccount>(
      "What each service can do with it",
      services,
      [
        { name: "Service", cell: ({ service }) => markup`<strong>${service}</strong>` },
        { name: "Has this version", cell: ({ current }) => (current ? "yes" : "no") },
        { name: "Opens its secrets", cell: ({ opens }) => (opens ? "yes" : "no") },
        { name: "Acquirer", cell: ({ answered }) => answeredText(answered) },
      ],
      "Nobody answered.",
    )}`,
    false,
  );

/** Of an order that never was an acquirer that knows us says that it is absent. */
function answeredText(answered: string | null): Markup | string {
  if (answered === null) return "not asked";
  return answered === "absent"
    ? markup`<span class="badge good">knows us</span>`
    : markup`<span class="badge bad">${answered}</span>`;
}
