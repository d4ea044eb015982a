import { ordinaryAmount } from "../data/amounts.ts";
import { create, objectAt, read, type ApiObject } from "../lib/api.ts";
import { businessOk } from "../lib/metrics.ts";
import { optionsFor } from "../lib/options.ts";
import { chooseWeighted, pick } from "../lib/random.ts";
import { directPayment, payout } from "../lib/requests.ts";
import { begin, summaryOf, teardown } from "../lib/run.ts";
import { actorAt, actorOf, SETUP_SCENARIO, type Actor, type Session } from "../lib/session.ts";
import { MERCHANTS } from "../lib/settings.ts";

export const options = optionsFor("reads", { latencyOf: "list_payments" });
export { teardown };
export const handleSummary = summaryOf("reads");

interface Page {
  readonly data: readonly ApiObject[];
  readonly has_more: boolean;
  readonly total_count?: number;
}

const PAYMENTS_EACH = 25;

/** Every merchant has something to list: payments enough for several pages, and payouts. */
export function setup(): Session {
  const session = begin();
  const made: string[] = [];
  for (let index = 0; index < MERCHANTS.length * PAYMENTS_EACH; index += 1) {
    const actor = actorAt(session, SETUP_SCENARIO, index);
    const paid = create(actor, directPayment(actor, 0, ordinaryAmount(actor.random(1))));
    if (paid.result === "answered") made.push(paid.object.id);
    if (index % 5 === 0) create(actor, payout(actor, 1, ordinaryAmount(actor.random(2))));
  }
  return { ...session, made };
}

function pageAt(actor: Actor, name: string, path: string): Page | null {
  const response = read(actor, name, path);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of the API under test; its parts are checked below
  return response === null ? null : (JSON.parse(response.body) as Page);
}

/** Through all pages and back: every object once, in one order. */
function throughPages(actor: Actor): boolean {
  const seen: string[] = [];
  let page = pageAt(actor, "list_payments", "/v1/payments?limit=10&status=SUCCEEDED");
  for (let pages = 1; page !== null && page.has_more && pages < 4; pages += 1) {
    seen.push(...page.data.map(({ id }) => id));
    page = pageAt(
      actor,
      "list_payments",
      `/v1/payments?limit=10&status=SUCCEEDED&starting_after=${seen.at(-1) ?? ""}`,
    );
  }
  const last = seen.at(-1);
  if (page === null || last === undefined) return false;
  const back = pageAt(
    actor,
    "list_payments",
    `/v1/payments?limit=100&status=SUCCEEDED&ending_before=${last}`,
  );
  const before = back?.data.map(({ id }) => id) ?? [];
  return new Set(seen).size === seen.length && seen.slice(0, -1).every((id) => before.includes(id));
}

function filtered(actor: Actor): boolean {
  const page = pageAt(
    actor,
    "list_payments",
    "/v1/payments?limit=50&currency=EUR&card_brand=visa&status=SUCCEEDED&amount%5Bgte%5D=5000&amount%5Blt%5D=60000",
  );
  return (
    page?.data.every(({ currency, amount }) => currency === "EUR" && amount >= 5_000 && amount < 60_000) ??
    false
  );
}

function searched(actor: Actor): boolean {
  const page = pageAt(actor, "list_payments", "/v1/payments?limit=10&search=ada%40shop.example");
  return page !== null && page.data.length > 0;
}

function payoutsSearched(actor: Actor): boolean {
  const page = pageAt(actor, "list_payouts", "/v1/payouts?limit=10&search=ada");
  return page !== null && page.data.length > 0 && (page.total_count ?? 0) >= page.data.length;
}

function single(actor: Actor): boolean {
  const mine = actor.session.made.filter((_, index) => index % MERCHANTS.length === merchantOf(actor));
  const id = pick(mine, actor.random(3));
  return objectAt(actor, "get_payment", `/v1/payments/${id}`)?.id === id;
}

const merchantOf = (actor: Actor): number =>
  MERCHANTS.findIndex(({ api_keys: keys }) => keys.includes(actor.apiKey));

const READS = { throughPages, filtered, searched, payoutsSearched, single };
const WEIGHTS = { throughPages: 15, filtered: 25, searched: 20, payoutsSearched: 15, single: 25 };

export default function reads(session: Session): void {
  const actor = actorOf(session);
  const name = chooseWeighted(WEIGHTS, actor.random(0));
  const ok = READS[name](actor);
  businessOk.add(ok, { journey: name });
}
