import type { RouteCandidate, RouteReason, TracedObject, WhyNotChosen } from "@flowlix/contracts";
import { markup, type Markup } from "@flowlix/hosted-page/page-parts";
import { accountLink } from "./format.ts";
import { listOf, type Column } from "./parts.ts";

/** Why an account was not chosen, in words for who does not know how it is done (docs/decisions/0100-routes.md). */
const WHY_NOT: Readonly<Record<WhyNotChosen, string>> = {
  disabled: "it was disabled",
  method: "it is not used for this way of paying",
  brand: "its acquirer does not take this card",
  currency: "it does not take the currency",
  amount: "the amount is beyond its limits",
  unusable: "it could not be used: no key opened its secrets",
  tried: "it was asked first and executed nothing",
};

/** Only what never left this process goes to a second account (docs/decisions/0105-a-second-account.md). */
const CAUSES: Readonly<Record<string, string>> = {
  unreachable: "it could not be reached",
  unavailable: "its circuit breaker, or a bound on its calls, refused the call before it was sent",
};

/** Where an object went and why, as its row keeps it. For operators: merchants do not see their routes. */
export function routeOf(object: Pick<TracedObject, "kind" | "provider" | "facts">): Markup {
  const account = object.facts["provider_account"];
  const where =
    typeof account === "string"
      ? markup`${accountLink(account)} at ${object.provider}`
      : markup`the installation's own acquirer, ${object.provider}`;
  return markup`<h3>Route</h3><p>Went to ${where}.</p>${reasonOf(object, typeof account === "string")}`;
}

function reasonOf({ kind, facts }: Pick<TracedObject, "kind" | "facts">, hasAccount: boolean): Markup {
  if (kind === "refund") return hint("A Refund goes where its Payment went, whatever the routes are now.");
  const reason = readReason(facts["route"]);
  if (reason === null)
    return hint(
      hasAccount
        ? "Why is not on record."
        : "There was nothing to choose: its merchant had no active account in this mode.",
    );
  const { candidates, more, instead_of: tried } = reason;
  return markup`${
    tried === undefined
      ? null
      : markup`<p>First it was sent to ${accountLink(tried.account)} at ${tried.provider}, which executed nothing: ${CAUSES[tried.cause] ?? tried.cause}. So it went to a second account, as an order of its own.</p>`
  }${listOf("Accounts that were considered", candidates, columnsOf(reason), "No account is on record.")}${
    more === undefined ? null : hint(`${more} more were considered.`)
  }`;
}

const hint = (text: string): Markup => markup`<p class="hint">${text}</p>`;

/** Null for an object that had no choice, and for what is no reason. */
function readReason(route: unknown): RouteReason | null {
  if (typeof route !== "string") return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its owner wrote it, and nobody else
    const read = JSON.parse(route) as RouteReason;
    return Array.isArray(read.candidates) ? read : null;
  } catch {
    return null;
  }
}

const columnsOf = ({ chosen, candidates }: RouteReason): readonly Column<RouteCandidate>[] => [
  { name: "Account", cell: ({ account }) => accountLink(account) },
  { name: "Weight", cell: ({ weight }) => weight },
  {
    name: "Verdict",
    cell: (candidate) =>
      candidate.account === chosen
        ? markup`<span class="badge good">chosen</span>${candidate.open === true ? " though its breaker was open: no other fitted" : null}`
        : verdictOf(candidate, candidates),
  },
];

/** Of one that was not chosen: what kept it out, or what the chosen one had before it. */
function verdictOf({ not, open, weight }: RouteCandidate, all: readonly RouteCandidate[]): string {
  if (not !== undefined) return `Not chosen: ${WHY_NOT[not] ?? not}.`;
  if (open === true) return "Not chosen: its circuit breaker was open.";
  const isReserve = weight === 0 && all.some((one) => one.not === undefined && one.weight > 0);
  return isReserve
    ? "Not chosen: it is in reserve, with weight 0."
    : "Not chosen: it fitted, and the draw by weight was another's.";
}
