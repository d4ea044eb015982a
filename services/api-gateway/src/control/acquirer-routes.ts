import { ACCOUNT_LABEL_LENGTH_MAX } from "@flowlix/contracts";
import { accountCallbackPath, type AccountSecrets } from "@flowlix/provider";
import type { DataSource } from "typeorm";
import {
  currenciesArg,
  limitsArg,
  methodsArg,
  secretsArg,
  settingsArg,
  weightArg,
} from "../acquirers/account-args.ts";
import { changedValues, settingsOfAcquirer, type ValueChecks } from "../acquirers/account-values.ts";
import type { CheckAcquirerUrl } from "../acquirers/acquirer-url.ts";
import type { PaymentsClient } from "../clients.ts";
import {
  changeAccount,
  insertAccount,
  listAccounts,
  newAccountId,
  readAccount,
  type AccountChange,
  type StoredAccount,
} from "../store/acquirer-accounts-store.ts";
import { modeOf } from "../store/mode.ts";
import { Refusal } from "../store/refusal.ts";
import { askEach } from "./ask-each.ts";
import { idArg, integerArg, modeArg, pageArgs, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";
import { callOf, merchantArg } from "./merchant-scope.ts";

export interface AcquirerRouteDeps {
  readonly db: DataSource;
  /** Absent where the installation has no ACQUIRER_SECRET_KEYS. */
  readonly secrets: AccountSecrets | undefined;
  readonly checkUrl: CheckAcquirerUrl;
  readonly publicUrl: string;
  /** Those that call acquirers, by name. */
  readonly callers: Readonly<Record<string, Pick<PaymentsClient, "checkAcquirerAccount">>>;
  /** Sends what was committed to the owners, and has this process know it. Never rejects. */
  readonly onChanged: () => Promise<void>;
}

/** Every value of an account at its longest, in JSON. */
const BODY_BYTES_MAX = 1024 * 1024;
const ONE = "/acquirers/:account_id";
const WEIGHT = 100;

/** Merchants' accounts at acquirers. What is secret goes in and never comes out. */
export const acquirerRoutes = (deps: AcquirerRouteDeps): readonly ControlRoute[] => [
  { method: "POST", path: "/acquirers", bodyBytesMax: BODY_BYTES_MAX, handle: (asked) => add(deps, asked) },
  { method: "GET", path: "/acquirers", handle: (asked) => list(deps, asked) },
  { method: "GET", path: ONE, handle: async (asked) => view(deps, await readAccount(deps.db, idOf(asked))) },
  { method: "PATCH", path: ONE, bodyBytesMax: BODY_BYTES_MAX, handle: (asked) => update(deps, asked) },
  { method: "POST", path: `${ONE}/disable`, handle: (asked) => disable(deps, asked) },
  { method: "POST", path: `${ONE}/check`, handle: (asked) => check(deps, asked) },
];

const idOf = (request: ControlRequest): string => idArg(request, "acquirer_account", "account_id");

const labelArg = (request: ControlRequest): string => textArg(request, "label", ACCOUNT_LABEL_LENGTH_MAX);

function valueChecks({ secrets, checkUrl }: AcquirerRouteDeps): ValueChecks {
  if (secrets === undefined)
    throw new Refusal(
      "refused",
      "ACQUIRER_SECRET_KEYS is not set, so no secret can be kept",
      "ACQUIRER_SECRET_KEYS",
    );
  return { secrets, checkUrl };
}

async function add(deps: AcquirerRouteDeps, request: ControlRequest) {
  const provider = textArg(request, "acquirer", 64);
  settingsOfAcquirer(provider);
  const owner = {
    id: newAccountId(),
    merchant_id: merchantArg(request),
    livemode: modeArg(request) === "live",
    provider,
  };
  const account = {
    ...owner,
    label: labelArg(request),
    currencies: listOf(currenciesArg(request)),
    methods: listOf(methodsArg(request)),
    weight: weightArg(request) ?? WEIGHT,
    limits: limitsArg(request) ?? {},
  };
  const given = { settings: settingsArg(request), secrets: secretsArg(request) };
  const values = await changedValues(valueChecks(deps), owner, given, null);
  const added = await insertAccount(deps.db, { ...account, ...values }, request.actor);
  await deps.onChanged();
  return view(deps, added);
}

/** A copy that may be written to, and null for all. */
const listOf = <T>(given: readonly T[] | null | undefined): T[] | null =>
  given === undefined || given === null ? null : [...given];

async function update(deps: AcquirerRouteDeps, request: ControlRequest) {
  const before = await readAccount(deps.db, idOf(request));
  const version = integerArg(request, "version", {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: before.version,
  });
  const given = { settings: settingsArg(request), secrets: secretsArg(request) };
  const named = [...Object.keys(given.settings), ...Object.keys(given.secrets)];
  const change = { ...openChange(request), ...statusOf(request) };
  if (named.length === 0 && Object.keys(change).length === 0)
    throw new Refusal(
      "invalid_argument",
      "name at least one of label, active, currencies, methods, weight, limits, settings, secrets",
    );
  const values = named.length === 0 ? {} : await changedValues(valueChecks(deps), before, given, before);
  const act = { act: "acquirer.update", actor: request.actor };
  const changed = await changeAccount(deps.db, { id: before.id, version }, { ...change, ...values }, act);
  await deps.onChanged();
  return view(deps, changed);
}

function openChange(request: ControlRequest): AccountChange {
  const label = request.args["label"] === undefined ? undefined : labelArg(request);
  const currencies = currenciesArg(request);
  const methods = methodsArg(request);
  const weight = weightArg(request);
  const limits = limitsArg(request);
  return {
    ...(label === undefined ? {} : { label }),
    ...(currencies === undefined ? {} : { currencies: listOf(currencies) }),
    ...(methods === undefined ? {} : { methods: listOf(methods) }),
    ...(weight === undefined ? {} : { weight }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** An account that was disabled is made active again by its change; `disable` is an act of its own. */
function statusOf({ args }: ControlRequest): AccountChange {
  if (args["active"] === undefined) return {};
  if (args["active"] === true) return { status: "active" };
  throw new Refusal("invalid_argument", "active can only be set to true; use disable", "active");
}

async function disable(deps: AcquirerRouteDeps, request: ControlRequest) {
  const before = await readAccount(deps.db, idOf(request));
  if (before.status === "disabled") return view(deps, before);
  const act = { act: "acquirer.disable", actor: request.actor };
  const changed = await changeAccount(deps.db, before, { status: "disabled" }, act);
  await deps.onChanged();
  return view(deps, changed);
}

async function list({ db, ...deps }: AcquirerRouteDeps, request: ControlRequest) {
  const { limit, starting_after } = pageArgs(request, "acquirer_account");
  const { accounts, hasMore } = await listAccounts(db, {
    merchantId: request.args["merchant"] === undefined ? null : merchantArg(request),
    livemode: request.args["mode"] === undefined ? null : modeArg(request) === "live",
    limit,
    startingAfter: starting_after,
  });
  return { data: accounts.map((account) => view(deps, account)), has_more: hasMore };
}

/** What every service that calls acquirers can do with the account, asked at once. */
async function check({ db, callers, onChanged }: AcquirerRouteDeps, request: ControlRequest) {
  const { id, version } = await readAccount(db, idOf(request));
  await onChanged();
  const call = callOf(request);
  const { answers, missing, failed } = await askEach(callers, request.requestId, (owner) =>
    owner.checkAcquirerAccount({ account_id: id }, call),
  );
  return {
    id,
    version,
    services: answers.map(({ service, ...said }) => ({
      service,
      ...said,
      current: said.version === version,
    })),
    missing,
    failed,
  };
}

function view({ secrets, publicUrl }: Pick<AcquirerRouteDeps, "secrets" | "publicUrl">, row: StoredAccount) {
  const { id, merchant_id, livemode, provider, change: _change, ...rest } = row;
  return {
    id,
    merchant_id,
    mode: modeOf(livemode),
    acquirer: provider,
    ...rest,
    secrets: Object.fromEntries(
      Object.keys(row.secrets).map((name) => [
        name,
        { set: true, fingerprint: secrets?.fingerprint(row, name) ?? null },
      ]),
    ),
    callback_url: `${publicUrl}${accountCallbackPath(provider, id)}`,
  };
}
