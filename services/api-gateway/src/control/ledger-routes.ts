import { canonicalCurrency, type JournalFinding } from "@flowlix/contracts";
import type { DataSource } from "typeorm";
import type { PaymentsClient } from "../handlers/create-payment.ts";
import { showMerchant } from "../store/merchants-store.ts";
import { Refusal } from "../store/refusal.ts";
import { modeOf, type Mode } from "../store/mode.ts";
import { balancesOf, type Balance } from "./balances.ts";
import { idArg, integerArg, modeArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 10_000;
const LIST = { min: 1, max: 1_000, default: 100 };
const CURRENCY_LENGTH_MAX = 16;

/** Whoever keeps a journal. */
export type LedgerOwner = Pick<PaymentsClient, "journalTotals" | "journalFindings" | "refillJournal">;

export interface LedgerRouteDeps {
  readonly db: DataSource;
  readonly ledgerOwners: Readonly<Record<string, LedgerOwner>>;
}

export interface BalanceAnswer {
  readonly merchant_id: string;
  /** By mode and currency; amounts in minor units, as text of digits that may be too many for a number. */
  readonly balances: readonly Balance[];
}

/** What could be read of the findings of all owners, and whose could not. */
export interface FindingsAnswer {
  readonly findings: readonly (Omit<JournalFinding, "livemode"> & { readonly mode: Mode })[];
  readonly missing: readonly string[];
}

/** Whose journals are filled in again, and who could not be asked. */
export interface FillAnswer {
  readonly from: string;
  /** About how many objects each of them has to pass. */
  readonly owners: readonly { readonly service: string; readonly to_fill: number }[];
  readonly missing: readonly string[];
}

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

/** Each owner keeps the journal of what it moves; a balance is the sum of them. */
export function ledgerRoutes({ db, ledgerOwners }: LedgerRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/ledger/balance",
      handle: (request) => balance(db, ledgerOwners, request),
    },
    { method: "GET", path: "/ledger/findings", handle: (request) => findings(ledgerOwners, request) },
    { method: "POST", path: "/ledger/fill", handle: (request) => fill(ledgerOwners, request) },
  ];
}

async function balance(
  db: DataSource,
  owners: LedgerRouteDeps["ledgerOwners"],
  request: ControlRequest,
): Promise<BalanceAnswer> {
  const merchant_id = idArg(request, "merchant", "merchant");
  const asked = {
    merchant_id,
    livemode: request.args["mode"] === undefined ? null : modeArg(request) === "live",
    currency: request.args["currency"] === undefined ? null : currencyArg(request),
  };
  await showMerchant(db, merchant_id);
  const read = await Promise.all(
    Object.entries(owners).map(async ([service, owner]) => ({
      service,
      answer: await owner.journalTotals(asked, callOf(request)).catch(() => null),
    })),
  );
  // Without one of them the sums would be wrong, and nobody could see it.
  const away = read.filter(({ answer }) => answer === null).map(({ service }) => service);
  if (away.length > 0)
    throw new Refusal(
      "unavailable",
      `a balance needs every journal, and this does not answer: ${away.join(", ")}`,
    );
  return { merchant_id, balances: balancesOf(read.flatMap(({ answer }) => answer?.totals ?? [])) };
}

function currencyArg(request: ControlRequest): string {
  const code = canonicalCurrency(textArg(request, "currency", CURRENCY_LENGTH_MAX));
  if (!/^[A-Z]{3}$/.test(code))
    throw new Refusal("invalid_argument", "currency must have three letters", "currency");
  return code;
}

async function findings(
  owners: LedgerRouteDeps["ledgerOwners"],
  request: ControlRequest,
): Promise<FindingsAnswer> {
  const limit = integerArg(request, "limit", LIST);
  const read = await Promise.all(
    Object.entries(owners).map(async ([service, owner]) => ({
      service,
      answer: await owner.journalFindings({ limit }, callOf(request)).catch(() => null),
    })),
  );
  const missing = read.filter(({ answer }) => answer === null).map(({ service }) => service);
  if (missing.length === read.length)
    throw new Refusal("unavailable", "no service that keeps a journal answers");
  const found = read
    .flatMap(({ answer }) => answer?.findings ?? [])
    .toSorted((a, b) => a.found_at - b.found_at)
    .slice(0, limit);
  return { findings: found.map(({ livemode, ...rest }) => ({ ...rest, mode: modeOf(livemode) })), missing };
}

/** Repeating it is safe: what is booked stays, and filling begins again. */
async function fill(owners: LedgerRouteDeps["ledgerOwners"], request: ControlRequest): Promise<FillAnswer> {
  const from = dayArg(request, "from");
  const asked = await Promise.all(
    Object.entries(owners).map(async ([service, owner]) => ({
      service,
      answer: await owner
        .refillJournal({ actor: request.actor, day: from }, callOf(request))
        .catch(() => null),
    })),
  );
  const missing = asked.filter(({ answer }) => answer === null).map(({ service }) => service);
  if (missing.length === asked.length)
    throw new Refusal("unavailable", "no service that keeps a journal answers");
  return {
    from,
    owners: asked.flatMap(({ service, answer }) => (answer === null ? [] : [{ service, ...answer }])),
    missing,
  };
}

function dayArg(request: ControlRequest, name: string): string {
  const day = textArg(request, name, "YYYY-MM-DD".length);
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, day.length) !== day)
    throw new Refusal("invalid_argument", `${name} must be a day as YYYY-MM-DD`, name);
  return day;
}
