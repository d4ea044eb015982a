import type { AcquirerAccount } from "@flowlix/contracts";
import { appendAudit, transact } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import type { DataSource, EntityManager } from "typeorm";
import { modeOf } from "./mode.ts";
import { Refusal } from "./refusal.ts";

/** In all; owners have every account in memory. */
const ACCOUNTS_MAX = 10_000;

/** An account as operators' acts read it. */
export interface StoredAccount extends AcquirerAccount {
  /** Unix seconds. */
  readonly created_at: number;
  readonly changed_at: number;
}

export type NewAccount = Omit<AcquirerAccount, "id" | "version" | "change" | "status" | "secrets_changed_at">;

/** What of an account may be changed; secrets are those of before with the new ones among them. */
export type AccountChange = Partial<
  Pick<
    AcquirerAccount,
    "label" | "status" | "currencies" | "methods" | "weight" | "limits" | "settings" | "secrets"
  >
>;

const COLUMNS = `id, merchant_id, livemode, provider, label, status, currencies, methods, weight, limits, settings,
  secrets, ceil(extract(epoch from secrets_changed_at))::bigint as secrets_changed_at, version, change, floor(extract(epoch from created_at))::bigint as created_at,
  floor(extract(epoch from changed_at))::bigint as changed_at`;

/** The next change's number. Held until the commit, so that numbers are in the order of the commits. */
async function nextChange(manager: EntityManager): Promise<number> {
  const [row] = await rowsOf<{ last: number }>(
    manager,
    "update gateway.acquirer_changes set last = last + 1 returning last",
  );
  if (row === undefined) throw new Error("gateway.acquirer_changes has no row");
  return row.last;
}

/** TypeORM answers `update … returning` with the rows and their count. */
async function rowsOf<Row>(manager: EntityManager, text: string, values: unknown[] = []): Promise<Row[]> {
  const answer = await manager.query<unknown>(text, values);
  const rows: unknown = Array.isArray(answer) && Array.isArray(answer[0]) ? answer[0] : answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row that the statement returns
  return rows as Row[];
}

/** An id for an account whose secrets are still to be encrypted. */
export const newAccountId = (): string => newId("acquirer_account");

/** Adds an account. Errors: Refusal not_found for the merchant, refused where there are too many. */
export function insertAccount(
  db: DataSource,
  account: NewAccount & { readonly id: string },
  actor: string,
): Promise<StoredAccount> {
  return transact(db, async (manager) => {
    const known = await manager.query<unknown[]>("select 1 from gateway.merchants where id = $1", [
      account.merchant_id,
    ]);
    if (known.length === 0) throw new Refusal("not_found", `no such merchant: ${account.merchant_id}`);
    const change = await nextChange(manager);
    const [count] = await manager.query<{ all: number }[]>(
      'select count(*)::integer as "all" from gateway.acquirer_accounts',
    );
    if ((count?.all ?? 0) >= ACCOUNTS_MAX)
      throw new Refusal("refused", `an installation has at most ${ACCOUNTS_MAX} acquirer accounts`);
    const [row] = await rowsOf<StoredAccount>(
      manager,
      `insert into gateway.acquirer_accounts
         (id, merchant_id, livemode, provider, label, status, currencies, methods, weight, limits, settings, secrets,
          version, change)
       values ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $11, 1, $12)
       returning ${COLUMNS}`,
      [
        account.id,
        account.merchant_id,
        account.livemode,
        account.provider,
        account.label,
        account.currencies,
        account.methods,
        account.weight,
        JSON.stringify(account.limits),
        JSON.stringify(account.settings),
        JSON.stringify(account.secrets),
        change,
      ],
    );
    await appendAudit(manager, "gateway", {
      actor,
      act: "acquirer.add",
      subject: account.id,
      detail: {
        merchant_id: account.merchant_id,
        mode: modeOf(account.livemode),
        acquirer: account.provider,
        ...shownChange(account),
      },
    });
    return found(row, account.id);
  });
}

/** Errors: Refusal not_found. */
export async function readAccount(db: DataSource | EntityManager, id: string): Promise<StoredAccount> {
  const [row] = await db.query<StoredAccount[]>(
    `select ${COLUMNS} from gateway.acquirer_accounts where id = $1`,
    [id],
  );
  return found(row, id);
}

export interface AccountsQuestion {
  readonly merchantId: string | null;
  readonly livemode: boolean | null;
  readonly limit: number;
  /** Only those made before this one. */
  readonly startingAfter: string | null;
}

/** Newest first. */
export async function listAccounts(
  db: DataSource,
  { merchantId, livemode, limit, startingAfter }: AccountsQuestion,
): Promise<{ readonly accounts: readonly StoredAccount[]; readonly hasMore: boolean }> {
  if (startingAfter !== null) await readAccount(db, startingAfter);
  const rows = await db.query<StoredAccount[]>(
    `select ${COLUMNS} from gateway.acquirer_accounts as a
      where ($1::text is null or a.merchant_id = $1) and ($2::boolean is null or a.livemode = $2)
        and ($3::text is null or (a.created_at, a.id) <
             (select b.created_at, b.id from gateway.acquirer_accounts as b where b.id = $3))
      order by a.created_at desc, a.id desc limit $4`,
    [merchantId, livemode, startingAfter, limit + 1],
  );
  return { accounts: rows.slice(0, limit), hasMore: rows.length > limit };
}

/**
 * Changes an account by compare-and-swap on the version that the change was made of. Errors: Refusal not_found; refused
 * where somebody else was faster.
 */
export function changeAccount(
  db: DataSource,
  { id, version }: Pick<StoredAccount, "id" | "version">,
  change: AccountChange,
  { act, actor }: { readonly act: string; readonly actor: string },
): Promise<StoredAccount> {
  return transact(db, async (manager) => {
    const number = await nextChange(manager);
    const before = await readAccount(manager, id);
    const next = { ...before, ...change };
    const [row] = await rowsOf<StoredAccount>(
      manager,
      `update gateway.acquirer_accounts
          set label = $3, status = $4, currencies = $5, methods = $6, weight = $7, limits = $8, settings = $9,
              secrets = $10, secrets_changed_at =
                case when secrets = $10::jsonb then secrets_changed_at else platform.clock() end, version = version + 1, change = $11, changed_at = platform.clock()
        where id = $1 and version = $2
       returning ${COLUMNS}`,
      [
        id,
        version,
        next.label,
        next.status,
        next.currencies,
        next.methods,
        next.weight,
        JSON.stringify(next.limits),
        JSON.stringify(next.settings),
        JSON.stringify(next.secrets),
        number,
      ],
    );
    if (row === undefined)
      throw new Refusal(
        "refused",
        `somebody else changed ${id} meanwhile (version ${before.version}, not ${version}); look at it and try again`,
        "version",
      );
    await appendAudit(manager, "gateway", {
      actor,
      act,
      subject: id,
      detail: { version: row.version, ...shownChange(change) },
    });
    return row;
  });
}

/** Of secrets only the names. */
function shownChange({ secrets, settings, ...open }: AccountChange): Record<string, unknown> {
  const { label, status, currencies, methods, weight, limits } = open;
  const shown = { label, status, currencies, methods, weight, limits, settings };
  return {
    ...Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)),
    ...(secrets === undefined ? {} : { secrets: Object.keys(secrets) }),
  };
}

function found(row: StoredAccount | undefined, id: string): StoredAccount {
  if (row === undefined) throw new Refusal("not_found", `no such acquirer account: ${id}`);
  return row;
}
