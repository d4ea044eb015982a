import {
  canonicalCurrency,
  type JournalBackfill,
  type JournalFinding,
  type JournalState,
  faultOfDate,
  whyMissing,
  type Missing,
} from "@flowlix/contracts";
import type { DataSource } from "typeorm";
import type { PaymentsClient } from "../clients.ts";
import { showMerchant } from "../store/merchants-store.ts";
import { Refusal } from "../store/refusal.ts";
import { modeOf, type Mode } from "../store/mode.ts";
import { askAny, askEach } from "./ask-each.ts";
import { balancesOf, type Balance } from "./balances.ts";
import { flagArg, idArg, integerArg, modeArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 10_000;
/** Longer than an owner waits for other work on its journal. */
const ACT_TIMEOUT_MS = 15_000;
const LIST = { min: 1, max: 1_000, default: 100 };
const CURRENCY_LENGTH_MAX = 16;

/** Services that keep a journal. */
export type LedgerOwner = Pick<
  PaymentsClient,
  "journalTotals" | "journalFindings" | "refillJournal" | "recheckJournal"
>;

export interface LedgerRouteDeps {
  readonly db: DataSource;
  readonly ledgerOwners: Readonly<Record<string, LedgerOwner>>;
}

export interface BalanceAnswer {
  readonly merchant_id: string;
  /** By mode and currency; amounts in minor units, as text of digits that may be too many for a number. */
  readonly balances: readonly Balance[];
  /** What was before there was a journal, and is not in them yet: none where they are whole. */
  readonly incomplete: readonly (JournalBackfill & { readonly service: string })[];
}

/** What could be read of the findings of all owners, and whose could not. */
export interface FindingsAnswer extends Missing {
  /** How far the checks of those that answer have come, which says what the findings are worth. */
  readonly checks: readonly (JournalState & { readonly service: string })[];
  readonly findings: readonly (Omit<JournalFinding, "livemode"> & { readonly mode: Mode })[];
}

/** Whose journals are filled in again, and who could not be asked. */
export interface FillAnswer extends Missing {
  readonly from: string;
  /** About how many objects each of them has to pass. */
  readonly owners: readonly { readonly service: string; readonly to_fill: number }[];
}

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });
const actOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: ACT_TIMEOUT_MS });

/** Each owner keeps the journal of what it moves; a balance is the sum of them. */
export function ledgerRoutes({ db, ledgerOwners }: LedgerRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/ledger/balance",
      handle: (request) => balance(db, ledgerOwners, request),
    },
    { method: "GET", path: "/ledger/findings", handle: (request) => findings(ledgerOwners, request) },
    { method: "POST", path: "/ledger/check", handle: (request) => recheck(db, ledgerOwners, request) },
    { method: "POST", path: "/ledger/fill", handle: (request) => fill(db, ledgerOwners, request) },
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
  const { answers, ...lacking } = await askEach(owners, request.requestId, (owner) =>
    owner.journalTotals(asked, callOf(request)),
  );
  // Without one of them the sums would be wrong, and nobody could see it.
  if (lacking.missing.length > 0)
    throw new Refusal("unavailable", `a balance needs every journal: ${whyMissing(lacking).join("; ")}`);
  return {
    merchant_id,
    balances: balancesOf(answers.flatMap(({ totals }) => totals)),
    incomplete: answers.flatMap(({ service, filling }) =>
      filling === null ? [] : [{ service, ...filling }],
    ),
  };
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
  const { answers, missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.journalFindings({ limit }, callOf(request)),
  );
  const found = answers
    .flatMap(({ findings: each }) => each)
    .toSorted((a, b) => a.found_at - b.found_at)
    .slice(0, limit);
  return {
    checks: answers.map(({ service, state }) => ({ service, ...state })),
    findings: found.map(({ livemode, ...rest }) => ({ ...rest, mode: modeOf(livemode) })),
    missing,
    failed,
  };
}

/**
 * Has a day, or everything, compared again by the owners' next jobs; `checks` of the findings say what is left of it.
 */
async function recheck(
  db: DataSource,
  owners: LedgerRouteDeps["ledgerOwners"],
  request: ControlRequest,
): Promise<Missing> {
  const isAll = flagArg(request, "all") === true;
  if (isAll === (request.args["date"] !== undefined))
    throw new Refusal("invalid_argument", "date must be a day, or all be said instead", "date");
  const asked = { actor: request.actor, day: isAll ? null : await dayArg(db, request, "date") };
  const { missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.recheckJournal(asked, actOf(request)),
  );
  return { missing, failed };
}

/** Repeating it is safe: posted entries stay, and the backfill begins again. */
async function fill(
  db: DataSource,
  owners: LedgerRouteDeps["ledgerOwners"],
  request: ControlRequest,
): Promise<FillAnswer> {
  const from = await dayArg(db, request, "from");
  const asked = { actor: request.actor, day: from };
  const { answers, missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.refillJournal(asked, actOf(request)),
  );
  return { from, owners: answers.map(({ service, to_fill }) => ({ service, to_fill })), missing, failed };
}

async function dayArg(db: DataSource, request: ControlRequest, name: string): Promise<string> {
  const day = textArg(request, name, "YYYY-MM-DD".length);
  const fault = faultOfDate(day) ?? ((await hasBegun(db, day)) ? null : "must be a day that has begun");
  if (fault !== null) throw new Refusal("invalid_argument", `${name} ${fault}`, name);
  return day;
}

async function hasBegun(db: DataSource, day: string): Promise<boolean> {
  const [row]: { begun: boolean }[] = await db.query(
    "select $1::date <= (platform.clock() at time zone 'UTC')::date as begun",
    [day],
  );
  return row?.begun === true;
}
